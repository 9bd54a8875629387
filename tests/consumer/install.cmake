# Installs the component `headers` from `build` into `prefix`, where nothing of an earlier install is left, and each other component
# beside it. The consumers compile against `prefix`.
file(REMOVE_RECURSE ${prefix})
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --component headers
    COMMAND_ERROR_IS_FATAL ANY
)

foreach(file throng_gdb.py throng_gdb.cpp throng.natvis)
    if(NOT EXISTS ${prefix}/share/throng/${file})
        message(FATAL_ERROR "${file} is not installed, which debuggers load")
    endif()
endforeach()

foreach(file bin/throng share/doc/throng/README.md)
    if(EXISTS ${prefix}/${file})
        message(FATAL_ERROR "${file} is in the component headers")
    endif()
endforeach()

file(REMOVE_RECURSE ${prefix}_docs)
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix}_docs --component docs
    OUTPUT_QUIET
    COMMAND_ERROR_IS_FATAL ANY
)
foreach(file README.md CHANGELOG.md docs/contract.md examples/first.cpp)
    if(NOT EXISTS ${prefix}_docs/share/doc/throng/${file})
        message(FATAL_ERROR "${file} is not in the component docs")
    endif()
endforeach()
if(EXISTS ${prefix}_docs/include)
    message(FATAL_ERROR "headers are in the component docs")
endif()

if(program)
    file(REMOVE_RECURSE ${prefix}_program)
    execute_process(
        COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix}_program --component program
        OUTPUT_QUIET
        COMMAND_ERROR_IS_FATAL ANY
    )
    execute_process(
        COMMAND ${prefix}_program/bin/throng --version
        OUTPUT_VARIABLE printed OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY
    )
    if(NOT printed STREQUAL "throng ${version}")
        message(FATAL_ERROR "the installed program prints '${printed}' instead of 'throng ${version}'")
    endif()
endif()
