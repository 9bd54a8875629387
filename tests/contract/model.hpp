#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

/// The contract, said as plainly as possible: an element is a number, a collection is a vector of numbers in order, a
/// walk is the set of those it has visited. Everything the suite expects is computed here and nowhere else.
namespace contract {

inline constexpr int no_element = -1;

enum class newcomers { seen, unseen };

class model {
  public:
    using ids = std::vector<int>;

    struct walk {
        newcomers policy = newcomers::seen;
        std::vector<bool> residents; ///< what was there when the walk began, by id
        std::vector<bool> visited;   ///< by id
        ids stands_on;               ///< one element; a run of neighbours for `runs`
        bool swapped = false;        ///< the contents were swapped since it began
        bool packs = false;          ///< an `update`
        /// None before this place is still to be visited. Only saves time.
        std::size_t settled = 0;
    };
    struct view {
        ids shows;
        bool swapped = false; ///< the contents were swapped since it was taken
    };

    // Edits

    void add(int id) {
        order_.push_back(id);
        mark(belongs_, id);
    }

    bool remove(int id) {
        if (!contains(id)) return false;
        belongs_[static_cast<std::size_t>(id)] = false;
        const auto at = std::find(order_.begin(), order_.end(), id);
        const auto place = static_cast<std::size_t>(at - order_.begin());
        order_.erase(at);
        for (const auto& w : walks_) w->settled = std::min(w->settled, place);
        return true;
    }

    /// Of a collection that drops the oldest beyond so many elements.
    void drop_beyond(std::size_t most) {
        while (order_.size() > most) remove(order_.front());
    }
    /// The same while one of those is being dropped: it and those that were dropped before it.
    void drop_up_to(int id) {
        while (contains(id)) remove(order_.front());
    }

    /// Newcomers that wait for a commit are with the collection, but no walk sees them before.
    void add_waiting(int id) { waiting_.push_back(id); }
    void take_back(int id) { std::erase(waiting_, id); }
    void commit() {
        for (const int id : waiting_) add(id);
        waiting_.clear();
    }

    /// A sort waits until no walk is open any more, no frozen view is held and no hook runs.
    template <class Less> void sort(Less less) {
        sort_waits_ = true;
        settle(less);
    }
    template <class Less> void settle(Less less) {
        if (!sort_waits_ || watched() || told_ != 0) return;
        sort_waits_ = false;
        std::stable_sort(order_.begin(), order_.end(), less);
    }
    /// A hook is told of an element: nothing may move until it has returned.
    void tell() { ++told_; }
    void told() { --told_; }
    [[nodiscard]] bool is_telling() const { return told_ != 0; }
    [[nodiscard]] bool sort_waits() const { return sort_waits_; }

    /// Walks stay with the collection they were opened on: a live one goes on with the new contents, for a walk of the
    /// residents it is over.
    void swap_contents(model& other) {
        order_.swap(other.order_);
        belongs_.swap(other.belongs_);
        waiting_.swap(other.waiting_);
        std::swap(told_, other.told_);
        for (model* m : {this, &other}) {
            m->unsettle();
            for (const auto& w : m->walks_) {
                w->swapped = true;
                w->residents.clear();
            }
            for (const auto& v : m->views_) v->swapped = true;
        }
    }

    /// Nothing waits afterwards.
    void assign(const ids& others) {
        for (const int id : ids{order_}) remove(id);
        waiting_.clear();
        for (const int id : others) add(id);
    }

    // Walks

    walk& open(newcomers policy) {
        auto w = std::make_unique<walk>();
        w->policy = policy;
        if (policy == newcomers::unseen)
            for (const int id : order_) mark(w->residents, id);
        walks_.push_back(std::move(w));
        return *walks_.back();
    }
    void close(const walk& closed) {
        std::erase_if(walks_, [&](const auto& w) { return w.get() == &closed; });
    }

