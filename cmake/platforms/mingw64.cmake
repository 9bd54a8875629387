# Windows on x86, 64 bits.
set(processor x86_64)
set(package x86-64)
include(${CMAKE_CURRENT_LIST_DIR}/common/mingw.cmake)
