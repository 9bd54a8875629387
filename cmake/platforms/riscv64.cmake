# Linux on 64-bit RISC-V.
set(triplet riscv64-linux-gnu)
set(qemu qemu-riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/common/linux.cmake)
