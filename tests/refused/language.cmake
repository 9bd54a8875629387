# Compiles each header of INCLUDE alone as C++17 with each of COMPILERS: the first error has to say that C++20 is needed.
string(REPLACE "," ";" COMPILERS "${COMPILERS}")
file(GLOB headers RELATIVE ${INCLUDE} ${INCLUDE}/throng/*.hpp ${INCLUDE}/throng/entity/*.hpp ${INCLUDE}/throng/world/*.hpp)
foreach(compiler IN LISTS COMPILERS)
    foreach(header IN LISTS headers)
        execute_process(COMMAND ${compiler} -std=c++17 -fmax-errors=1 -fsyntax-only -I${INCLUDE} -x c++ ${INCLUDE}/${header}
            OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE status)
        string(REGEX MATCH "[^\n]*error: [^\n]*" first "${said}")
        if(status EQUAL 0 OR NOT first MATCHES "throng needs C\\+\\+20: compile with -std=c\\+\\+20")
            message(SEND_ERROR "${compiler} -std=c++17: ${header} says first: ${first}")
        endif()
    endforeach()
endforeach()
