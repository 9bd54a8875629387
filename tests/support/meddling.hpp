#pragma once

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

/// Every function of the user's that an operation calls is a moment. A test runs the operation once for each moment and
/// each meddling, and there makes an edit, or throws.
namespace meddling {

/// Which calls are moments: all, or those in which whole contents may be exchanged: hooks, predicates and visits.
enum class calls { all, that_may_exchange };

/// What happens at which call.
struct plan {
    std::function<void()> what;
    /// How many calls come before; negative: nothing happens.
    int countdown = -1;
    enum class throwing { no, once, from_then_on } throws = throwing::no;
    /// Whether the moment has come.
    bool has_come = false;
    calls which = calls::all;

    void call(bool may_throw, bool may_exchange = false) {
        if (which == calls::that_may_exchange && !may_exchange) return;
        const bool wants_throw = throws != throwing::no;
        if (countdown < 0 || (wants_throw && !may_throw)) return;
        if (countdown != 0) return static_cast<void>(--countdown);
        has_come = true;
        if (throws != throwing::from_then_on) countdown = -1;
        if (wants_throw) throw 1;
        const auto now = what;
        now();
    }
};
inline plan its_plan;

/// How often each object has ended.
inline std::map<int, int> ends;

/// Each of its functions is a call; it owns memory.
class body {
  public:
    explicit body(int n) : n_((its_plan.call(true), std::make_unique<int>(n))) { ++living; }
    body(const body& other) : n_(std::make_unique<int>(other.id())) {
        its_plan.call(true);
        ++living;
    }
    body(body&& other) noexcept : n_(std::move(other.n_)) { ++living; }
    body& operator=(const body&) = delete;
    body& operator=(body&&) = delete;
    ~body() {
        --living;
        if (n_ != nullptr) its_plan.call(false);
    }
    /// -1 of what has been moved from.
    [[nodiscard]] int id() const noexcept { return n_ == nullptr ? -1 : *n_; }
    void update(double) { its_plan.call(true, true); }
    [[nodiscard]] bool expired() const { return its_plan.call(true, true), id() % 7 == 6; }
    void on_expire() {
        ++ends[id()];
        its_plan.call(true, true);
    }

    inline static int living = 0;

  private:
    std::unique_ptr<int> n_;
};

template <class C> [[nodiscard]] std::vector<int> ids(C& c) {
    std::vector<int> all;
    for (const body& b : c.walk(throng::residents)) all.push_back(b.id());
    return all;
}
template <class C> void expect_whole(C& c) {
    const std::vector<int> all = ids(c);
    ASSERT_TRUE(c.validate());
    ASSERT_EQ(all.size(), c.size());
    ASSERT_EQ(std::set<int>(all.begin(), all.end()).size(), all.size()) << "each once";
    for (const int id : all) ASSERT_GE(id, 0) << "none has been moved from";
}

template <class Game> using edit = std::function<void(Game&)>;

/// Runs `operation` with each meddling at each of its calls, then with an exception at each, then with one at each and
/// at all later ones. After each run, `check(game, whether it has thrown)`; at the end no body is left.
template <class Game> void at_each_call(const std::vector<edit<Game>>& meddlings, const edit<Game>& operation,
                                        const std::function<void(Game&, bool)>& check, calls which = calls::all) {
    const int outside = body::living;
    for (std::size_t k = 0; k < meddlings.size() + 2; ++k) {
        const bool throws = k >= meddlings.size();
        for (int moment = 0;; ++moment) {
            SCOPED_TRACE(testing::Message() << "meddling " << k << ", moment " << moment);
            ASSERT_LT(moment, 1000) << "the operation ends";
            ends.clear();
            {
                Game g;
                its_plan = {[&] { meddlings[k](g); }, moment,
                            !throws                 ? plan::throwing::no
                            : k == meddlings.size() ? plan::throwing::once
                                                    : plan::throwing::from_then_on,
                            false, which};
                bool thrown = false;
                try {
                    operation(g);
                } catch (int) {
                    thrown = true;
                }
                its_plan.countdown = -1;
                ASSERT_EQ(thrown, throws && its_plan.has_come);
                ASSERT_NO_FATAL_FAILURE(check(g, thrown));
            }
            ASSERT_EQ(body::living, outside);
            if (!its_plan.has_come) break;
        }
    }
}

} // namespace meddling
