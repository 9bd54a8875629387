#pragma once

#include <throng/world/kernel/column.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// The data of a component type that every edit looks up. It is stored in the world itself, and copied from the column
/// whenever that grows: the sooner an edit's destination is known, the less the following loads wait.
template <class Allocator> struct known_type {
    /// Null, and no number, if the type has not been needed yet.
    column<Allocator>* of = nullptr;
    std::uint32_t number = no_number;
    typename page_parts<Allocator>::view parts;

    static constexpr std::uint32_t no_number = ~std::uint32_t{0};

    [[nodiscard]] bool is_marked_in(std::uint64_t marks) const noexcept { return (marks & mark_of(number)) != 0; }
};

/// The columns of a world, one a component, by their numbers and by their types.
template <class Allocator> class column_set : pinned {
  public:
    using column_type = column<Allocator>;

    explicit column_set(const Allocator& allocator) noexcept : allocator_(allocator) {}
    ~column_set() { release(); }

    [[nodiscard]] std::size_t size() const noexcept { return columns_.size(); }
    [[nodiscard]] column_type& operator[](std::size_t number) const noexcept { return *columns_[number]; }
    /// In the order of their numbers.
    [[nodiscard]] const row<column_type*>& all() const noexcept { return columns_; }

    /// The column of a type, which is made when it is needed for the first time. Throws what the allocator throws.
    template <class T> [[nodiscard]] column_type& of() {
        const std::uint32_t n = component_number<T>();
        column_type* const c = of_type(n);
        return c != nullptr ? *c : make_typed(describe<std::remove_cv_t<T>>(), n);
    }
    /// Where most types stand that have been needed: its own if that is its number, or else that of another, or none.
    [[nodiscard]] const known_type<Allocator>& near_type(std::uint32_t type) const noexcept {
        return types_[type % near_types];
    }
    /// Whether nothing has needed a type yet, as far as that place tells.
    [[nodiscard]] static bool is_unneeded(std::uint32_t type, const known_type<Allocator>& near) noexcept {
        return type < near_types && near.of == nullptr;
    }
    /// The data of a type; without a number if it has not been used yet.
    [[nodiscard]] const known_type<Allocator>& type_of(std::uint32_t type) const noexcept {
        if (type < near_types) [[likely]]
            return types_[type];
        type -= near_types;
        return type < further_types_.size() ? further_types_[type] : no_type;
    }
    /// The column of the type with that number; null if it has not been needed yet.
    [[nodiscard]] column_type* of_type(std::uint32_t n) const noexcept { return type_of(n).of; }
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
    /// The column here of what is a component of another set: of the same type, or of the same name and description.
    /// Null if the name is that of something else. Throws what the allocator throws.
    [[nodiscard]] THRONG_ONCE column_type* like(const column_set& other, const column_type& c) {
        for (std::uint32_t n = 0; n < near_types + other.further_types_.size(); ++n) {
            if (other.type_of(n).of != &c) continue;
            column_type* const its = of_type(n);
            return its != nullptr ? its : &make_typed(c.type, n);
        }
        for (column_type* const known : columns_) {
            if (*c.type.name == 0 || !same_text(known->type.name, c.type.name)) continue;
            return known->type == c.type && !is_of_type(*known) ? known : nullptr;
        }
        return &make(c.type);
    }
    /// The first with that name, or, of those without one, with that name of its type; null if there is none.
    [[nodiscard]] column_type* named(const char* name) const noexcept {
        for (column_type* const c : columns_) {
            if (*name != 0 && same_text(c->type.name, name)) return c;
        }
        return nullptr;
    }
    [[nodiscard]] column_type* shown_as(const char* name) const noexcept {
        for (column_type* const c : columns_) {
            if (*name != 0 && *c->type.name == 0 && same_text(c->type.shown, name)) return c;
        }
        return nullptr;
    }
    /// A column of no C++ type. Throws what the allocator throws.
    THRONG_ONCE column_type& make(const component_type& type) {
        columns_.reserve(allocator_, columns_.size() + 1);
        auto* const c = make_object<column_type>(allocator_, type, static_cast<std::uint32_t>(columns_.size()));
        columns_.push(allocator_, c);
        struct guard {
            column_set& s;
            bool done = false;
            ~guard() {
                if (done) return;
                s.discard(s.columns_[s.columns_.size() - 1]);
                s.columns_.pop();
            }
        } g{*this};
        c->cover(allocator_, covered_);
        g.done = true;
        update_special();
        return *c;
    }
    /// A column of bits for one subset, until it is given back.
    [[nodiscard]] THRONG_ONCE column_type& borrow() {
        if (spare_.empty()) {
            spare_.reserve(allocator_, lent_ + 1);
            spare_.push(allocator_, &make({}));
            ++lent_;
        }
        column_type& c = *spare_[spare_.size() - 1];
        spare_.pop();
        c.lending = ++lendings_;
        return c;
    }
    void give_back(column_type& c) noexcept {
        c.lending = 0;
        THRONG_EXPECTS(spare_.size() < spare_.capacity());
        spare_.push(allocator_, &c);
    }
    /// Columns like those of another set that has more of them, without values and hooks.
    void match(const column_set& other) {
        for (std::size_t i = columns_.size(); i < other.size(); ++i) {
            column_type& made = make(other[i].type);
            made.special = other[i].special;
            made.lending = other[i].lending;
        }
    }
    /// Exchanges all values: of columns that both sets have. Both cover the same pages.
    THRONG_ONCE void swap_values(column_set& other) noexcept {
        for (std::size_t i = 0; i < columns_.size() && i < other.size(); ++i) columns_[i]->swap_values(other[i]);
        update_types();
    }

    /// Every column can be asked of pages up to there. Throws what the allocator throws.
    THRONG_ONCE void cover(std::size_t pages) {
        struct guard {
            column_set& s;
            ~guard() { s.update_types(); }
        } g{*this};
        for (column_type* const c : columns_) c->cover(allocator_, pages);
        if (covered_ < pages) covered_ = pages;
    }
    /// Marks of the columns of which an addition or a removal has more to do than to set a bit. (Columns may share a
    /// mark.)
    [[nodiscard]] std::uint64_t special_additions() const noexcept { return special_additions_; }
    [[nodiscard]] std::uint64_t special_removals() const noexcept { return special_removals_; }
    /// Whether a hook is called for entities as such, with any components.
    bool births_are_told = false;
    /// Updates the properties of columns that edits must consider.
    void update_special() noexcept {
        special_additions_ = births_are_told ? ~std::uint64_t{0} : 0;
        special_removals_ = 0;
        for (const column_type* const one : columns_) {
            if ((one->special & column_type::noted_on_addition) != 0) special_additions_ |= one->mark;
            if ((one->special & column_type::noted_on_removal) != 0) special_removals_ |= one->mark;
        }
    }
    void trim() noexcept {
        for (column_type* const c : columns_) c->trim(allocator_);
    }
    void destroy_values() noexcept {
        for (column_type* const c : columns_) c->destroy_values();
    }
    /// Gives everything back. There are no values any more.
    THRONG_ONCE void release() noexcept {
        for (column_type* const c : columns_) discard(c);
        columns_.release(allocator_);
        for (known_type<Allocator>& t : types_) t = no_type;
        further_types_.release(allocator_);
        spare_.release(allocator_);
    }
    [[nodiscard]] THRONG_ONCE std::size_t bytes() const noexcept {
        std::size_t n = columns_.bytes() + further_types_.bytes();
        for (const column_type* const c : columns_) n += c->bytes();
        return n;
    }

  private:
    template <class> friend class world_validation;

    void discard(column_type* c) noexcept {
        c->release(allocator_);
        discard_object(allocator_, c);
    }
    THRONG_NOINLINE column_type& make_typed(const component_type& type, std::uint32_t n) {
        if (n >= near_types) further_types_.extend(allocator_, n - near_types + 1);
        column_type& c = make(type);
        // A query may know the type's mark before there is a column.
        c.mark = mark_of(n);
        update_special();
        (n < near_types ? types_[n] : further_types_[n - near_types]) = known_type<Allocator>{&c, n, c.parts.all()};
        return c;
    }
    /// Columns have grown, or have exchanged what they hold.
    void update_types() noexcept {
        for (known_type<Allocator>& t : types_) update_type(t);
        for (known_type<Allocator>& t : further_types_) update_type(t);
    }
    static void update_type(known_type<Allocator>& t) noexcept {
        if (t.of != nullptr) t.parts = t.of->parts.all();
    }

    static constexpr std::uint32_t near_types = 64;

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    /// By the numbers of the types.
    known_type<Allocator> types_[near_types];
    row<known_type<Allocator>> further_types_;
    static constexpr known_type<Allocator> no_type{};
    std::uint64_t special_additions_ = 0;
    std::uint64_t special_removals_ = 0;
    row<column_type*> columns_;
    /// Pages that every column can be asked of.
    std::size_t covered_ = 0;
    /// Columns of destroyed subsets. There is room for all that were ever lent.
    row<column_type*> spare_;
    std::size_t lent_ = 0;
    std::uint64_t lendings_ = 0;
};

} // namespace throng::core
