# Compiles all of the library's headers under INCLUDE once by each of COMPILERS, for the mistakes: PRECOMPILED/COMPILER/all.hpp.
string(REPLACE "," ";" COMPILERS "${COMPILERS}")
foreach(compiler IN LISTS COMPILERS)
    cmake_path(GET compiler FILENAME folder)
    set(header ${PRECOMPILED}/${folder}/all.hpp)
    file(WRITE ${header} "#include <throng/throng.hpp>\n")
    set(once)
    if(compiler MATCHES clang)
        set(once -fpch-instantiate-templates) # half of what it takes to include it
    endif()
    execute_process(
        COMMAND ${compiler} -std=c++20 -I${INCLUDE} ${once} -x c++-header ${header} -o ${header}.gch
        COMMAND_ERROR_IS_FATAL ANY
    )
endforeach()
