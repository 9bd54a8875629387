#pragma once

#include <throng/core/audit.hpp>
#include <throng/spatial/detail/grid_map.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <optional>
#endif

/// The objects of a grid by cell, and the queries that see them.
///
/// While no query is open, a cell is a plain run, in the order of the numbers that nodes got when they were inserted,
/// so that it depends on the present nodes alone. While queries are open, nothing moves in its run: a removed node
/// leaves a gap, a new one is put at the end with the number of queries opened so far, and one that moves to another
/// cell leaves a trail. So each node has exactly one place for each query: where it stood when that was opened. When
/// the last query is closed, the changed cells are put in order.
namespace throng::core {

/// An open query: a node on the caller's stack, in a chain that begins in the grid, the latest first.
template <class Space> struct grid_query_node {
    /// Null once it is closed.
    grid_cells<Space>* home = nullptr;
    grid_query_node* next = nullptr;
    grid_query_node* previous = nullptr;
    /// The how many-th since none was open.
    std::uint64_t epoch = 0;
    /// Whether it goes through all blocks, which keep their places then.
    bool by_index = false;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Set when the caller has opened it.
    std::optional<opening> opened;
    /// See walk_registry.
    std::uintptr_t mark = 0;
#endif
};

template <class> class grid_validation;

template <class Space> class grid_cells {
    using node = grid_node<Space>;
    using trail = grid_trail<Space>;
    using entry = grid_entry<Space>;
    using cell = grid_cell<Space>;
    using block = grid_block<Space>;
    using query = grid_query_node<Space>;
    using real = typename Space::real;
    using position = typename Space::position;
    using coordinates = typename Space::cell;

  public:
    grid_cells(double cell_width, unit_memory& memory, [[maybe_unused]] caller where) noexcept
        : memory_(memory),
          map_(memory),
          scale_(cell_width)
#if defined(THRONG_AUDIT) && THRONG_AUDIT
          ,
          log_(where)
#endif
    {
        mark_file<grid_cells>();
    }
    grid_cells(const grid_cells&) = delete;
    grid_cells& operator=(const grid_cells&) = delete;
    /// The objects are in no grid then, and queries end.
    ~grid_cells() {
        while (newest_ != nullptr) close(*newest_);
        clear();
    }

    [[nodiscard]] bool is_walked() const noexcept { return newest_ != nullptr; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(const node& n) const noexcept { return n.block != nullptr && n.block->home == this; }
    [[nodiscard]] const grid_map<Space>& map() const noexcept { return map_; }
    [[nodiscard]] const grid_scale& scale() const noexcept { return scale_; }
    /// Gives an axis a period, before anything is inserted.
    void close_axis(unsigned axis, double period) noexcept { scale_.close(axis, period); }
    /// Whence queries may have some, as long as they are open.
    [[nodiscard]] unit_memory& memory() const noexcept { return memory_; }
    /// Counts whatever happens to nodes and their positions.
    [[nodiscard]] std::uint64_t edits() const noexcept { return edits_; }

    // --- edits -------------------------------------------------------------------------------------------------------

    /// Puts a node where it is to be, out of whichever grid it is in. Throws what the allocator throws, without effect.
    void insert(node& n, position at) {
        if (contains(n)) {
            move(n, at);
            return;
        }
        const spot to = make_room(scale_.cell_of(at));
        const std::uint64_t kept = n.block == nullptr && n.number != 0 && n.numbered_by == this ? n.number : 0;
        if (n.block != nullptr) leave_grid(n);
        n = node{};
        n.number = kept != 0 ? kept : ++last_number_;
        if (last_number_ < kept) last_number_ = kept;
        put(n, to, at);
        ++size_;
        ++edits_;
    }
    /// For a node of this grid. The same.
    void move(node& n, position at) {
        const coordinates to = scale_.cell_of(at);
        ++edits_;
        if (!n.block->holds(to) || block::index_of(to) != n.cell) {
            // (Number by number: as vectors, they would be put together before it is known that they cross.)
            constexpr unsigned z = Space::dimensions - 1;
            cross(n, at[0], at[1], at[z], to[0], to[1], to[z]);
            return;
        }
        Space::each([&](unsigned i) { n.entry->at[i] = at[i]; });
    }
    /// For a node of this grid.
    void remove(node& n) noexcept {
        if (newest_ == nullptr) {
            close_gap(*n.block, n.cell, *n.entry);
        } else {
            leave_gap(n, nullptr);
            while (n.trail != nullptr) {
                trail* const t = n.trail;
                n.trail = t->older;
                t->entry->of = nullptr;
                memory_.give_back(t, trail_size);
            }
        }
        n = node{};
        --size_;
        ++edits_;
    }
    /// For a node of this grid that has another address now.
    void follow(node& n) noexcept {
        n.entry->of = &n;
        for (trail* t = n.trail; t != nullptr; t = t->older) t->node = &n;
        ++edits_;
    }
    void clear() noexcept {
        if (newest_ != nullptr) {
            for (std::size_t i = 0; i < map_.size(); ++i) {
                for_each_node(map_[i], [this](node& n) {
                    if (n.block != nullptr) remove(n);
                });
            }
            return;
        }
        while (map_.size() != 0) {
            block& b = map_[map_.size() - 1];
            for_each_node(b, [](node& n) { n = node{}; });
            for (cell& c : b.cells) empty(b, c);
            map_.remove(b);
        }
        size_ = 0;
        ++edits_;
    }
    /// Gives back all memory, if nothing is in the grid and no query is open.
    void trim() noexcept {
        if (size_ != 0 || newest_ != nullptr) return;
        map_.forget();
        memory_.release();
    }

    // --- queries -----------------------------------------------------------------------------------------------------

    /// Before a query goes through all blocks: they are arranged, unless another one is going through them, to which
    /// those that have come since are behind the others.
    void go_by_index(query& q) noexcept {
        if (q.by_index) return;
        if (by_index_++ == 0) map_.arrange();
        q.by_index = true;
    }
    void open(query& q) noexcept {
        q.home = this;
        q.epoch = ++epoch_;
        link(q);
    }
    void close(query& q) noexcept {
        unlink(q);
        if (q.by_index) --by_index_;
        q.by_index = false;
        q.home = nullptr;
        if (newest_ == nullptr) settle();
    }
    /// `to` takes the place of `from`, of which it is a copy.
    static void replace(query& from, query& to) noexcept {
        if (from.home == nullptr) return;
        if (to.next != nullptr) to.next->previous = &to;
        (to.previous != nullptr ? to.previous->next : to.home->newest_) = &to;
        to.home->open_.add(to);
        to.home->open_.remove(from);
        from.home = nullptr;
    }
    /// The object that a query sees in an entry of a changed cell; null for nothing. `at` is the entry with the
    /// position.
    [[nodiscard]] static node* seen(const query& q, const entry& e, const entry*& at) noexcept {
        node* n = e.of;
        if (n == nullptr || n->born >= q.epoch) return nullptr;
        if (n->block == nullptr) {
            auto& t = static_cast<trail&>(*n);
            if (q.epoch > t.died) return nullptr;
            n = t.node;
        }
        at = n->entry;
        return n;
    }
    /// The same of an entry of any cell. Unchanged entries are seen without reading the node.
    [[nodiscard]] static node* seen(const query& q, const block& b, unsigned index, std::uint32_t slot,
                                    const entry*& at) noexcept {
        const entry& e = b.cells[index].run[slot];
        if ((b.dirty >> index & 1U) != 0) [[unlikely]]
            return seen(q, e, at);
        at = &e;
        return e.of;
    }

    // --- the audit build's checks; nothing in any other --------------------------------------------------------------

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] audit::visit entered(caller where) const {
        mark_file<grid_cells>();
        log_.check_walks(open_, where);
        return audit::visit(log_, where, open_.innermost());
    }
    void opened(query& q, caller where) const {
        mark_file<grid_cells>();
        log_.check_walks(open_, where, "second walk opened");
        const opening now{where};
        log_.check_walk(now, open_.innermost());
        q.opened = now;
        log_.check_walks(open_, where, "walk opened");
    }
    void check_unwalked(const char* what, caller where) const {
        log_.check_walks(open_, where);
        log_.check_unwalked(what, where, open_.innermost());
    }
    void check_width(double width, caller where) const {
        if (!is_width(width)) log_.fail("a grid's cells have no positive, finite width", where, nullptr);
    }
    void check_period(double period, caller where) const {
        if (!(period > 0)) log_.fail("a grid's period is not positive", where, nullptr);
    }
    void name(const char* text) noexcept { log_.name(text); }
#else
    struct [[maybe_unused]] nothing {};
    [[nodiscard]] nothing entered(caller) const noexcept {
        mark_file<grid_cells>();
        return {};
    }
    void opened(query&, caller) const noexcept { mark_file<grid_cells>(); }
    void check_unwalked(const char*, caller) const noexcept {}
    void check_width(double, caller) const noexcept {}
    void check_period(double, caller) const noexcept {}
    void name(const char*) noexcept {}
#endif

    [[nodiscard]] static bool is_width(double width) noexcept {
        return width > 0 && width <= std::numeric_limits<double>::max();
    }

  private:
    template <class> friend class grid_validation;

    struct spot {
        block* home;
        unsigned index;
    };
    static constexpr unsigned trail_size = sizeof(trail) <= 64 ? 0 : 1;
    static_assert(sizeof(trail) <= 128);

    /// A cell with room for one more. All that may throw of an edit.
    [[nodiscard]] spot make_room(coordinates at) {
        const coordinates of_block = block::block_of(at);
        block* b = map_.find(of_block);
        if (b == nullptr) b = &map_.add(*this, of_block);
        const unsigned index = block::index_of(at);
        cell& c = b->cells[index];
        // So that what has come for no node, if there is no memory for the rest, goes with the last query.
        if (newest_ != nullptr) soil(*b, index);
        if (c.is_full()) grow(*b, c);
        return {b, index};
    }
    void grow(block& b, cell& c) {
        /// A block that has just come for a cell without memory goes again; while queries are open, with the last of
        /// them.
        struct undo {
            grid_cells& home;
            block& b;
            bool done = false;
            ~undo() {
                if (!done) home.drop_if_empty(b);
            }
        } u{*this, b};
        const std::uint32_t size = c.run == nullptr ? 0 : c.size + 1;
        void* const memory = memory_.take(size);
        u.done = true;
        rehouse(c, memory, size);
    }
    /// Moves a cell's entries to another piece of memory.
    void rehouse(cell& c, void* memory, std::uint32_t size) noexcept {
        auto* const run = static_cast<entry*>(memory);
        for (std::uint32_t i = 0; i < c.count; ++i) {
            ::new (static_cast<void*>(run + i)) entry(c.run[i]);
            if (run[i].of != nullptr) run[i].of->entry = run + i;
        }
        if (c.run != nullptr) memory_.give_back(c.run, c.size);
        c.run = run;
        c.size = size;
    }
    /// Where room has been made.
    void put(node& n, spot to, position at) noexcept {
        block& b = *to.home;
        cell& c = b.cells[to.index];
        n.entry = ::new (static_cast<void*>(c.run + c.count)) entry{at, &n};
        n.block = &b;
        n.cell = to.index & node::last_cell;
        ++c.count;
        if (newest_ == nullptr) put_in_order(c, c.count - 1);
        b.occupied |= std::uint64_t{1} << to.index;
        if (newest_ != nullptr) n.born = epoch_ & node::last_epoch;
    }

    THRONG_NOINLINE void cross(node& n, real x, real y, real z, grid_coordinate cell_x, grid_coordinate cell_y,
                               grid_coordinate cell_z) {
        const spot to = make_room(Space::of(cell_x, cell_y, cell_z));
        const position at = Space::of(x, y, z);
        entry& left = *n.entry;
        block& from = *n.block;
        const unsigned index = n.cell;
        if (newest_ == nullptr) {
            put(n, to, at);
            close_gap(from, index, left);
        } else {
            // Nodes of which all queries know the new place alone need no trail.
            trail* t = nullptr;
            if (n.born < newest_->epoch) {
                t = ::new (memory_.take(trail_size)) trail;
                t->entry = &left;
                t->born = n.born;
                t->node = &n;
                t->died = epoch_;
                t->older = std::exchange(n.trail, t);
            }
            leave_gap(n, t);
            put(n, to, at);
        }
    }
    /// The i-th of a run is put among those before it, which are in order. Of two with one number, one of which is a
    /// copy, the later gets another number.
    void put_in_order(cell& c, std::uint32_t i) noexcept {
        const entry in = c.run[i];
        node& n = *in.of;
        for (std::uint32_t before = i; before != 0 && c.run[before - 1].of->number >= n.number; --before) {
            if (c.run[before - 1].of->number == n.number) {
                n.number = ++last_number_;
                return put_in_order(c, i);
            }
        }
        for (; i != 0 && c.run[i - 1].of->number > n.number; --i) {
            c.run[i] = c.run[i - 1];
            c.run[i].of->entry = c.run + i;
        }
        c.run[i] = in;
        n.entry = c.run + i;
    }
    /// Moves up the entries behind a removed one.
    void close_gap(block& b, unsigned index, entry& gap) noexcept {
        cell& c = b.cells[index];
        const entry* const end = c.run + --c.count;
        for (entry* e = &gap; e != end; ++e) {
            *e = e[1];
            e->of->entry = e;
        }
        if (c.count == 0) {
            empty(b, c);
            drop_if_empty(b);
        } else {
            shrink(c);
        }
    }
    void leave_gap(node& n, trail* t) noexcept {
        n.entry->of = t;
        soil(*n.block, n.cell);
    }
    void soil(block& b, unsigned index) noexcept {
        if (b.dirty == 0) b.next_dirty = std::exchange(dirty_, &b);
        b.dirty |= std::uint64_t{1} << index;
    }

    void empty(block& b, cell& c) noexcept {
        if (c.run == nullptr) return;
        memory_.give_back(c.run, c.size);
        b.occupied &= ~(std::uint64_t{1} << (&c - b.cells));
        c = cell{};
    }
    void drop_if_empty(block& b) noexcept {
        if (b.occupied == 0 && b.dirty == 0 && newest_ == nullptr) map_.remove(b);
    }
    /// A run that would fit four times over is moved to a smaller piece, if there is one at hand.
    void shrink(cell& c) noexcept {
        if (c.size < 2 || 4 * c.count > cell::room(c.size)) return;
        const std::uint32_t size = c.size - 1;
        if (void* const memory = memory_.take_returned(size); memory != nullptr) rehouse(c, memory, size);
    }

    /// When no query is open any more: gaps and trails go.
    void settle() noexcept {
        epoch_ = 0;
        while (dirty_ != nullptr) {
            block& b = *dirty_;
            dirty_ = std::exchange(b.next_dirty, nullptr);
            for (; b.dirty != 0; b.dirty &= b.dirty - 1) settle(b, b.cells[std::countr_zero(b.dirty)]);
            drop_if_empty(b);
        }
    }
    void settle(block& b, cell& c) noexcept {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < c.count; ++i) {
            node* const n = c.run[i].of;
            if (n == nullptr) continue;
            if (n->block == nullptr) {
                auto& t = static_cast<trail&>(*n);
                t.node->trail = nullptr;
                memory_.give_back(&t, trail_size);
                continue;
            }
            n->born = 0;
            n->entry = c.run + kept;
            c.run[kept] = c.run[i];
            put_in_order(c, kept++);
        }
        c.count = kept;
        if (kept == 0) empty(b, c);
        else shrink(c);
    }

