# The program THRONG (perhaps after its emulator) replays the recorded games of TRACES and finds what replayed.txt says. Where
# it was built without zstd, ZSTD unpacks them into FOLDER first.
if(ZSTD)
    file(REMOVE_RECURSE ${FOLDER})
    file(MAKE_DIRECTORY ${FOLDER})
    file(GLOB packed ${TRACES}/*.zst)
    execute_process(COMMAND ${ZSTD} -d -q --output-dir-flat ${FOLDER} ${packed} COMMAND_ERROR_IS_FATAL ANY)
    set(TRACES ${FOLDER})
endif()
execute_process(COMMAND ${THRONG} replay --passes 0 ${TRACES}
    OUTPUT_VARIABLE printed ERROR_VARIABLE said RESULT_VARIABLE status)
string(REPLACE "\r\n" "\n" printed "${printed}")
file(READ ${CMAKE_CURRENT_LIST_DIR}/replayed.txt expected)
if(NOT status EQUAL 0 OR NOT printed STREQUAL expected)
    message(FATAL_ERROR "status ${status}:\n${printed}${said}\nexpected:\n${expected}")
endif()
