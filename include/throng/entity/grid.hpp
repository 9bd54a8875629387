#pragma once

#include <throng/core/bytes.hpp>
#include <throng/core/requirements.hpp>
#include <throng/entity/grid_nearest.hpp>
#include <throng/entity/grid_pairs.hpp>
#include <throng/entity/grid_query.hpp>
#include <throng/entity/grid_search.hpp>
#include <throng/entity/grid_validation.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng {

/// A position in the plane.
template <class Real> struct grid_point {
    Real x;
    Real y;
    friend bool operator==(const grid_point&, const grid_point&) = default;
};

/// Objects that are owned elsewhere, found by where they are: a spatial hash over hooks in the objects. Queries may be
/// edited from within, as every walk may.
///
///     struct enemy {
///         throng::grid_hook<> place;
///     };
///     throng::grid<enemy, &enemy::place> near(64.0F);               // cells of 64 times 64
///     near.insert(e, x, y);
///     near.move(e, x, y);                                           // cheap while the cell stays the same
///     for (enemy& e : near.in_circle(x, y, blast)) near.remove(e);
///     near.each_pair(2 * radius, [&](enemy& a, enemy& b) { ... });  // each two that are near, once
///
/// | | `throng::grid<T>` | cells sorted anew each frame | `boost::geometry::index::rtree` |
/// |---|---|---|---|
/// | insert, remove, move | O(1) | all, each frame: O(n) | O(log n) |
/// | from within a query | any edit | none | none |
/// | a destroyed object | leaves by itself | is to be left out | is to be removed by hand |
/// | an object that is packed by its collection | takes its place along | is to be found again | the same |
/// | the plane | no bounds, no size to choose | usually a rectangle | no bounds |
/// | extent of the objects | points; `box_grid` has boxes and circles | points | boxes |
/// | memory an object | 32 bytes in it, 16 to 40 in the grid | 12 to 16 | 30 to 60 |
///
/// **Choose the cell** about as wide as the distance that is asked for most: pairs are fastest where no cell is smaller
/// than their distance. Cells are kept in blocks of eight times eight, which come when an object is in them and go when
/// none is.
///
/// **Positions** may be any: negative, huge and infinite ones are as good as others (what lies beyond the 2^31st cell
/// is kept in the last, and found at its own position). NaN is nowhere: `insert` and `move` refuse it, and a query of
/// NaN finds nothing. Real is float or double; distances are compared in it, as squares. What is infinitely far is at
/// an infinite distance from all that is elsewhere, and at none, not even that, from what is infinitely far in the same
/// direction (the difference is NaN): so two such are no pair, and no circle or `nearest` around one finds the other;
/// rectangles do.
///
/// **What queries see.** A query, be it a walk, `nearest` or `each_pair`, sees the objects that are in the grid when it
/// is opened: newcomers wait for the next one. It meets each at most once, in the cell where it was at the opening, and
/// asks then whether it is still in the grid, and where: so an object that is moved meanwhile, into whatever cell, is
/// visited if it is within the region at its turn. In other words:
/// - What is in the region from the opening to its turn is visited exactly once, however far it is moved in between.
/// - What is removed or destroyed before its turn is not visited; nor is what has left the region.
/// - What was outside and has moved in is visited if, when the query was opened, it was in a cell that the region
/// touches,
///   and that cell has not had its turn; in the same way in every build.
/// - Of a pair the same is true of the distance: two that are near from the opening to their turn are a pair exactly
/// once.
/// - An object that is removed and inserted again is a newcomer.
///
/// The order of visits is a function of the edits alone.
///
/// **What does not own cannot keep alive.** An object that is destroyed during its own visit is gone at once. An object
/// that is moved in memory, by its collection's packing, say, takes its place in the grid along. And there are no
/// frozen views: freeze the collection that owns the objects, or put what a query finds into a `weak_list`.
///
/// `insert` and `move` throw what the allocator throws, and have not happened then; no other function throws anything
/// of its own. When all that it needs has been allocated once, nothing is allocated any more. Not for use by two
/// threads without a lock, not even for queries. Destroying a grid unlinks its objects; if a query of it is open, that
/// is an error of the caller's (the audit build reports it; otherwise such queries end). A grid is neither copied nor
/// moved.
template <class T, auto Hook = base_hook<>, class Real = float, class Allocator = std::allocator<T>> class grid {
    static_assert(std::is_floating_point_v<Real>,
                  "throng: a grid's Real, the type of its coordinates, is float or double");
    using access = core::grid_access<T, Hook, Real>;
    using caller = core::caller;
    using cells_type = core::grid_cells<Real>;
    using unit_allocator = typename std::allocator_traits<Allocator>::template rebind_alloc<core::unit_memory::unit>;

  public:
    using value_type = T;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    /// The type of coordinates, and two of them.
    using real = Real;
    using point = grid_point<Real>;
    using walk_type = core::grid_walk<access, T, Real>;
    using const_walk_type = core::grid_walk<access, const T, Real>;
    using iterator = core::walking_iterator<walk_type>;
    using const_iterator = core::walking_iterator<const_walk_type>;

    /// An empty grid of square cells; allocates nothing. The width of a cell is to be positive and finite: anything
    /// else is an error of the caller's (the audit build reports it; otherwise it is 1).
    explicit grid(Real cell_width, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : allocator_(allocator),
          cells_(cells_type::is_width(cell_width) ? static_cast<double>(cell_width) : 1.0, memory_, where) {
        cells_.check_width(static_cast<double>(cell_width), where);
    }
    grid(const grid&) = delete;
    grid& operator=(const grid&) = delete;
    ~grid() { cells_.check_unwalked("a grid is destroyed while a query of it is open", {}); }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return allocator_type(allocator_); }
    /// The width that it was made with.
    [[nodiscard]] Real cell_width() const noexcept { return static_cast<Real>(cells_.scale().width()); }

    // --- adding and moving -------------------------------------------------------------------------------------------

    /// Puts an object at a position. If it is in a grid by this hook it leaves that first; if it is in this one, it is
    /// moved. False, and nothing has happened, if a coordinate is NaN. O(1) on average.
    bool insert(T& object, Real x, Real y, caller where = {}) {
        if (!is_somewhere(x, y)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.insert(access::node_of(object), x, y);
        return true;
    }
    /// Tells the new position of an object. False, and nothing has happened, if it is not in this grid, or a coordinate
    /// is NaN. O(1), on average where it comes into another cell.
    bool move(T& object, Real x, Real y, caller where = {}) {
        core::grid_node<Real>& n = access::node_of(object);
        if (!is_somewhere(x, y) || !cells_.contains(n)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.move(n, x, y);
        return true;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether the object is in this grid, by this hook. O(1).
    [[nodiscard]] bool contains(core::element_ref<T> object) const noexcept {
        return cells_.contains(access::node_of(*object));
    }
    /// Where an object is, as it was told; NaN for one that is not in this grid. O(1).
    [[nodiscard]] point position(core::element_ref<T> object) const noexcept {
        constexpr Real nowhere = std::numeric_limits<Real>::quiet_NaN();
        const core::grid_node<Real>& n = access::node_of(*object);
        return cells_.contains(n) ? point{n.entry->x, n.entry->y} : point{nowhere, nowhere};
    }

    [[nodiscard]] size_type size() const noexcept { return cells_.size(); }
    [[nodiscard]] bool empty() const noexcept { return cells_.size() == 0; }
    /// Whether a query or a walk of it is open. Any edit is legal all the same.
    [[nodiscard]] bool is_walked() const noexcept { return cells_.is_walked(); }
    /// How many blocks of cells there are at the moment.
    [[nodiscard]] size_type blocks() const noexcept { return cells_.map().size(); }
    /// The memory that it has got of its allocator, in bytes.
    [[nodiscard]] size_type memory() const noexcept { return memory_.held(); }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an object at once: no query visits it any more. False if it is not in this grid. O(1), and O(cells that
    /// it has left while queries are open).
    bool remove(core::element_ref<T> object, caller where = {}) noexcept {
        if (!contains(object)) return false;
        [[maybe_unused]] const auto inside = cells_.entered(where);
        cells_.remove(access::node_of(*object));
        return true;
    }
    /// Removes each object for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* const x = w.next()) {
            if (pred(std::as_const(*x)) && remove(*x, where)) ++n;
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

    /// What stands in a rectangle, edges included; nothing if x0 > x1 or y0 > y1. O(cells it touches + objects in
    /// them), and never more than O(all blocks + objects in those cells).
    [[nodiscard]] walk_type in_rectangle(Real x0, Real y0, Real x1, Real y1, caller where = {}) {
        return opened<walk_type>({cells_.scale(), x0, y0, x1, y1}, where);
    }
    [[nodiscard]] const_walk_type in_rectangle(Real x0, Real y0, Real x1, Real y1, caller where = {}) const {
        return opened<const_walk_type>({cells_.scale(), x0, y0, x1, y1}, where);
    }
    /// What is at most `radius` away from a point; nothing if that is negative. The same.
    [[nodiscard]] walk_type in_circle(Real x, Real y, Real radius, caller where = {}) {
        return opened<walk_type>({cells_.scale(), x, y, radius}, where);
    }
    [[nodiscard]] const_walk_type in_circle(Real x, Real y, Real radius, caller where = {}) const {
        return opened<const_walk_type>({cells_.scale(), x, y, radius}, where);
    }

    /// The nearest object that is at most `within` away, and for which `accept(object)` is true; null if there is none.
    /// Of those that are equally far it is the first that the search meets. `accept` is asked of a few, may make any
    /// edit, and what it has removed is not the answer. O(objects around), O(blocks) where nothing is near. Throws what
    /// `accept` throws.
    template <class Predicate>
    [[nodiscard]] T* nearest(Real x, Real y, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        return found(*this, x, y, within, accept, where);
    }
    template <class Predicate>
    [[nodiscard]] const T* nearest(Real x, Real y, Real within, Predicate accept, caller where = {}) const {
        core::require_acceptance<Predicate, const T>();
        const auto asked = [&](const T& object) { return static_cast<bool>(accept(object)); };
        return found(const_cast<grid&>(*this), x, y, within, asked, where);
    }
    [[nodiscard]] T* nearest(Real x, Real y, Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        const auto any = [](const T&) { return true; };
        return found(*this, x, y, within, any, where);
    }
    [[nodiscard]] const T* nearest(Real x, Real y, Real within = std::numeric_limits<Real>::infinity(),
                                   caller where = {}) const {
        const auto any = [](const T&) { return true; };
        return found(const_cast<grid&>(*this), x, y, within, any, where);
    }

    /// Calls f(object), or f(object, distance), for the `count` nearest objects, from the nearest on: what is at most
    /// `within` away, and of which accept(object) is true, which must not edit. f may make any edit: what is gone by
    /// its turn is passed over. Equally far ones come in the order in which the search meets them. O(objects around),
    /// and O(blocks) where few are near. Throws what f, `accept` and the standard allocator throw.
    template <class F, class Predicate>
    void each_nearest(Real x, Real y, size_type count, F f, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        search([&](auto& s, auto& asked) { s.find_nearest(x, y, count, within, asked); }, f, accept, where);
    }
    template <class F> void each_nearest(Real x, Real y, size_type count, F f,
                                         Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        each_nearest(x, y, count, std::move(f), within, [](const T&) { return true; }, where);
    }
    /// The same for what is at most `width` away from the straight way between two points, in the order of the way; the
    /// distance is that along it. O(cells that the way touches + objects in them). Nothing where a coordinate is not
    /// finite, or the width is negative.
    template <class F, class Predicate>
    void each_along(point from, point to, Real width, F f, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        search([&](auto& s, auto& asked) { s.find_along(from.x, from.y, to.x, to.y, width, asked); }, f, accept, where);
    }
    template <class F> void each_along(point from, point to, Real width, F f, caller where = {}) {
        each_along(from, to, width, std::move(f), [](const T&) { return true; }, where);
    }

    /// Calls f(mine, its) for each object here with each of another grid, a layer of others, that is at most `distance`
    /// away. f may make any edit of both. O(objects here × objects around each). Throws what f throws.
    template <class Other, class F> void each_pair_with(Other& other, Real distance, F f, caller where = {}) {
        core::require_pair_visit<F, T, typename Other::value_type>();
        for (T& mine : walk(residents, where)) {
            const point at = position(mine);
            for (auto& its : other.in_circle(at.x, at.y, distance, where)) {
                (void)f(mine, its);
                if (!contains(mine)) break;
            }
        }
    }

    /// Calls f(a, b) for each two objects that are at most `distance` apart, once. f may make any edit. O(pairs of
    /// objects in neighbouring cells) for distances up to the cell's width. Throws what f throws.
    template <class F> void each_pair(Real distance, F f, caller where = {}) { pair_up<T>(cells_, distance, f, where); }
    template <class F> void each_pair(Real distance, F f, caller where = {}) const {
        pair_up<const T>(const_cast<cells_type&>(cells_), distance, f, where);
    }

    /// A walk of all that is here now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) { return opened<walk_type>(everywhere(), where); }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(everywhere(), where);
    }
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(residents, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(residents, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// Calls f for all that is here now.
    template <class F> void each(F f, caller where = {}) {
        core::require_visit<F, T>();
        auto w = walk(residents, where);
        while (T* const x = w.next()) (void)f(*x);
    }
    template <class F> void each(F f, caller where = {}) const {
        core::require_visit<F, const T>();
        auto w = walk(residents, where);
        while (const T* const x = w.next()) (void)f(*x);
    }

    /// A name for the audit build's messages; the text must outlive the grid.
    void name(const char* text) noexcept { cells_.name(text); }

    /// Whether the grid is whole: what its parts say of each other is compared. O(n). Always true, but for an error of
    /// the caller's that went before, or of the library's: for tests.
    [[nodiscard]] bool validate() const noexcept { return core::grid_validation<Real>::is_whole(cells_); }

  private:
    [[nodiscard]] static bool is_somewhere(Real x, Real y) noexcept { return x == x && y == y; }
    [[nodiscard]] core::grid_region<Real> everywhere() const noexcept {
        constexpr Real far = std::numeric_limits<Real>::infinity();
        return {cells_.scale(), -far, -far, far, far};
    }
    /// (An open query is no change of the grid's, so a const grid has them too.)
    template <class Walk> [[nodiscard]] Walk opened(const core::grid_region<Real>& region, caller where) const {
        Walk w(const_cast<cells_type&>(cells_), region);
        cells_.opened(w.query(), where);
        return w;
    }
    /// What happens to a pair.
    template <class Element, class F> struct pair_call {
        F& f;
        void operator()(core::grid_node<Real>& a, core::grid_node<Real>& b) const {
            (void)f(static_cast<Element&>(*access::object(a)), static_cast<Element&>(*access::object(b)));
        }
        THRONG_ALWAYS_INLINE static void fetch(core::grid_node<Real>& n) noexcept { core::prefetch(access::object(n)); }
    };
    template <class Element, class F> static void pair_up(cells_type& cells, Real distance, F& f, caller where) {
        core::require_pair_visit<F, Element, Element>();
        const pair_call<Element, F> call{f};
        core::grid_pairs<Real, const pair_call<Element, F>> pairs(cells, distance, call);
        cells.opened(pairs.query(), where);
        pairs.run();
    }
    template <class Find, class F, class Predicate> void search(Find find, F& f, Predicate& accept, caller where) {
        const auto asked = [&](core::grid_node<Real>& n) { return static_cast<bool>(accept(*access::object(n))); };
        core::grid_search<Real> s(cells_);
        cells_.opened(s.query(), where);
        find(s, asked);
        s.visit([&](core::grid_node<Real>& n, [[maybe_unused]] double distance) {
            if constexpr (std::is_invocable_v<F&, T&, Real>) (void)f(*access::object(n), static_cast<Real>(distance));
            else (void)f(*access::object(n));
        });
    }
    template <class Predicate>
    [[nodiscard]] static T* found(grid& home, Real x, Real y, Real within, Predicate& accept, caller where) {
        const auto asked = [&](core::grid_node<Real>& n) { return static_cast<bool>(accept(*access::object(n))); };
        core::grid_nearest<Real, decltype(asked)> search(home.cells_, x, y, within, asked);
        home.cells_.opened(search.query(), where);
        core::grid_node<Real>* const n = search.find();
        return n == nullptr ? nullptr : access::object(*n);
    }

    unit_allocator allocator_;
    core::unit_memory memory_{&core::unit_memory::supply<unit_allocator>, &allocator_};
    cells_type cells_;
};

namespace pmr {
template <class T, auto Hook = base_hook<>, class Real = float> using grid =
    throng::grid<T, Hook, Real, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
