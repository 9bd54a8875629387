# Linux on 32-bit ARM.
set(triplet arm-linux-gnueabihf)
set(qemu qemu-arm)
include(${CMAKE_CURRENT_LIST_DIR}/common/linux.cmake)
