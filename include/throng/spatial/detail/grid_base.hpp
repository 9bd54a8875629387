#pragma once

#include <throng/core/bits.hpp>
#include <throng/core/requirements.hpp>
#include <throng/spatial/detail/grid_nearest.hpp>
#include <throng/spatial/detail/grid_pairs.hpp>
#include <throng/spatial/detail/grid_query.hpp>
#include <throng/spatial/detail/grid_search.hpp>
#include <throng/spatial/detail/grid_validation.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The common base of grids in the plane and in space: all functions that take no coordinates; and the implementation
/// of those that take them.
template <class T, auto Hook, class Space, class Allocator> class grid_base {
    static_assert(std::is_floating_point_v<typename Space::real>,
                  "throng: a grid's Real, the type of its coordinates, is float or double");
    using unit_allocator = typename std::allocator_traits<Allocator>::template rebind_alloc<unit_memory::unit>;

  protected:
    using access = grid_access<T, Hook, Space>;
    using node = grid_node<Space>;
    using cells_type = grid_cells<Space>;
    using position_type = typename Space::position;
    using region = grid_region<Space>;

  public:
    using value_type = T;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    /// The type of coordinates.
    using real = typename Space::real;
    using walk_type = grid_walk<access, T, Space>;
    using const_walk_type = grid_walk<access, const T, Space>;
    using iterator = walking_iterator<walk_type>;
    using const_iterator = walking_iterator<const_walk_type>;

    grid_base(const grid_base&) = delete;
    grid_base& operator=(const grid_base&) = delete;

    [[nodiscard]] allocator_type get_allocator() const noexcept { return allocator_type(allocator_); }
    /// The width that it was made with.
    [[nodiscard]] real cell_width() const noexcept { return static_cast<real>(cells_.scale().width()); }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether the object is in this grid, by this hook. O(1).
    [[nodiscard]] bool contains(element_ref<T> object) const noexcept {
        return cells_.contains(access::node_of(*object));
    }

    [[nodiscard]] size_type size() const noexcept { return cells_.size(); }
    [[nodiscard]] bool empty() const noexcept { return cells_.size() == 0; }
    /// Whether a query or a walk of it is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return cells_.is_walked(); }
    /// How many blocks of cells there are at the moment.
    [[nodiscard]] size_type blocks() const noexcept { return cells_.map().size(); }
    /// The memory that it has got of its allocator, in bytes.
    [[nodiscard]] size_type memory() const noexcept { return memory_.held(); }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an object at once: no query visits it any more. False if it is not in this grid. O(1), and O(cells that
    /// it has left while queries are open).
    bool remove(element_ref<T> object, caller where = {}) noexcept {
        if (!contains(object)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.remove(access::node_of(*object));
        return true;
    }
    /// Removes each object for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* const x = w.next()) {
            // (An object that has been destroyed by then is not looked at.)
            if (pred(std::as_const(*x)) && w.is_current_there() && remove(*x, where)) ++n;
        }
        return n;
    }
    /// Removes all objects. O(n).
    void clear(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.clear();
    }
    /// Gives its memory back, if it is empty and no query is open.
    void trim() noexcept { cells_.trim(); }

    // --- queries -----------------------------------------------------------------------------------------------------

    // A function f of a query may return bool: false ends the query. Here, and in all that a grid offers.

    /// Calls f(a, b) for each two objects that are at most `distance` apart, once, or until f returns false. f may make
    /// any edit. O(pairs of objects in neighbouring cells) for distances up to the cell's width. Throws what f throws.
    template <class F> void each_pair(real distance, F f, caller where = {}) { pair_up<T>(cells_, distance, f, where); }
    template <class F> void each_pair(real distance, F f, caller where = {}) const {
        pair_up<const T>(cells(), distance, f, where);
    }

    /// A walk of all that is here now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) { return opened<walk_type>(everywhere(), where); }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(everywhere(), where);
    }
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(residents, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(residents, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// Calls f for all that is here now, or until f returns false.
    template <class F> void each(F f, caller where = {}) {
        require_visit<F, T>();
        auto w = walk(residents, where);
        while (T* const x = w.next()) {
            if (!goes_on(f, *x)) return;
        }
    }
    template <class F> void each(F f, caller where = {}) const {
        require_visit<F, const T>();
        auto w = walk(residents, where);
        while (const T* const x = w.next()) {
            if (!goes_on(f, *x)) return;
        }
    }

    /// A name for the audit build's messages; the text must outlive the grid.
    void name(const char* text) noexcept { cells_.name(text); }

    /// Whether the grid is whole: what its parts say of each other is compared. O(n). Always true, but for an error of
    /// the caller's that went before, or of the library's: for tests.
    [[nodiscard]] bool validate() const noexcept { return grid_validation<Space>::is_whole(cells_); }

  protected:
    grid_base(real cell_width, const Allocator& allocator, caller where) noexcept
        : allocator_(allocator),
          cells_(cells_type::is_width(cell_width) ? static_cast<double>(cell_width) : 1.0, memory_, where) {
        cells_.check_width(static_cast<double>(cell_width), where);
    }
    grid_base(real cell_width, position_type periods, const Allocator& allocator, caller where) noexcept
        : grid_base(cell_width, allocator, where) {
        Space::each([&](unsigned i) {
            cells_.check_period(static_cast<double>(periods[i]), where);
            if (periods[i] > 0 && periods[i] <= std::numeric_limits<real>::max())
                cells_.close_axis(i, static_cast<double>(periods[i]));
        });
    }
    ~grid_base() { cells_.check_unwalked("a grid is destroyed while a query of it is open", {}); }

    bool insert_at(T& object, position_type at, caller where) {
        if (cells_.scale().is_periodic()) [[unlikely]]
            return insert_around(object, at, where);
        return insert_inside(object, at, where);
    }
    bool move_to(T& object, position_type at, caller where) {
        if (cells_.scale().is_periodic()) [[unlikely]]
            return move_around(object, at, where);
        return move_inside(object, at, where);
    }
    bool insert_inside(T& object, position_type at, caller where) {
        if (!Space::is_somewhere(at)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.insert(access::node_of(object), at);
        return true;
    }
    bool move_inside(T& object, position_type at, caller where) {
        node& n = access::node_of(object);
        if (!Space::is_somewhere(at) || !cells_.contains(n)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.move(n, at);
        return true;
    }
    THRONG_NOINLINE bool insert_around(T& object, position_type at, caller where) {
        return insert_inside(object, cells_.scale().wrapped(at), where);
    }
    THRONG_NOINLINE bool move_around(T& object, position_type at, caller where) {
        return move_inside(object, cells_.scale().wrapped(at), where);
    }
    [[nodiscard]] position_type position_of(element_ref<T> object) const noexcept {
        const node& n = access::node_of(*object);
        return cells_.contains(n) ? n.entry->at : Space::same(std::numeric_limits<real>::quiet_NaN());
    }

    /// (An open query does not modify the grid, so a const grid also has them.)
    [[nodiscard]] cells_type& cells() const noexcept { return const_cast<cells_type&>(cells_); }
    [[nodiscard]] position_type all_periods() const noexcept {
        return Space::vector([this](unsigned i) { return static_cast<real>(cells_.scale().period(i)); });
    }
    [[nodiscard]] region everywhere() const noexcept {
        constexpr real far = std::numeric_limits<real>::infinity();
        return {cells_.scale(), Space::same(-far), Space::same(far)};
    }
    [[nodiscard]] region between(position_type low, position_type high) const noexcept {
        return {cells_.scale(), low, high};
    }
    [[nodiscard]] region around(position_type centre, real radius) const noexcept {
        return {cells_.scale(), centre, radius};
    }
    template <class Walk> [[nodiscard]] Walk opened(const region& of, caller where) const {
        Walk w(cells(), of);
        cells_.opened(w.query(), where);
        return w;
    }

    template <class Element, class Predicate>
    [[nodiscard]] T* find_nearest(position_type centre, real within, Predicate& accept, caller where) const {
        const auto asked = [&](node& n) {
            return static_cast<bool>(accept(static_cast<Element&>(*access::object(n))));
        };
        if (cells_.scale().is_periodic()) [[unlikely]]
            centre = cells_.scale().wrapped(centre);
        grid_nearest<Space, decltype(asked)> search(cells(), centre, within, asked);
        cells_.opened(search.query(), where);
        node* const n = search.find();
        return n == nullptr ? nullptr : access::object(*n);
    }
    /// Sorts the nodes before calling f for them: find(search, accept) finds them.
    template <class Find, class F, class Predicate> void search(Find find, F& f, Predicate& accept, caller where) {
        const auto asked = [&](node& n) { return static_cast<bool>(accept(*access::object(n))); };
        grid_search<Space> s(cells_);
        cells_.opened(s.query(), where);
        find(s, asked);
        s.visit([&](node& n, [[maybe_unused]] double distance) {
            if constexpr (std::is_invocable_v<F&, T&, real>)
                return goes_on(f, *access::object(n), static_cast<real>(distance));
            else return goes_on(f, *access::object(n));
        });
    }
    /// around(position) is a query of the other grid.
    template <class Other, class Around, class F> void pair_with(Around query_around, F& f, caller where) {
        require_pair_visit<F, T, typename Other::value_type>();
        auto outer = walk(residents, where);
        while (T* const mine = outer.next()) {
            for (auto& its : query_around(outer.position())) {
                if (!goes_on(f, *mine, its)) return;
                if (!outer.is_current_there()) break;
            }
        }
    }

  private:
    /// The call for a pair.
    template <class Element, class F> struct pair_call {
        F& f;
        bool operator()(node& a, node& b) const {
            return goes_on(f, static_cast<Element&>(*access::object(a)), static_cast<Element&>(*access::object(b)));
        }
        THRONG_ALWAYS_INLINE static void fetch(node& n) noexcept { prefetch(access::object(n)); }
    };
    template <class Element, class F> static void pair_up(cells_type& cells, real distance, F& f, caller where) {
        require_pair_visit<F, Element, Element>();
        const pair_call<Element, F> call{f};
        if (cells.scale().is_periodic()) [[unlikely]] {
            const grid_pair_call<Space> one{const_cast<pair_call<Element, F>*>(&call), [](void* c, node& a, node& b) {
                                                return (*static_cast<const pair_call<Element, F>*>(c))(a, b);
                                            }};
            grid_pairs<Space, const grid_pair_call<Space>, true> pairs(cells, distance, one);
            cells.opened(pairs.query(), where);
            return pairs.run();
        }
        grid_pairs<Space, const pair_call<Element, F>> pairs(cells, distance, call);
        cells.opened(pairs.query(), where);
        pairs.run();
    }

    unit_allocator allocator_;
    unit_memory memory_{&unit_memory::supply<unit_allocator>, &allocator_};
    cells_type cells_;
};

} // namespace throng::core
