# Linux on POWER, little-endian.
set(triplet powerpc64le-linux-gnu)
set(qemu qemu-ppc64le)
include(${CMAKE_CURRENT_LIST_DIR}/common/linux.cmake)
