#pragma once

#include <throng/core/allocator.hpp>

#include <cstddef>
#include <new>
#include <utility>

namespace throng::core {

/// The notes of a walk of a tree: first in, first out. An entry is plain data.
template <class Entry, class Allocator> class tree_queue {
    using entry = Entry;

  public:
    explicit tree_queue(const Allocator& allocator) noexcept : allocator_(allocator) {}
    tree_queue(tree_queue&& other) noexcept
        : allocator_(other.allocator_),
          entries_(std::exchange(other.entries_, nullptr)),
          room_(std::exchange(other.room_, 0)),
          begin_(std::exchange(other.begin_, 0)),
          size_(std::exchange(other.size_, 0)) {}
    /// Throws what the allocator throws.
    tree_queue(const tree_queue& other) : tree_queue(other.allocator_) {
        if (other.size_ == 0) return;
        entries_ = allocate<entry>(allocator_, other.room_);
        if (entries_ == nullptr) return;
        room_ = other.room_;
        for (; size_ < other.size_; ++size_) {
            const entry& e = other.entries_[(other.begin_ + size_) % room_];
            ::new (static_cast<void*>(entries_ + size_)) entry(e);
        }
    }
    tree_queue& operator=(const tree_queue&) = delete;
    tree_queue& operator=(tree_queue&&) = delete;
    ~tree_queue() { deallocate(allocator_, entries_, room_); }

    /// Room for one more; false where the allocator gives null. Throws what the allocator throws; nothing has changed
    /// then.
    [[nodiscard]] bool prepare() {
        if (size_ < room_) return true;
        const std::size_t room = room_ == 0 ? 16 : 2 * room_;
        entry* const made = allocate<entry>(allocator_, room);
        if (made == nullptr) return false;
        for (std::size_t i = 0; i < size_; ++i)
            ::new (static_cast<void*>(made + i)) entry(entries_[(begin_ + i) % room_]);
        deallocate(allocator_, entries_, room_);
        entries_ = made;
        room_ = room;
        begin_ = 0;
        return true;
    }
    void push(const entry& e) noexcept { ::new (static_cast<void*>(entries_ + (begin_ + size_++) % room_)) entry(e); }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] entry pop() noexcept {
        const entry e = entries_[begin_];
        begin_ = (begin_ + 1) % room_;
        --size_;
        return e;
    }
    void clear() noexcept { begin_ = size_ = 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const entry& operator[](std::size_t i) const noexcept { return entries_[(begin_ + i) % room_]; }

  private:
    Allocator allocator_;
    entry* entries_ = nullptr;
    std::size_t room_ = 0;
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
};

} // namespace throng::core
