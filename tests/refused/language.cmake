# In C++17 the first thing that each of COMPILERS says of a header of INCLUDE is that C++20 is needed. Compiled are a few; all
# others include one of the library's before their own first line, and so core/compiler.hpp.
string(REPLACE "," ";" COMPILERS "${COMPILERS}")
foreach(compiler IN LISTS COMPILERS)
    foreach(header throng.hpp list.hpp fwd.hpp entity/entity_list.hpp spatial/grid.hpp world/world.hpp)
        execute_process(
            COMMAND ${compiler} -std=c++17 -fmax-errors=1 -fsyntax-only -I${INCLUDE} -x c++ ${INCLUDE}/throng/${header}
            OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE status
        )
        string(REGEX MATCH "[^\n]*error: [^\n]*" first "${said}")
        if(status EQUAL 0 OR NOT first MATCHES "throng needs C\\+\\+20: compile with -std=c\\+\\+20")
            message(SEND_ERROR "${compiler} -std=c++17: ${header} says first: ${first}")
        endif()
    endforeach()
endforeach()

file(GLOB_RECURSE headers ${INCLUDE}/throng/*.hpp)
list(REMOVE_ITEM headers ${INCLUDE}/throng/core/compiler.hpp)
foreach(header IN LISTS headers)
    file(STRINGS ${header} first REGEX "^#include <throng/")
    if(first STREQUAL "")
        message(SEND_ERROR "${header} includes no header of the library: it has to begin with core/compiler.hpp")
    endif()
endforeach()
