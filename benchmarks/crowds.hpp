#pragma once

#include "bullet.hpp"
#include "harness.hpp"

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <boost/intrusive/list.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

/// The crowds of bullets that L1 and L2 send into the ring. Each is written as an expert of its container would write
/// it (room is reserved, nothing grows in steady state), and has
/// - `churn()`, a frame: steps each bullet; a newcomer for each that dies goes to the end, and steps in the same frame;
/// - `drift()`, a frame that only moves;
/// - `visit(f)`: f(const bullet&) for each.
namespace bench {

/// Contestants made of a crowd: what is timed is its churn, or a frame that only moves, after a hundred that churn.
/// Each is compiled in a file of its own (crowds/), as it would be in a game, where one loop is not refused what
/// another has used up of the compiler's patience.
template <class Crowd> std::unique_ptr<contestant> churning(std::size_t n);
template <class Crowd, auto Drift> std::unique_ptr<contestant> drifting(std::size_t n);

// ---------------------------------------------------------------------------------------- throng::list, pool and bag

template <class Collection> class crowd_of {
  public:
    explicit crowd_of(std::size_t n) {
        all_.reserve(room(n));
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_bullet(i));
    }

    void drift_range_for() {
        for (bullet& b : all_) b.drift();
    }
    void drift_each() {
        all_.each([](bullet& b) { b.drift(); });
    }
    /// Of a bag.
    void drift_span() {
        for (const auto run : all_.runs()) {
            for (bullet& b : run) b.drift();
        }
    }

    template <class F> void visit(F f) const {
        for (const bullet& b : all_) f(b);
    }

  protected:
    /// A pool's slot is free only when the walk has moved on; a bag keeps the dead to the end of the walk.
    static std::size_t room(std::size_t n) {
        if constexpr (std::is_same_v<Collection, throng::bag<bullet>>) return 2 * n;
        else if constexpr (std::is_same_v<Collection, throng::pool<bullet>>) return n + 1;
        else return n;
    }

    Collection all_;
};

template <class Collection> struct by_range_for : crowd_of<Collection> {
    using crowd_of<Collection>::crowd_of;
    void churn() {
        for (bullet& b : this->all_)
            if (b.step()) {
                this->all_.remove(b);
                this->all_.push_back(b.offspring());
            }
    }
};

template <class Collection> struct by_each : crowd_of<Collection> {
    using crowd_of<Collection>::crowd_of;
    void churn() {
        this->all_.each([this](bullet& b) {
            if (b.step()) {
                this->all_.remove(b);
                this->all_.push_back(b.offspring());
            }
        });
    }
};

template <class Collection> struct by_update : crowd_of<Collection> {
    using crowd_of<Collection>::crowd_of;
    void churn() {
        this->all_.update([this](bullet& b) {
            if (b.step()) {
                this->all_.remove(b);
                this->all_.push_back(b.offspring());
            }
        });
    }
};

/// Newcomers wait for the next frame.
template <class Collection> struct waiting : crowd_of<Collection> {
    using crowd_of<Collection>::crowd_of;
    void churn() {
        this->all_.update(throng::residents, [this](bullet& b) {
            const bool dies = b.step();
            if (dies) this->all_.push_back(b.offspring());
            return !dies;
        });
    }
};

template <class Collection> struct by_update_bool : crowd_of<Collection> {
    using crowd_of<Collection>::crowd_of;
    void churn() {
        this->all_.update([this](bullet& b) {
            const bool dies = b.step();
            if (dies) this->all_.push_back(b.offspring());
            return !dies;
        });
    }
};

using list_crowd = crowd_of<throng::list<bullet>>;
using list_by_range_for = by_range_for<throng::list<bullet>>;
using list_by_each = by_each<throng::list<bullet>>;
using list_by_update = by_update<throng::list<bullet>>;
using list_by_update_bool = by_update_bool<throng::list<bullet>>;
using pool_crowd = crowd_of<throng::pool<bullet>>;
using pool_by_range_for = by_range_for<throng::pool<bullet>>;
using pool_by_each = by_each<throng::pool<bullet>>;
using bag_crowd = crowd_of<throng::bag<bullet>>;
using bag_by_range_for = by_range_for<throng::bag<bullet>>;
using bag_by_each = by_each<throng::bag<bullet>>;
using bag_by_update = by_update<throng::bag<bullet>>;
using bag_by_update_bool = by_update_bool<throng::bag<bullet>>;
using list_waiting = waiting<throng::list<bullet>>;
using pool_waiting = waiting<throng::pool<bullet>>;
using bag_waiting = waiting<throng::bag<bullet>>;

/// Each bullet knows its handle, and goes by it.
class list_by_handle : public list_crowd {
  public:
    explicit list_by_handle(std::size_t n) : list_crowd(n) {
        for (bullet& b : all_) b.self = std::bit_cast<std::uint64_t>(all_.handle_of(b));
    }

