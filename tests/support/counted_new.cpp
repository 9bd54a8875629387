#include "support/counted_new.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::size_t calls = 0;

/// Memory of malloc's, whose address stands before the aligned part: what can be had on every platform.
void* counted(std::size_t size, std::size_t alignment) noexcept {
    ++calls;
    if (alignment < alignof(void*)) alignment = alignof(void*);
    void* const whole = std::malloc(size + alignment + sizeof(void*));
    if (whole == nullptr) std::abort();
    const auto first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(void*);
    void** const aligned = reinterpret_cast<void**>((first + alignment - 1) / alignment * alignment);
    aligned[-1] = whole;
    return aligned;
}

void release(void* p) noexcept {
    if (p != nullptr) std::free(static_cast<void**>(p)[-1]);
}

} // namespace

std::size_t support::calls_of_new() noexcept { return calls; }

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
