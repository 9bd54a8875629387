# Builds and runs `source` with no more than the flags that pkg-config gives for the throng of that `version`
# installed in `prefix`.
file(GLOB_RECURSE pc_file ${prefix}/throng.pc)
cmake_path(GET pc_file PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} ${pc_dir})
execute_process(
    COMMAND ${pkg_config} --cflags throng
    OUTPUT_VARIABLE cflags OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
    COMMAND ${pkg_config} --modversion throng
    OUTPUT_VARIABLE installed OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY
)
if(NOT installed STREQUAL version)
    message(FATAL_ERROR "pkg-config tells of version ${installed} instead of ${version}")
endif()
separate_arguments(cflags UNIX_COMMAND "${cflags}")
execute_process(COMMAND ${compiler} -std=c++20 ${cflags} ${source} -o ${program} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
