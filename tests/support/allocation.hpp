#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace support {

/// What the allocators of a test did, and when they are to fail. The newest one is the open one.
class allocation_log {
  public:
    allocation_log() noexcept : outer_{std::exchange(open_, this)} {}
    allocation_log(const allocation_log&) = delete;
    allocation_log& operator=(const allocation_log&) = delete;
    ~allocation_log() { open_ = outer_; }
    static allocation_log& open() noexcept {
        if (open_ == nullptr) std::abort();
        return *open_;
    }

    std::size_t allocations = 0;
    std::size_t deallocations = 0;
    std::size_t bytes = 0;   ///< held now
    std::size_t fail_in = 0; ///< the n-th allocation from now on fails, once; 0 is never
    bool failed = false;     ///< has one failed?

    void* take(std::size_t size, std::align_val_t alignment) {
        if (fail_in != 0 && --fail_in == 0) {
            failed = true;
#if defined(__cpp_exceptions)
            throw std::bad_alloc{};
#else
            std::abort();
#endif
        }
        void* p = ::operator new(size, alignment);
        ++allocations;
        bytes += size;
        return p;
    }
    void give_back(void* p, std::size_t size, std::align_val_t alignment) noexcept {
        ++deallocations;
        bytes -= size;
        ::operator delete(p, alignment);
    }

  private:
    inline static allocation_log* open_ = nullptr;
    allocation_log* outer_;
};

/// A standard allocator that counts, and fails at the n-th allocation, in the log which was open when it was made.
template <class T> class logged_allocator {
  public:
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;

    logged_allocator() noexcept : log_{&allocation_log::open()} {}
    explicit logged_allocator(allocation_log& log) noexcept : log_{&log} {}
    template <class U>
    logged_allocator(const logged_allocator<U>& other) noexcept // NOLINT(google-explicit-constructor): rebinding
        : log_{&other.log()} {}

    [[nodiscard]] T* allocate(std::size_t n) {
        return static_cast<T*>(log_->take(n * sizeof(T), std::align_val_t{alignof(T)}));
    }
    void deallocate(T* p, std::size_t n) noexcept { log_->give_back(p, n * sizeof(T), std::align_val_t{alignof(T)}); }

    [[nodiscard]] allocation_log& log() const noexcept { return *log_; }
    template <class U> friend bool operator==(const logged_allocator& a, const logged_allocator<U>& b) noexcept {
        return &a.log() == &b.log();
    }

  private:
    allocation_log* log_;
};

} // namespace support
