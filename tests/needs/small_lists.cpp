// "Any game object may be interested in keeping its own subset of game objects": an enemy the players that it has seen,
// a missile its targets. A small list is one small piece of memory, and grows like any other.
#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/weak_list.hpp>

#include <cstdio>
#include <memory_resource>

struct ship {
    int n;
    [[nodiscard]] bool deleted() const { return false; }
};
template <> inline constexpr std::size_t throng::elements_per_page<ship*> = 3;

struct counting : std::pmr::memory_resource {
    std::size_t held = 0, pieces = 0;
    void* do_allocate(std::size_t n, std::size_t a) override {
        held += n, ++pieces;
        return std::pmr::new_delete_resource()->allocate(n, a);
    }
    void do_deallocate(void* p, std::size_t n, std::size_t a) override {
        held -= n, --pieces;
        std::pmr::new_delete_resource()->deallocate(p, n, a);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& o) const noexcept override { return this == &o; }
};

template <class L> void play(const char* name, std::size_t most) {
    counting memory;
    ship ships[1000]{};
    L l(&memory);
    for (int i = 0; i < 3; ++i) l.push_back(&ships[i]);
    std::printf("%s of three: %s in %zu", name, memory.held <= most ? "small" : "large", memory.pieces);
    for (ship& s : ships) l.push_back(&s);
    std::size_t n = 0;
    for (const ship* s : l) n += s != nullptr ? 1U : 0U;
    std::printf("; then %zu\n", n);
}

int main() {
    play<throng::pmr::list<ship*>>("list", 128);
    play<throng::pmr::bag<ship*>>("bag", 200);
}
