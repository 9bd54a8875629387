#pragma once

#include "support/tracked.hpp"

#include <throng/entity/entity.hpp>

#include <functional>
#include <map>
#include <utility>
#include <vector>

/// The entity of the tests: with a number, a life of so many seconds, and a body for its update.
namespace creatures {

/// What happened to all creatures of a test.
struct diary {
    std::vector<int> updated;
    std::vector<int> drawn;
    std::vector<int> ended;

    [[nodiscard]] int ends(int id) const {
        int n = 0;
        for (const int e : ended) n += e == id ? 1 : 0;
        return n;
    }
    void forget() { *this = {}; }
};

struct canvas {
    diary* all;
};

class creature {
  public:
    using body = std::function<void(creature&)>;

    creature(diary& all, int id, double life = 1e9, body does = {})
        : value_(id), diary_(&all), does_(std::move(does)), life_(life) {}

    [[nodiscard]] int id() const { return value_.id(); }
    [[nodiscard]] double age() const { return age_; }

    void update(const throng::time_step& step) {
        diary_->updated.push_back(id());
        age_ += step.seconds;
        if (does_) does_(*this);
        static_cast<void>(value_.id()); // still there?
    }
    void draw(canvas& on) const { on.all->drawn.push_back(id()); }
    [[nodiscard]] bool expired() const { return told_ || age_ >= life_; }
    void expire() { told_ = true; }
    void on_expire() {
        diary_->ended.push_back(id());
        if (at_end) at_end(*this);
    }

    /// What its end does.
    body at_end;

  private:
    support::tracked value_;
    diary* diary_;
    body does_;
    double life_;
    double age_ = 0;
    bool told_ = false;
};

[[nodiscard]] inline std::vector<int> range(int first, int last) {
    std::vector<int> all;
    for (int id = first; id <= last; ++id) all.push_back(id);
    return all;
}
template <class Range> [[nodiscard]] std::vector<int> ids_of(Range&& all) {
    std::vector<int> ids;
    for (auto& e : all) ids.push_back(e.id());
    return ids;
}

inline constexpr throng::time_step second{1};

} // namespace creatures
