# Runs GDB on PROGRAM with the arguments behind `--`, and compares what is written to the file OUTPUT with the file EXPECTED.
set(arguments "")
set(is_argument OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(is_argument)
        list(APPEND arguments "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
        set(is_argument ON)
    endif()
endforeach()
file(REMOVE ${OUTPUT})
execute_process(
    COMMAND ${GDB} -nx -batch -ex "python output = '${OUTPUT}'" ${arguments} ${PROGRAM}
    OUTPUT_VARIABLE printed
    ERROR_VARIABLE printed
)
if(NOT EXISTS ${OUTPUT})
    message(FATAL_ERROR "gdb said\n${printed}")
endif()
file(READ ${OUTPUT} shown)
file(READ ${EXPECTED} expected)
if(NOT shown STREQUAL expected)
    message(FATAL_ERROR "gdb said\n${printed}\nand showed\n${shown}\ninstead of what ${EXPECTED} says:\n${expected}")
endif()
