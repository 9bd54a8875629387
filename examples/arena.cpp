// Memory from where the game wants it: a level's collections from one buffer that goes at a stroke, thousands of small
// lists in a piece each, and a crowd whose memory goes back when the crowd has gone.
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <memory_resource>

namespace {

struct ship {
    int number;
    throng::handle<ship> target{};
};

/// Counts what it hands on.
struct counting : std::pmr::memory_resource {
    std::size_t bytes = 0;
    std::size_t pieces = 0;

    void* do_allocate(std::size_t size, std::size_t alignment) override {
        bytes += size;
        ++pieces;
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void* p, std::size_t size, std::size_t alignment) override {
        bytes -= size;
        --pieces;
        std::pmr::new_delete_resource()->deallocate(p, size, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

} // namespace

// Each ship keeps a list of its own, of a few: the first page is as large as that, and others like it follow.
template <> inline constexpr std::size_t throng::elements_per_page<ship*> = 3;

int main() {
    alignas(64) static std::array<std::byte, 256 * 1024> memory;
    {
        // (The null resource: more than the buffer has is an error, and not a slow frame.)
        std::pmr::monotonic_buffer_resource level(memory.data(), memory.size(), std::pmr::null_memory_resource());
        throng::pmr::pool<ship> ships(&level);
        throng::pmr::list<int> scores(&level);
        for (int i = 0; i < 1000; ++i) ships.add({i});
        scores.push_back(7);
        std::printf("%zu ships and %zu score in the level's buffer\n", ships.size(), scores.size());
    }

    counting heap;
    throng::pool<ship> fleet;
    throng::pmr::list<ship*> seen(&heap);
    for (int i = 0; i < 3; ++i) seen.push_back(fleet.emplace_back(i));
    std::printf("a list of %zu: %zu bytes in %zu piece\n", seen.size(), heap.bytes, heap.pieces);
    for (int i = 3; i < 100; ++i) seen.push_back(fleet.emplace_back(i));
    std::printf("a list of %zu: %s\n", seen.size(), heap.pieces > 1 ? "several pieces" : "still one");

    throng::pmr::list<int> crowd(&heap);
    crowd.reserve(100'000); // nothing is allocated while they come
    const std::size_t reserved = heap.pieces;
    for (int i = 0; i < 100'000; ++i) crowd.push_back(i);
    std::printf("pieces taken meanwhile: %zu\n", heap.pieces - reserved);
    seen.clear();
    seen.trim();
    crowd.clear();
    crowd.trim();
    std::printf("when all has gone: %zu bytes\n", heap.bytes);
}
