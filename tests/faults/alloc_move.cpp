// The move constructor that takes an allocator, as every container of the standard library has it: what is moved is
// taken over where the allocators are equal, else moved one by one; it is never copied.
#include <throng/throng.hpp>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <memory_resource>
#include <utility>
#include <vector>

static int copies = 0;
static int moves = 0;

struct counted {
    int number = 0;
    counted() = default;
    explicit counted(int n) : number(n) {}
    counted(const counted& other) : number(other.number) { ++copies; }
    counted(counted&& other) noexcept : number(other.number) { ++moves; }
    counted& operator=(const counted&) = default;
    void update(double) {}
    friend bool operator==(const counted& a, const counted& b) { return a.number == b.number; }
};
struct hash {
    std::size_t operator()(const counted& x) const { return static_cast<std::size_t>(x.number); }
};

template <class C> void play(const char* name) {
    using allocator = typename C::allocator_type;
    std::pmr::monotonic_buffer_resource one;
    std::pmr::monotonic_buffer_resource two;
    for (std::pmr::memory_resource* const to : {&one, &two}) {
        C a{allocator(&one)};
        for (int i = 0; i < 5; ++i) (void)a.emplace(i);
        if constexpr (requires { a.commit(); }) a.commit();
        copies = moves = 0;
        const C b(std::move(a), allocator(to));
        std::printf("%s, %s allocator: new one %zu, old one %zu, %d copies, %d moves\n", name,
                    to == &one ? "the same" : "another", b.size(), a.size(), copies, moves);
    }
}

int main() {
    using pmr = std::pmr::polymorphic_allocator<counted>;
    play<throng::list<counted, pmr>>("list");
    play<throng::bag<counted, pmr>>("bag");
    play<throng::pool<counted, 0, pmr>>("pool");
    play<throng::buffered_list<counted, pmr>>("buffered_list");
    play<throng::ordered_set<counted, hash, throng::core::equal<counted>, pmr>>("ordered_set");
    play<throng::entity_list<counted, pmr>>("entity_list");
    play<throng::tree<counted, pmr>>("tree");

    // What a container of containers does by itself, by uses-allocator construction.
    std::pmr::vector<throng::pmr::list<counted>> lists;
    throng::pmr::list<counted> l(lists.get_allocator());
    for (int i = 0; i < 5; ++i) l.push_back(counted());
    copies = 0;
    lists.push_back(std::move(l));
    for (int i = 0; i < 20; ++i) lists.emplace_back();
    std::printf("a vector of lists that grows: %d copies, the first has %zu\n", copies, lists.front().size());
    std::pmr::vector<throng::pmr::list<std::unique_ptr<int>>> move_only;
    for (int i = 0; i < 20; ++i) move_only.emplace_back().push_back(std::make_unique<int>(i));
    std::printf("a vector of lists of what can only be moved: %zu lists\n", move_only.size());
}
