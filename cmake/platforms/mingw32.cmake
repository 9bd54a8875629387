# Windows on x86, 32 bits. (To run the programs, wine needs its 32-bit half; Debian: wine32:i386.)
set(processor i686)
set(package i686)
include(${CMAKE_CURRENT_LIST_DIR}/common/mingw.cmake)
