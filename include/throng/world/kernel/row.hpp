#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/audit.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Neither copied nor moved: its address is known elsewhere, or what it does ends with its scope.
struct pinned {
    pinned() = default;
    pinned(const pinned&) = delete;
    pinned& operator=(const pinned&) = delete;
};

/// Plain values side by side, as many as needed. The allocator comes with each call, since a world holds thousands of
/// rows.
template <class T> class row {
    static_assert(std::is_trivially_copyable_v<T>);
    template <class Allocator> using rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;
    template <class Allocator> using traits = std::allocator_traits<rebound<Allocator>>;

  public:
    row() = default;
    row(row&& other) noexcept { swap(other); }
    row& operator=(row&&) = delete;

    void swap(row& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    [[nodiscard]] T* begin() const noexcept { return data_; }
    [[nodiscard]] T* end() const noexcept { return data_ + size_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] THRONG_FLAT T& operator[](std::size_t i) const noexcept {
        THRONG_EXPECTS(i < size_);
        return data_[i];
    }
    /// The value, or T{} beyond the end.
    [[nodiscard]] T at(std::size_t i) const noexcept { return i < size_ ? data_[i] : T{}; }

    template <class Allocator> void reserve(const Allocator& allocator, std::size_t n) {
        if (n <= capacity_) return;
        const std::size_t wanted = n < capacity_ * 2 ? capacity_ * 2 : n;
        rebound<Allocator> a(allocator);
        T* const made = std::to_address(traits<Allocator>::allocate(a, wanted));
        std::uninitialized_copy(begin(), end(), made);
        give_back(allocator);
        data_ = made;
        capacity_ = wanted;
    }
    template <class Allocator> void push(const Allocator& allocator, T value) {
        reserve(allocator, size_ + 1);
        ::new (static_cast<void*>(data_ + size_)) T(value);
        ++size_;
    }
    /// `n` more, which are copies of those at `from`, and stand elsewhere.
    template <class Allocator> void append(const Allocator& allocator, const void* from, std::size_t n) {
        if (n == 0) return;
        reserve(allocator, size_ + n);
        std::memcpy(static_cast<void*>(data_ + size_), from, n * sizeof(T));
        size_ += n;
    }
    /// At least `n` values; the new ones are T{}.
    template <class Allocator> void extend(const Allocator& allocator, std::size_t n) {
        if (n <= size_) return;
        reserve(allocator, n);
        for (; size_ < n; ++size_) ::new (static_cast<void*>(data_ + size_)) T{};
    }
    void pop() noexcept {
        THRONG_EXPECTS(size_ != 0);
        --size_;
    }
    void shorten(std::size_t n) noexcept { size_ = n; }
    template <class Allocator> void release(const Allocator& allocator) noexcept {
        give_back(allocator);
        data_ = nullptr;
        size_ = capacity_ = 0;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

  private:
    template <class Allocator> void give_back(const Allocator& allocator) noexcept {
        if (data_ == nullptr) return;
        rebound<Allocator> a(allocator);
        using pointer = typename traits<Allocator>::pointer;
        traits<Allocator>::deallocate(a, std::pointer_traits<pointer>::pointer_to(*data_), capacity_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Memory in lines of 64 bytes, which is how it is aligned.
struct alignas(64) memory_line {
    unsigned char bytes[64];
};

template <class Allocator> class line_memory {
    using rebound = typename std::allocator_traits<Allocator>::template rebind_alloc<memory_line>;
    using traits = std::allocator_traits<rebound>;

  public:
    [[nodiscard]] static constexpr std::size_t lines(std::size_t bytes) noexcept {
        return (bytes + sizeof(memory_line) - 1) / sizeof(memory_line);
    }
    [[nodiscard]] static void* take(const Allocator& allocator, std::size_t bytes) {
        rebound a(allocator);
        return std::to_address(traits::allocate(a, lines(bytes)));
    }
    static void give_back(const Allocator& allocator, void* memory, std::size_t bytes) noexcept {
        rebound a(allocator);
        using pointer = typename traits::pointer;
        traits::deallocate(a, std::pointer_traits<pointer>::pointer_to(*static_cast<memory_line*>(memory)),
                           lines(bytes));
    }
};

/// An object in separately allocated memory. Throws what the allocator or the constructor throws; the memory is
/// released then.
template <class T, class Allocator, class... Args>
[[nodiscard]] T* make_object(const Allocator& allocator, Args&&... args) {
    struct guard {
        const Allocator& allocator;
        void* held;
        ~guard() {
            if (held != nullptr) line_memory<Allocator>::give_back(allocator, held, sizeof(T));
        }
    } g{allocator, line_memory<Allocator>::take(allocator, sizeof(T))};
    T* const made = ::new (g.held) T(std::forward<Args>(args)...);
    g.held = nullptr;
    return made;
}
/// Gives back the memory of an object that is destroyed already, or needs no destructor.
template <class T, class Allocator> void give_back_object(const Allocator& allocator, T* x) noexcept {
    line_memory<Allocator>::give_back(allocator, x, sizeof(T));
}
template <class T, class Allocator> void discard_object(const Allocator& allocator, T* x) noexcept {
    x->~T();
    give_back_object(allocator, x);
}

/// A row that gives its memory back by itself.
template <class T, class Allocator> class local_row : public row<T> {
  public:
    explicit local_row(const Allocator& allocator) noexcept : allocator_(allocator) {}
    ~local_row() { this->release(allocator_); }
    void push(T value) {
        if (this->capacity() == 0) this->reserve(allocator_, least);
        row<T>::push(allocator_, value);
    }

  private:
    static constexpr std::size_t least = 8;

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
};

} // namespace throng::core
