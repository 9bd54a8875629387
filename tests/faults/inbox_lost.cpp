// needs exceptions
// take_into keeps the messages that the collection does not take, in order, and counts those that it has taken: where
// the collection is full, and where an addition throws.
#include <throng/inbox.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <cstddef>
#include <cstdio>
#include <new>

struct cramped {
    static inline int left = 1;
};
template <class T> struct scarce {
    using value_type = T;
    scarce() = default;
    template <class U> scarce(const scarce<U>&) {}
    T* allocate(std::size_t n) {
        if (cramped::left-- <= 0) throw std::bad_alloc();
        return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(alignof(T))));
    }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t(alignof(T))); }
    bool operator==(const scarce&) const { return true; }
};

int main() {
    throng::inbox<int> in;
    for (int i = 1; i <= 3; ++i) in.put(i);
    throng::pool<int, 2> seats;
    const std::size_t n = in.take_into(seats);
    std::printf("taken %zu, seated %zu, waiting %s\n", n, seats.size(), in.empty() ? "none" : "some");
    in.take([](int i) { std::printf("waiting: %d\n", i); });
    for (int i = 1; i <= 3; ++i) in.put(i);
    throng::list<int, scarce<int>> l;
    cramped::left = 0;
    try {
        (void)in.take_into(l);
    } catch (const std::bad_alloc&) {
    }
    cramped::left = 10;
    const std::size_t again = in.take_into(l);
    std::printf("after a bad_alloc: %zu of 3 came\n", again);
}
