#include "support/counted_new.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::size_t calls = 0;

void* counted(std::size_t size, std::size_t alignment) noexcept {
    ++calls;
    void* p = nullptr;
    if (posix_memalign(&p, alignment < sizeof(void*) ? sizeof(void*) : alignment, size == 0 ? 1 : size) != 0)
        std::abort();
    return p;
}

} // namespace

std::size_t support::calls_of_new() noexcept { return calls; }

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
