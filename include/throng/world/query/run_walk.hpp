#pragma once

#include <throng/world/query/query_walk.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

namespace throng::core {

/// Entities that follow one another: the handles they have, or had if they have died since the walk came there.
template <class Allocator> class entity_run {
  public:
    entity_run(const entity_page<Allocator>& page, unsigned first, unsigned length) noexcept
        : page_(&page), first_(first), length_(length) {}
    [[nodiscard]] std::size_t size() const noexcept { return length_; }
    [[nodiscard]] entity operator[](std::size_t i) const noexcept {
        return entity_index<Allocator>::last_entity_at(*page_, first_ + static_cast<unsigned>(i));
    }

  private:
    const entity_page<Allocator>* page_;
    unsigned first_;
    unsigned length_;
};

/// The entities of a query as runs of neighbours: for loops that vectorise.
template <class Matcher, class Values = typename Matcher::value_types> class run_walk;
template <class Matcher, class... Vs> class run_walk<Matcher, types<Vs...>> {
    static_assert((!is_sparse<std::remove_const_t<Vs>>() && ...),
                  "throng: runs need values that are neighbours: not sparse ones, as those of more than 4096 bytes are "
                  "unless their component<T> says sparse = false");
    static_assert((!tag<std::remove_const_t<Vs>> && ...), "throng: a tag has no values: ask for it with all_of");

  public:
    using row_type = std::tuple<entity_run<typename Matcher::storage_type::allocator_type>, std::span<Vs>...>;
    using iterator = row_iterator<run_walk*>;

    run_walk(const Matcher& m, caller where) noexcept : walk_(m, false, where) { advance(); }
    [[nodiscard]] iterator begin() noexcept { return iterator(this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    void advance() noexcept { run_ = walk_.next_run(); }
    [[nodiscard]] bool is_at_end() const noexcept { return run_.second == 0; }
    /// A run: its entities and its values.
    [[nodiscard]] row_type row() const noexcept {
        return Matcher::with_access(walk_.page(), [this](auto... values) {
            return row_type({walk_.storage().page(walk_.page_number()), run_.first, run_.second},
                            std::span(std::addressof(values(run_.first)), run_.second)...);
        });
    }

  private:
    query_walk<Matcher> walk_;
    std::pair<unsigned, unsigned> run_;
};

} // namespace throng::core