    void churn() {
        for (bullet& b : all_)
            if (b.step()) {
                all_.remove(std::bit_cast<throng::handle<bullet>>(b.self));
                const auto newcomer = all_.add(b.offspring());
                all_.get(newcomer)->self = std::bit_cast<std::uint64_t>(newcomer);
            }
    }
};

// ------------------------------------------------------------------------------------------- written by hand: arrays

/// An array with room for a frame's newcomers: at most one for each bullet that was there when the frame began.
class array_crowd {
  public:
    explicit array_crowd(std::size_t n) : slots_(2 * n), size_(n) {
        for (std::size_t i = 0; i < n; ++i) slots_[i] = nth_bullet(i);
    }

    void drift() {
        bullet* const all = slots_.data();
        for (std::size_t i = 0, n = size_; i < n; ++i) all[i].drift();
    }

    template <class F> void visit(F f) const {
        for (std::size_t i = 0; i < size_; ++i) f(slots_[i]);
    }

  protected:
    bullet* with_room_for_newcomers() {
        if (slots_.size() < 2 * size_) slots_.resize(2 * size_);
        return slots_.data();
    }

    std::vector<bullet> slots_;
    std::size_t size_;
};

/// The self-pruning array of the articles: a survivor is copied back after its visit.
struct branchy_compaction : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t alive = 0;
        std::size_t end = size_;
        for (std::size_t i = 0; i < end; ++i) {
            bullet& b = all[i];
            if (b.step()) {
                all[end++] = b.offspring();
                continue;
            }
            all[alive++] = b;
        }
        size_ = alive;
    }
};

/// Moved first, then visited in its new place: the best that can be done for a visit that gets a reference to where
/// the element is going to stay.
struct move_first_compaction : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t alive = 0;
        std::size_t end = size_;
        for (std::size_t i = 0; i < end; ++i) {
            bullet& b = all[alive];
            b = all[i];
            if (b.step()) all[end++] = b.offspring();
            else ++alive;
        }
        size_ = alive;
    }
};

/// No jump for the removal: visited in registers, between reading and writing, and written always; the next one
/// overwrites what died. In memory the same would be a chain of a store and a load from one element to the next.
/// A jump for the newcomer costs less than writing it always.
struct branch_free_compaction : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t alive = 0;
        std::size_t end = size_;
        for (std::size_t i = 0; i < end; ++i) {
            bullet b = all[i];
            const bool dies = b.step();
            all[alive] = b;
            if (dies) all[end++] = b.offspring();
            alive += !dies;
        }
        size_ = alive;
    }
};

/// No jump at all: the newcomer is written whether it is wanted or not.
struct jump_free_compaction : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t alive = 0;
        std::size_t end = size_;
        for (std::size_t i = 0; i < end; ++i) {
            bullet b = all[i];
            const bool dies = b.step();
            all[alive] = b;
            all[end] = b.offspring();
            end += dies;
            alive += !dies;
        }
        size_ = alive;
    }
};

/// Sixty-four at a time: visited where they are, the dead noted in a word; then the newcomers written and the
/// survivors moved. Not quite the workload: a newcomer is born after the visit, not inside it.
struct compaction_in_blocks : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t alive = 0;
        std::size_t end = size_;
        for (std::size_t begin = 0; begin < end;) {
            const std::size_t count = std::min<std::size_t>(end - begin, 64);
            bullet* const block = all + begin;
            std::uint64_t dead = 0;
            for (std::size_t i = 0; i < count; ++i) dead |= static_cast<std::uint64_t>(block[i].step()) << i;
            for (std::uint64_t rest = dead; rest != 0; rest &= rest - 1)
                all[end++] = block[std::countr_zero(rest)].offspring();
            for (std::size_t i = 0; i < count; ++i) {
                all[alive] = block[i];
                alive += (dead >> i & 1) == 0;
            }
            begin += count;
        }
        size_ = alive;
    }
};

/// The last takes the place of the dead: as few moves as can be, and the order is lost.
struct swap_and_pop : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        std::size_t end = size_;
        for (std::size_t i = 0; i < end;) {
            if (all[i].step()) {
                const bullet newcomer = all[i].offspring();
                all[i] = all[end - 1];
                all[end - 1] = newcomer;
            } else {
                ++i;
            }
        }
        size_ = end;
    }
};

/// The same, but newcomers wait for the next frame.
struct waiting_array : array_crowd {
    using array_crowd::array_crowd;
    void churn() {
        bullet* const all = with_room_for_newcomers();
        const std::size_t n = size_;
        std::size_t alive = 0;
        std::size_t end = n;
        for (std::size_t i = 0; i < n; ++i) {
            bullet b = all[i];
            const bool dies = b.step();
            all[alive] = b;
            if (dies) all[end++] = b.offspring();
            alive += !dies;
        }
        size_ = static_cast<std::size_t>(std::copy(all + n, all + end, all + alive) - all);
    }
};

// --------------------------------------------------------------------------------------- written by hand: std::vector

class vector_crowd {
  public:
    explicit vector_crowd(std::size_t n) {
        all_.reserve(2 * n);
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_bullet(i));
    }

    void drift() {
        for (bullet& b : all_) b.drift();
    }

    template <class F> void visit(F f) const {
        for (const bullet& b : all_) f(b);
    }

  protected:
    std::vector<bullet> all_;
};

