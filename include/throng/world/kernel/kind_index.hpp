#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/kernel/column_set.hpp>
#include <throng/world/kernel/entity_page.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// The sets of components that entities are created with.
struct spawn_family {
    struct description {};
    template <class... Cs> static constexpr description (*describe)() = nullptr;
};

/// The kinds of a world: the sets of components that entities are born with. Each has a number, in the order of coming.
template <class Allocator> class kind_index : pinned {
  public:
    using column_type = column<Allocator>;
    using kind_type = kind<Allocator>;

    kind_index(const Allocator& allocator, column_set<Allocator>& columns) noexcept
        : allocator_(allocator), columns_(columns) {}
    ~kind_index() { release(); }

    [[nodiscard]] const row<kind_type*>& all() const noexcept { return all_; }

    /// The kind of entities created with these components.
    template <class... Cs> [[nodiscard]] kind_type& of() {
        const std::uint32_t n = type_numbers<spawn_family>::of<Cs...>();
        kind_type* const k = by_spawn_.at(n);
        return k != nullptr ? *k : find<Cs...>(n);
    }
    /// The kind with these columns, which are put in order.
    [[nodiscard]] THRONG_ONCE kind_type& of_columns(row<column_type*>& those) {
        for (std::size_t i = 1; i < those.size(); ++i) {
            for (std::size_t j = i; j > 0 && those[j]->number < those[j - 1]->number; --j)
                std::swap(those[j], those[j - 1]);
        }
        for (kind_type* const k : all_) {
            if (k->is_of(those)) return *k;
        }
        local_row<column_type*, Allocator> own(allocator_);
        for (column_type* const c : those) own.push(c);
        kind_type& made = add();
        made.columns.swap(own);
        return made;
    }
    /// One without columns.
    THRONG_ONCE kind_type& add() {
        all_.reserve(allocator_, all_.size() + 1);
        auto* const k = make_object<kind_type>(allocator_);
        k->number = static_cast<std::uint32_t>(all_.size());
        all_.push(allocator_, k);
        return *k;
    }

    /// Every kind can be asked of so many pages, and there is room for so many kinds. Throws what the allocator throws.
    void cover(std::size_t pages, std::size_t kinds) {
        all_.reserve(allocator_, kinds);
        for (kind_type* const k : all_) k->roomy.extend(allocator_, pages / word_bits + 1);
    }
    /// No page has room, as far as the kinds know.
    void forget_room() noexcept {
        for (kind_type* const k : all_) {
            for (word& w : k->roomy) w = word{};
            k->first_roomy = 0;
            k->lowest = nullptr;
        }
    }
    /// Those of a row replace the kinds from that number on, to which no page belongs afterwards.
    THRONG_ONCE void replace(std::size_t first, row<kind_type*>& others) noexcept {
        THRONG_EXPECTS(first + others.size() <= all_.capacity());
        for (kind_type*& k : by_spawn_) {
            if (k != nullptr && k->number >= first) k = nullptr;
        }
        for (std::size_t n = first; n < all_.size(); ++n) discard(all_[n]);
        all_.shorten(first);
        for (kind_type* const k : others) {
            k->number = static_cast<std::uint32_t>(all_.size());
            all_.push(allocator_, k);
        }
        others.shorten(0);
    }
    void discard(kind_type* k) noexcept {
        k->columns.release(allocator_);
        k->roomy.release(allocator_);
        give_back_object(allocator_, k);
    }
    /// Exchanges all kinds with those of another index; its columns have the numbers that these have.
    THRONG_ONCE void swap(kind_index& other) noexcept {
        all_.swap(other.all_);
        find_columns();
        other.find_columns();
    }
    void release() noexcept {
        for (kind_type* const k : all_) discard(k);
        by_spawn_.release(allocator_);
        all_.release(allocator_);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = by_spawn_.bytes() + all_.bytes();
        for (const kind_type* const k : all_) n += sizeof(kind_type) + k->roomy.bytes() + k->columns.bytes();
        return n;
    }

  private:
    template <class... Cs> THRONG_NOINLINE kind_type& find(std::uint32_t n) {
        local_row<column_type*, Allocator> those(allocator_);
        (those.push(&columns_.template of<Cs>()), ...);
        kind_type& k = of_columns(those);
        by_spawn_.extend(allocator_, n + 1);
        by_spawn_[n] = &k;
        return k;
    }
    /// Kinds refer to the columns of this index's own set, and are found anew.
    void find_columns() noexcept {
        by_spawn_.shorten(0);
        for (kind_type* const k : all_) {
            for (column_type*& c : k->columns) c = &columns_[c->number];
        }
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    column_set<Allocator>& columns_;
    row<kind_type*> by_spawn_;
    row<kind_type*> all_;
};

} // namespace throng::core
