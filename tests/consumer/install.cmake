# Installs the library from `build` into `prefix`, where nothing of an earlier install is left.
file(REMOVE_RECURSE ${prefix})
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --component library
    COMMAND_ERROR_IS_FATAL ANY
)
