#pragma once

#include "stage.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::tool {

/// Where a hand-written loop stands. The entities may move while it runs, the position stays good.
enum class position : std::size_t {};

/// Ids ascend in list order, so an entity is found by bisection in a sorted stretch of a vector.
inline entity* find_id(std::vector<entity>& in, std::size_t first, std::size_t last, std::uint32_t id) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = in.begin() + static_cast<std::ptrdiff_t>(last);
    const auto at =
        std::lower_bound(begin, end, id, [](const entity& e, std::uint32_t wanted) { return e.id < wanted; });
    return at != end && at->id == id && !at->removed ? &*at : nullptr;
}

/// The plain answer, twice the memory: what survives its visit is copied to a second list, then the two are swapped.
class two_lists {
  public:
    static constexpr agreement agrees = in_all;

    explicit two_lists(const trace&) {}

    void add(const entity& e) {
        now_.push_back(e);
        ++live_;
    }

    void remove(position at) { mark(now_[static_cast<std::size_t>(at)]); }

    bool remove(std::uint32_t id) {
        entity* e = find_id(next_, 0, next_.size(), id);
        if (!e) e = find_id(now_, cursor_, now_.size(), id);
        if (e) mark(*e);
        return e != nullptr;
    }

    void clear() {
        now_.clear();
        live_ = 0;
    }

    std::size_t size() const { return live_; }

    template <class F> void walk(F&& f) {
        for (cursor_ = 0; cursor_ < now_.size(); ++cursor_) {
            if (now_[cursor_].removed) continue;
            f(now_[cursor_], position{cursor_});
            if (!now_[cursor_].removed) next_.push_back(now_[cursor_]);
        }
        cursor_ = 0;
        now_.clear();
        std::swap(now_, next_);
    }

    template <class F> void each(F&& f) const {
        for (const entity& e : now_)
            if (!e.removed) f(e);
    }

  private:
    void mark(entity& e) {
        e.removed = true;
        --live_;
    }

    std::vector<entity> now_;
    std::vector<entity> next_;
    std::size_t cursor_ = 0;
    std::size_t live_ = 0;
};

/// The two lists in one array: what survives its visit moves down over the removed ones before it.
class compaction {
  public:
    static constexpr agreement agrees = in_all;

    explicit compaction(const trace&) {}

    void add(const entity& e) {
        items_.push_back(e);
        ++live_;
    }

    void remove(position at) { mark(items_[static_cast<std::size_t>(at)]); }

    bool remove(std::uint32_t id) {
        entity* e = find_id(items_, 0, kept_, id);
        if (!e) e = find_id(items_, cursor_, items_.size(), id);
        if (e) mark(*e);
        return e != nullptr;
    }

    void clear() {
        items_.clear();
        live_ = 0;
    }

    std::size_t size() const { return live_; }

    template <class F> void walk(F&& f) {
        kept_ = 0;
        for (cursor_ = 0; cursor_ < items_.size(); ++cursor_) {
            if (items_[cursor_].removed) continue;
            f(items_[cursor_], position{cursor_});
            if (items_[cursor_].removed) continue;
            if (kept_ != cursor_) items_[kept_] = items_[cursor_];
            ++kept_;
        }
        items_.resize(kept_);
        cursor_ = kept_ = 0;
    }

    template <class F> void each(F&& f) const {
        for (const entity& e : items_)
            if (!e.removed) f(e);
    }

  private:
    void mark(entity& e) {
        e.removed = true;
        --live_;
    }

    std::vector<entity> items_;
    std::size_t kept_ = 0;
    std::size_t cursor_ = 0;
    std::size_t live_ = 0;
};

static_assert(stage<two_lists> && stage<compaction>);

} // namespace throng::tool
