# Compiles SOURCE without its mistake, which has to go, and with it (-DMISTAKE), which has to be refused with the message
# that the source's first line names.
file(STRINGS ${SOURCE} first LIMIT_COUNT 1)
string(REGEX REPLACE "^// refused: " "" wanted "${first}")
set(command ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${SOURCE})

execute_process(COMMAND ${command} RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "without its mistake it is refused, too:\n${said}")
endif()
execute_process(COMMAND ${command} -DMISTAKE RESULT_VARIABLE status ERROR_VARIABLE said)
if(status EQUAL 0)
    message(FATAL_ERROR "the mistake was accepted; expected: ${wanted}")
endif()
string(FIND "${said}" "${wanted}" at)
if(at EQUAL -1)
    message(FATAL_ERROR "expected: ${wanted}\nfound:\n${said}")
endif()