    /// f may change the node, or remove it while queries are open.
    template <class F> static void for_each_node(block& b, F f) {
        for (std::uint64_t left = b.occupied; left != 0; left &= left - 1) {
            cell& c = b.cells[std::countr_zero(left)];
            for (std::uint32_t i = 0; i < c.count; ++i) {
                if (c.run[i].of != nullptr) f(*c.run[i].of);
            }
        }
    }

    /// (Not inline: g++ 12 would warn of the address of a local, which the query's destructor takes back.)
    THRONG_NOINLINE void link(query& q) noexcept {
        q.previous = nullptr;
        q.next = newest_;
        if (newest_ != nullptr) newest_->previous = &q;
        newest_ = &q;
        open_.add(q);
    }
    void unlink(query& q) noexcept {
        open_.remove(q);
        if (q.next != nullptr) q.next->previous = q.previous;
        (q.previous != nullptr ? q.previous->next : newest_) = q.next;
    }

    unit_memory& memory_;
    grid_map<Space> map_;
    grid_scale scale_;
    std::size_t size_ = 0;
    std::uint64_t edits_ = 0;
    std::uint64_t last_number_ = 0;
    /// Queries opened since none was open.
    std::uint64_t epoch_ = 0;
    query* newest_ = nullptr;
    /// How many queries go through all blocks.
    std::size_t by_index_ = 0;
    block* dirty_ = nullptr;

    THRONG_NO_UNIQUE_ADDRESS mutable walk_registry<query> open_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    mutable audit log_;
#endif
};

template <class Space> void copy_number(const grid_node<Space>& from, grid_node<Space>& to) noexcept {
    to.number = from.number;
    if (from.number != 0) to.numbered_by = from.block != nullptr ? from.block->home : from.numbered_by;
}
template <class Space> void leave_grid(grid_node<Space>& n) noexcept { n.block->home->remove(n); }
template <class Space> void follow_in_grid(grid_node<Space>& n) noexcept { n.block->home->follow(n); }

} // namespace throng::core
