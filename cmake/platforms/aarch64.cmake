# Linux on 64-bit ARM.
set(triplet aarch64-linux-gnu)
set(qemu qemu-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/common/linux.cmake)
