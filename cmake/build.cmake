# How throng's own targets are built. Nothing here reaches those who use the library.

option(THRONG_BARE "Build without exceptions and run-time type information" OFF)
set(THRONG_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=...")

if(THRONG_BARE)
    add_compile_options(-fno-exceptions -fno-rtti)
endif()

if(THRONG_SANITIZE)
    add_compile_options(-fsanitize=${THRONG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${THRONG_SANITIZE})
endif()

# What plays scripts, and what fuzzing has found, may be sanitized where nothing else is: that is where faults of memory show, and
# the rest is built and run in half of the time.
set(THRONG_SANITIZE_SCRIPTS "" CACHE STRING "Sanitizers for what plays scripts and for the fuzzing targets alone")
add_library(throng_sanitized INTERFACE)
if(THRONG_SANITIZE_SCRIPTS)
    # (Undefined behaviour ends the program without a word, which takes a quarter less of the compiler's time than to report it.
    # The preset asan-clang reports it.)
    target_compile_options(throng_sanitized INTERFACE
        -fsanitize=${THRONG_SANITIZE_SCRIPTS} -fno-sanitize-recover=all -fsanitize-trap=undefined -fno-omit-frame-pointer)
    target_link_options(throng_sanitized INTERFACE -fsanitize=${THRONG_SANITIZE_SCRIPTS})
endif()

# Several hundred programs are linked for the tests: lld takes a third of the time.
find_program(THRONG_LLD NAMES ld.lld-19 ld.lld)
mark_as_advanced(THRONG_LLD)
if(THRONG_LLD AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_link_options(--ld-path=${THRONG_LLD})
endif()

# What fits memory need not be looked through for garbage while compiling: a tenth of the time of the larger tests, for up to
# a quarter more memory. (In kilobytes.)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(--param=ggc-min-heapsize=2000000)
endif()

# Clang reports libstdc++ 12's own use of get_temporary_buffer to whoever calls std::stable_sort.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options(-Wno-deprecated-declarations)
endif()

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
    endif()
    set(CMAKE_CXX_EXTENSIONS OFF)
    set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

    find_program(THRONG_CCACHE ccache)
    mark_as_advanced(THRONG_CCACHE)
    if(THRONG_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        # Without this ccache refuses whatever uses the tests' precompiled header.
        set(CMAKE_CXX_COMPILER_LAUNCHER
            ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${THRONG_CCACHE})
    endif()
endif()
