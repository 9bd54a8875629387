# Linux on IBM Z, which counts bytes from the other end.
set(triplet s390x-linux-gnu)
set(qemu qemu-s390x)
include(${CMAKE_CURRENT_LIST_DIR}/common/linux.cmake)
