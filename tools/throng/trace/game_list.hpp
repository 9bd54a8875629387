#pragma once

#include "fnv.hpp"
#include "trace.hpp"

#include <cstdint>
#include <vector>

namespace throng::tool {

/// The recorded engine's list by its own rules: removal marks, a pass unlinks what it finds marked, newcomers go to the
/// end and are visited by the pass that is under way. Ids ascend along it, because nothing is ever reordered.
///
/// The rules are the caller's to keep (see parse.cpp); nothing is checked here.
class game_list {
  public:
    enum class state : std::uint8_t { gone, live, marked };

    state of(std::uint32_t id) const noexcept { return id < states_.size() ? states_[id] : state::gone; }
    std::uint32_t next_id() const noexcept { return static_cast<std::uint32_t>(states_.size()); }
    std::uint32_t live() const noexcept { return live_; }
    std::uint32_t marked() const noexcept { return marked_; }
    std::uint32_t linked() const noexcept { return live_ + marked_; }

    /// Drops everything at once; ids go on.
    void load() {
        for (const std::uint32_t id : order_) states_[id] = state::gone;
        order_.clear();
        live_ = marked_ = 0;
    }

    void add() {
        order_.push_back(next_id());
        states_.push_back(state::live);
        ++live_;
    }

    void mark(std::uint32_t id) {
        states_[id] = state::marked;
        --live_;
        ++marked_;
    }

    void begin_pass() {
        read_ = write_ = 0;
        standing_ = none;
        visited_ = 0;
        visited_hash_ = {};
    }

    /// The entity the pass has visited last, `none` before the first.
    std::uint32_t standing() const noexcept { return standing_; }
    /// Is it still being visited? Not if the walk has gone on to unlink another.
    bool stands_on(std::uint32_t id) const noexcept { return standing_ != none && standing_ == id && !moved_on_; }
    /// The one it will reach next, `none` at the end.
    std::uint32_t ahead() const noexcept { return read_ < order_.size() ? order_[read_] : none; }

    /// Steps onto `ahead()`, which is live.
    void visit() {
        standing_ = order_[write_++] = order_[read_++];
        moved_on_ = false;
        visited_hash_.add(standing_);
        ++visited_;
    }

    /// Takes `ahead()`, which is marked, out of the list.
    void unlink() {
        states_[order_[read_++]] = state::gone;
        moved_on_ = true;
        --marked_;
    }

    /// Ends the pass at the end of the list.
    figures end_pass() {
        order_.resize(write_);
        figures now{live_, visited_hash_.value(), linked(), visited_, visited_hash_.value()};
        // Without marked ones in it the list is what was just visited.
        if (marked_ > 0) {
            id_hash hash;
            for (const std::uint32_t id : order_)
                if (states_[id] == state::live) hash.add(id);
            now.live_hash = hash.value();
        }
        return now;
    }

  private:
    std::vector<std::uint32_t> order_;
    std::vector<state> states_;
    std::size_t read_ = 0;
    std::size_t write_ = 0;
    std::uint32_t standing_ = none;
    bool moved_on_ = false;
    std::uint32_t live_ = 0;
    std::uint32_t marked_ = 0;
    std::uint32_t visited_ = 0;
    id_hash visited_hash_;
};

} // namespace throng::tool
