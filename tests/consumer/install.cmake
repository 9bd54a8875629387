# Installs the library from `build` into `prefix`, where nothing of an earlier install is left.
file(REMOVE_RECURSE ${prefix})
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --component library
    COMMAND_ERROR_IS_FATAL ANY
)

foreach(file throng_gdb.py throng_gdb.cpp throng.natvis)
    if(NOT EXISTS ${prefix}/share/throng/${file})
        message(FATAL_ERROR "${file} is not installed, which debuggers load")
    endif()
endforeach()
