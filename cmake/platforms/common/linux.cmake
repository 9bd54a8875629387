# Linux on another processor, by Debian's g++ for it; qemu runs the programs. The including file sets `triplet` and `qemu`.
include(${CMAKE_CURRENT_LIST_DIR}/need.cmake)
string(REPLACE _ - package ${triplet})
platform_needs(${triplet}-g++-12 g++-12-${package})
platform_needs(${qemu} qemu-user)

set(CMAKE_SYSTEM_NAME Linux)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${triplet})
set(CMAKE_CXX_COMPILER ${triplet}-g++-12)
set(CMAKE_CROSSCOMPILING_EMULATOR ${qemu})
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
platform_has_libraries_in(/usr/${triplet})
