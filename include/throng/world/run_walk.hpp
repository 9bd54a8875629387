#pragma once

#include <throng/world/query_walk.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>

namespace throng::core {

/// Entities that follow one another: the handles they have, or had if they have died since the walk came there.
template <class Storage> class entity_run {
  public:
    entity_run(const Storage& home, std::uint32_t page, unsigned first, unsigned length) noexcept
        : page_(&home.page(page)), first_(first), length_(length) {}
    [[nodiscard]] std::size_t size() const noexcept { return length_; }
    [[nodiscard]] entity operator[](std::size_t i) const noexcept {
        const unsigned slot = first_ + static_cast<unsigned>(i);
        return Storage::last_entity_at(*page_, slot);
    }

  private:
    const typename Storage::page_type* page_;
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
    using run_type = std::tuple<entity_run<typename Matcher::storage_type>, std::span<Vs>...>;

    run_walk(const Matcher& m, caller where) noexcept : walk_(m, false, where) { go_on(); }
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = run_type;
        using difference_type = std::ptrdiff_t;

        explicit iterator(run_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] run_type operator*() const noexcept { return walk_->run(); }
        iterator& operator++() noexcept {
            walk_->go_on();
            return *this;
        }
        void operator++(int) noexcept { walk_->go_on(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return i.is_over(); }

      private:
        [[nodiscard]] bool is_over() const noexcept { return walk_->is_over(); }
        run_walk* walk_;
    };
    [[nodiscard]] iterator begin() noexcept { return iterator(*this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

  private:
    friend class iterator;
    [[nodiscard]] bool is_over() const noexcept { return length_ == 0; }
    void go_on() noexcept {
        const auto [first, length] = walk_.next_run();
        first_ = first;
        length_ = length;
    }
    [[nodiscard]] run_type run() const noexcept {
        return Matcher::with_access(walk_.page(), [this](auto... values) {
            return run_type({walk_.storage(), walk_.page_number(), first_, length_},
                            std::span(std::addressof(values(first_)), length_)...);
        });
    }

    query_walk<Matcher> walk_;
    unsigned first_ = 0;
    unsigned length_ = 0;
};

} // namespace throng::core