    [[nodiscard]] bool may_visit(const walk& w, int id) const {
        return !has(w.visited, id) && (w.policy == newcomers::seen || has(w.residents, id));
    }
    /// Which element's turn it is: the first, in order, of those that this walk has still to visit.
    [[nodiscard]] int next(walk& w) const {
        while (w.settled < order_.size() && !may_visit(w, order_[w.settled])) ++w.settled;
        return w.settled < order_.size() ? order_[w.settled] : no_element;
    }
    /// The one whose turn comes after `skip` others; `no_element` if there are no more.
    [[nodiscard]] int ahead(const walk& w, unsigned skip) const {
        for (std::size_t i = w.settled; i < order_.size(); ++i)
            if (may_visit(w, order_[i]) && skip-- == 0) return order_[i];
        return no_element;
    }
    void visit(walk& w, int id) {
        mark(w.visited, id);
        w.stands_on.assign(1, id);
    }
    void visit_also(walk& w, int id) {
        mark(w.visited, id);
        w.stands_on.push_back(id);
    }

    // Frozen views

    view& freeze() {
        views_.push_back(std::make_unique<view>(view{order_, false}));
        return *views_.back();
    }
    void drop(const view& dropped) {
        std::erase_if(views_, [&](const auto& v) { return v.get() == &dropped; });
    }

    // Questions

    [[nodiscard]] const ids& order() const { return order_; }
    [[nodiscard]] const ids& waiting() const { return waiting_; }
    [[nodiscard]] bool contains(int id) const { return has(belongs_, id); }
    [[nodiscard]] bool waits(int id) const { return among(waiting_, id); }
    [[nodiscard]] bool stood_on(int id) const {
        return std::any_of(walks_.begin(), walks_.end(), [&](const auto& w) { return among(w->stands_on, id); });
    }
    [[nodiscard]] bool shown(int id) const {
        return std::any_of(views_.begin(), views_.end(), [&](const auto& v) { return among(v->shows, id); });
    }
    /// Is its value still there: does it belong, does a walk stand on it or a frozen view show it?
    [[nodiscard]] bool keeps(int id) const { return contains(id) || waits(id) || stood_on(id) || shown(id); }

    [[nodiscard]] std::size_t open_walks() const { return walks_.size(); }
    /// Is a walk open or a frozen view held?
    [[nodiscard]] bool watched() const { return !walks_.empty() || !views_.empty(); }
    /// May elements move: no walk is open and no view held, or an `update` alone is.
    [[nodiscard]] bool may_move() const {
        return views_.empty() && (walks_.empty() || (walks_.size() == 1 && walks_.front()->packs));
    }
    [[nodiscard]] bool any_walk_swapped() const {
        return std::any_of(walks_.begin(), walks_.end(), [](const auto& w) { return w->swapped; });
    }
    [[nodiscard]] bool any_view_swapped() const {
        return std::any_of(views_.begin(), views_.end(), [](const auto& v) { return v->swapped; });
    }

  private:
    static bool among(const ids& those, int id) { return std::find(those.begin(), those.end(), id) != those.end(); }
    static bool has(const std::vector<bool>& set, int id) {
        return id >= 0 && static_cast<std::size_t>(id) < set.size() && set[static_cast<std::size_t>(id)];
    }
    static void mark(std::vector<bool>& set, int id) {
        const auto i = static_cast<std::size_t>(id);
        if (i >= set.size()) set.resize(i + i / 2 + 64);
        set[i] = true;
    }
    void unsettle() {
        for (const auto& w : walks_) w->settled = 0;
    }

    ids order_;
    std::vector<bool> belongs_; ///< those of `order_`, by id. Only saves time.
    ids waiting_;
    std::vector<std::unique_ptr<walk>> walks_;
    std::vector<std::unique_ptr<view>> views_;
    bool sort_waits_ = false;
    int told_ = 0;
};

} // namespace contract
