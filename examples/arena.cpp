// Allocators: a level's collections in one buffer that is freed in one go, thousands of small lists in one block each,
// and a large list that gives its memory back when it is empty.
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

/// Counts the bytes and blocks that are allocated.
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

// Each ship has a list of a few others. Its pages have room for three elements.
template <> inline constexpr std::size_t throng::elements_per_page<ship*> = 3;

int main() {
    alignas(64) static std::array<std::byte, 256 * 1024> memory;
    {
        // (With the null resource, running out of the buffer is an error instead of a slow frame.)
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
    std::printf("a list of %zu: %zu bytes in %zu block\n", seen.size(), heap.bytes, heap.pieces);
    for (int i = 3; i < 100; ++i) seen.push_back(fleet.emplace_back(i));
    std::printf("a list of %zu: %s\n", seen.size(), heap.pieces > 1 ? "several blocks" : "still one");

    throng::pmr::list<int> crowd(&heap);
    crowd.reserve(100'000); // the additions below do not allocate
    const std::size_t reserved = heap.pieces;
    for (int i = 0; i < 100'000; ++i) crowd.push_back(i);
    std::printf("blocks allocated meanwhile: %zu\n", heap.pieces - reserved);
    seen.clear();
    seen.trim();
    crowd.clear();
    crowd.trim();
    std::printf("after trim: %zu bytes\n", heap.bytes);
}