struct erase_if_afterwards : vector_crowd {
    using vector_crowd::vector_crowd;
    void churn() {
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].step()) all_.push_back(all_[i].offspring());
        std::erase_if(all_, [](const bullet& b) { return b.expired(); });
    }
};

/// Survivors go to a second list, and the two change places.
class two_lists : public vector_crowd {
  public:
    explicit two_lists(std::size_t n) : vector_crowd(n) { next_.reserve(2 * n); }

    void churn() {
        next_.clear();
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (bullet& b = all_[i]; b.step()) all_.push_back(b.offspring());
            else next_.push_back(b);
        all_.swap(next_);
    }

  private:
    std::vector<bullet> next_;
};

// ------------------------------------------------------------------------------------------------- the old ways

/// Each removal shifts what is behind it, and the index goes back by one.
struct index_correction : vector_crowd {
    using vector_crowd::vector_crowd;
    void churn() {
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].step()) {
                all_.push_back(all_[i].offspring());
                all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
                --i;
            }
    }
};

/// From back to front no index has to be corrected; newcomers are not met in the same frame, and are seen to after it.
struct backwards_iteration : vector_crowd {
    using vector_crowd::vector_crowd;
    void churn() {
        const std::size_t residents = all_.size();
        std::size_t dead = 0;
        for (std::size_t i = residents; i-- != 0;)
            if (all_[i].step()) {
                all_.push_back(all_[i].offspring());
                all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
                ++dead;
            }
        for (std::size_t i = residents - dead; i < all_.size(); ++i) static_cast<void>(all_[i].step());
    }
};

/// What is told that an object is gone looks for it from the front.
struct linear_search : vector_crowd {
    using vector_crowd::vector_crowd;
    void churn() {
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].step()) {
                all_.push_back(all_[i].offspring());
                remove(all_[i].id);
                --i;
            }
    }

  private:
    void remove(std::uint64_t id) {
        all_.erase(std::find_if(all_.begin(), all_.end(), [id](const bullet& b) { return b.id == id; }));
    }
};

/// A map from the object to its place in a linked list.
class list_and_map {
  public:
    explicit list_and_map(std::size_t n) {
        places_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) append(nth_bullet(i));
    }

    void churn() {
        for (auto it = all_.begin(); it != all_.end();) {
            bullet& b = *it;
            if (!b.step()) {
                ++it;
                continue;
            }
            append(b.offspring());
            ++it;
            remove(b.id);
        }
    }

    template <class F> void visit(F f) const {
        for (const bullet& b : all_) f(b);
    }

  private:
    void append(const bullet& b) { places_[b.id] = all_.insert(all_.end(), b); }
    void remove(std::uint64_t id) {
        const auto at = places_.find(id);
        all_.erase(at->second);
        places_.erase(at);
    }

    std::list<bullet> all_;
    std::unordered_map<std::uint64_t, std::list<bullet>::iterator> places_;
};

// -------------------------------------------------------------------------------------------------------------- peers

class std_list_crowd {
  public:
    explicit std_list_crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_bullet(i));
    }

    void churn() {
        for (auto it = all_.begin(); it != all_.end();)
            if (it->step()) {
                all_.push_back(it->offspring());
                it = all_.erase(it);
            } else {
                ++it;
            }
    }

    void drift() {
        for (bullet& b : all_) b.drift();
    }

    template <class F> void visit(F f) const {
        for (const bullet& b : all_) f(b);
    }

  private:
    std::list<bullet> all_;
};

/// Nodes of one array; what dies goes to a list of free ones.
class intrusive_list_crowd {
  public:
    explicit intrusive_list_crowd(std::size_t n) : nodes_(n + 1) {
        for (node& each : nodes_) free_.push_back(each);
        for (std::size_t i = 0; i < n; ++i) append(nth_bullet(i));
    }
    intrusive_list_crowd(const intrusive_list_crowd&) = delete;
    intrusive_list_crowd& operator=(const intrusive_list_crowd&) = delete;
    ~intrusive_list_crowd() {
        all_.clear();
        free_.clear();
    }

    void churn() {
        for (auto it = all_.begin(); it != all_.end();)
            if (node& dead = *it; dead.value.step()) {
                append(dead.value.offspring());
                it = all_.erase(it);
                free_.push_front(dead);
            } else {
                ++it;
            }
    }

    void drift() {
        for (node& each : all_) each.value.drift();
    }

    template <class F> void visit(F f) const {
        for (const node& each : all_) f(each.value);
    }

  private:
    using hook = boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>>;
    struct node : hook {
        bullet value;
    };
    using chain = boost::intrusive::list<node, boost::intrusive::constant_time_size<false>>;

    void append(const bullet& b) {
        node& fresh = free_.front();
        free_.pop_front();
        fresh.value = b;
        all_.push_back(fresh);
    }

    std::vector<node> nodes_;
    chain free_;
    chain all_;
};

} // namespace bench
