# Runs PROGRAM, with ARGUMENTS if there are any, and compares what it prints with the file EXPECTED, and how it ends with
# STATUS, by default 0. PROGRAM may be a list: an emulator and its program. Windows ends its lines in a way of its own.
if(NOT DEFINED STATUS)
    set(STATUS 0)
endif()
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
string(REPLACE "\r\n" "\n" printed "${printed}")
if(NOT status EQUAL STATUS)
    message(FATAL_ERROR "${PROGRAM} ended with status ${status} instead of ${STATUS}")
elseif(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} printed\n${printed}\ninstead of what ${EXPECTED} says:\n${expected}")
endif()
