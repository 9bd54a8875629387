#pragma once

#include <concepts>
#include <cstddef>
#include <list>
#include <memory>
#include <utility>

namespace support {

/// A collection that refers to objects of T, together with the objects: to be tested like one that owns its elements.
/// What is removed is kept to the end. An Object holds a T as its first member, `value`.
template <class T, class List, class Object, class Allocator> class referring : public List {
    using object_allocator = typename std::allocator_traits<Allocator>::template rebind_alloc<Object>;

  public:
    using value_type = T;

    referring() = default;
    explicit referring(const Allocator& allocator) : List(allocator), objects_(object_allocator(allocator)) {}
    referring(const referring&) = delete;
    referring& operator=(const referring&) = delete;
    ~referring() = default;

    template <class... Args> T* emplace_back(Args&&... args) {
        struct guard {
            std::list<Object, object_allocator>& objects;
            bool added = false;
            ~guard() {
                if (!added) objects.pop_back();
            }
        };
        objects_.emplace_back(std::forward<Args>(args)...);
        guard g{objects_};
        List::add(objects_.back().value);
        g.added = true;
        return &objects_.back().value;
    }
    T* push_back(const T& x)
        requires std::copy_constructible<T>
    {
        return emplace_back(x);
    }
    T* push_back(T&& x)
        requires std::move_constructible<T>
    {
        return emplace_back(std::move(x));
    }
    T* add(const T& x)
        requires std::copy_constructible<T>
    {
        return emplace_back(x);
    }

    // The objects' memory comes from the same allocator, and is not the collection's to reserve or give back.
    void reserve(std::size_t) = delete;
    void trim() = delete;

    void swap(referring& other) noexcept
        requires requires(List& list) { list.swap(list); }
    {
        List::swap(other);
        objects_.swap(other.objects_);
    }

  protected:
    [[nodiscard]] static Object& object_of(const T& x) noexcept {
        return *reinterpret_cast<Object*>(const_cast<T*>(&x));
    }

  private:
    std::list<Object, object_allocator> objects_;
};

} // namespace support
