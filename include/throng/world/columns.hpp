#pragma once

#include <throng/world/column.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// What every edit looks up of a component type. It stands in the world itself, and is copied from the column whenever
/// that grows: the sooner it is known where an edit writes, the less do the loads behind it wait.
template <class Allocator> struct known_type {
    /// Null, and the number nobody's, if the type has not been needed yet.
    column<Allocator>* of = nullptr;
    std::uint32_t number = nobodys;
    typename page_parts<Allocator>::view parts;

    static constexpr std::uint32_t nobodys = ~std::uint32_t{0};

    [[nodiscard]] bool is_marked_in(std::uint64_t marks) const noexcept { return (marks & mark_of(number)) != 0; }
};

/// The columns of a world, one a component.
template <class Allocator> class world_columns {
  public:
    using allocator_type = Allocator;
    using column_type = column<Allocator>;

    world_columns(const world_columns&) = delete;
    world_columns& operator=(const world_columns&) = delete;

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }

    /// The column of a type, which is made when it is needed for the first time. Throws what the allocator throws.
    template <class T> [[nodiscard]] column_type& column_of() {
        const std::uint32_t n = component_number<T>();
        column_type* const c = column_of_type(n);
        return c != nullptr ? *c : make_typed_column(describe<std::remove_cv_t<T>>(), n);
    }
    /// The same, null if it has not been needed yet.
    template <class T> [[nodiscard]] column_type* find_column() const noexcept {
        return column_of_type(known_component_number<T>());
    }
    /// Where most types stand that have been needed: its own if that is its number, or else somebody's or nobody's.
    [[nodiscard]] const known_type<Allocator>& near_type(std::uint32_t type) const noexcept {
        return types_[type % near_types];
    }
    /// What is known of a type; nobody's if it has not been needed yet.
    [[nodiscard]] const known_type<Allocator>& type_of(std::uint32_t type) const noexcept {
        if (type < near_types) [[likely]]
            return types_[type];
        type -= near_types;
        return type < further_types_.size() ? further_types_[type] : no_type;
    }
    /// The column of the type with that number; null if it has not been needed yet.
    [[nodiscard]] column_type* column_of_type(std::uint32_t n) const noexcept { return type_of(n).of; }
    /// Whether it is that of a type: not of a component of run time, and of no subset.
    [[nodiscard]] bool is_of_type(const column_type& c) const noexcept {
        for (const known_type<Allocator>& t : types_) {
            if (t.of == &c) return true;
        }
        for (const known_type<Allocator>& t : further_types_) {
            if (t.of == &c) return true;
        }
        return false;
    }
    column_type& make_column(const component_type& type) {
        columns_.reserve(allocator_, columns_.size() + 1);
        auto* const c = ::new (memory::take(allocator_, sizeof(column_type)))
            column_type(type, static_cast<std::uint32_t>(columns_.size()));
        columns_.push(allocator_, c);
        struct guard {
            world_columns& s;
            bool done = false;
            ~guard() {
                if (!done) s.discard_last_column();
            }
        } g{*this};
        c->cover(allocator_, covered_);
        g.done = true;
        update_special();
        return *c;
    }
    [[nodiscard]] const row<column_type*>& columns() const noexcept { return columns_; }
    /// A column of bits for one subset, until it is given back.
    [[nodiscard]] column_type& borrow_column() {
        if (spare_.empty()) {
            spare_.reserve(allocator_, lent_ + 1);
            column_type& made = make_column({});
            ++lent_;
            made.lending = ++lendings_;
            return made;
        }
        column_type& c = *spare_[spare_.size() - 1];
        spare_.pop();
        c.lending = ++lendings_;
        return c;
    }
    /// Nobody has it any more.
    void give_column_back(column_type& c) noexcept {
        c.lending = 0;
        spare_.push(allocator_, &c);
    }

  protected:
    using memory = line_memory<Allocator>;

    explicit world_columns(const Allocator& allocator) noexcept : allocator_(allocator) {}
    ~world_columns() = default;

    /// Every column can be asked of pages up to there. Throws what the allocator throws.
    void cover(std::size_t pages) {
        struct guard {
            world_columns& s;
            ~guard() { s.update_types(); }
        } g{*this};
        for (column_type* const c : columns_) c->cover(allocator_, pages);
        if (covered_ < pages) covered_ = pages;
    }
    /// Columns have grown, or have exchanged what they hold.
    void update_types() noexcept {
        for (known_type<Allocator>& t : types_) update_type(t);
        for (known_type<Allocator>& t : further_types_) update_type(t);
    }
    /// What of the columns an edit must take care of has changed.
    void update_special() noexcept {
        special_additions_ = special_removals_ = 0;
        for (const column_type* const one : columns_) {
            if ((one->special & column_type::noted_on_addition) != 0) special_additions_ |= one->mark;
            if ((one->special & column_type::noted_on_removal) != 0) special_removals_ |= one->mark;
        }
        update_care();
    }
    void update_care() noexcept {
        careful_additions_ = special_additions_ | walked_additions_;
        careful_removals_ = special_removals_ | walked_removals_;
    }
    void discard_column(column_type* c) noexcept {
        c->release(allocator_);
        c->~column_type();
        memory::give_back(allocator_, c, sizeof(column_type));
    }
    void discard_last_column() noexcept {
        discard_column(columns_[columns_.size() - 1]);
        columns_.pop();
    }
    [[gnu::noinline]] column_type& make_typed_column(const component_type& type, std::uint32_t n) {
        if (n >= near_types) further_types_.extend(allocator_, n - near_types + 1);
        column_type& c = make_column(type);
        // A query may know the type's mark before there is a column.
        c.mark = mark_of(n);
        update_special();
        (n < near_types ? types_[n] : further_types_[n - near_types]) = known_type<Allocator>{&c, n, c.parts.all()};
        return c;
    }
    void release_columns() noexcept {
        for (column_type* const c : columns_) discard_column(c);
        columns_.release(allocator_);
        for (known_type<Allocator>& t : types_) t = no_type;
        further_types_.release(allocator_);
        spare_.release(allocator_);
    }

    static void update_type(known_type<Allocator>& t) noexcept {
        if (t.of != nullptr) t.parts = t.of->parts.all();
    }

    static constexpr std::uint32_t near_types = 64;

    [[no_unique_address]] Allocator allocator_;
    /// By the numbers of the types.
    known_type<Allocator> types_[near_types];
    row<known_type<Allocator>> further_types_;
    static constexpr known_type<Allocator> no_type{};
    /// Marks of the columns of which an addition or a removal has more to do than to set a bit: because of the columns,
    /// because of open walks, and altogether. (Columns may share a mark.)
    std::uint64_t careful_additions_ = 0;
    std::uint64_t careful_removals_ = 0;
    std::uint64_t special_additions_ = 0;
    std::uint64_t special_removals_ = 0;
    std::uint64_t walked_additions_ = 0;
    std::uint64_t walked_removals_ = 0;
    row<column_type*> columns_;
    /// Pages that every column can be asked of.
    std::size_t covered_ = 0;
    /// Columns of subsets that are gone. There is room for all that were ever lent.
    row<column_type*> spare_;
    std::size_t lent_ = 0;
    std::uint64_t lendings_ = 0;
};

} // namespace throng::core
