# Shared by the toolchain files.

# A program that is needed. Without it the configuration ends with a line that tests look for: they are skipped then, with
# that reason.
function(platform_needs program package)
    find_program(PLATFORM_${program} ${program})
    mark_as_advanced(PLATFORM_${program})
    if(NOT PLATFORM_${program})
        message(FATAL_ERROR "not on this system: ${program} (Debian: ${package})")
    endif()
endfunction()

# Libraries are those of the platform, which are below `folder`. What is the same everywhere, headers and GoogleTest's
# sources, is found by the modules in find/ where this machine has it.
set(platform_modules ${CMAKE_CURRENT_LIST_DIR}/find)
macro(platform_has_libraries_in folder)
    set(CMAKE_FIND_ROOT_PATH ${folder})
    set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
    set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
    set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
    set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
    list(APPEND CMAKE_MODULE_PATH ${platform_modules})
endmacro()
