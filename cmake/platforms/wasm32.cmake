# WebAssembly with WASI. Clang and Debian's wasi-libc build the programs, and node runs them. There are no exceptions,
# threads or signals.
include(${CMAKE_CURRENT_LIST_DIR}/common/need.cmake)
platform_needs(clang++-19 clang-19)
platform_needs(wasm-ld-19 lld-19)
platform_needs(node nodejs)
if(NOT EXISTS /usr/include/wasm32-wasi/c++/v1/vector)
    message(FATAL_ERROR "not on this system: a standard library for WebAssembly (Debian: libc++-19-dev-wasm32,
        libc++abi-19-dev-wasm32, libclang-rt-19-dev-wasm32 and wasi-libc)")
endif()

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT -fno-exceptions)
# As much stack as a system gives, before everything else: what needs more ends there instead of writing over data.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=8388608 -Wl,--stack-first")
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
get_filename_component(run ${CMAKE_CURRENT_LIST_DIR}/../../scripts/wasi-run.mjs ABSOLUTE)
# (With threads of its own for collecting garbage, node 20 ends some programs with a segmentation fault, after all they do.)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --single-threaded-gc ${run})
platform_has_libraries_in(/usr/lib/wasm32-wasi)
