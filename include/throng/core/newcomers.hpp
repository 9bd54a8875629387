#pragma once

#include <throng/core/bitmap.hpp>

#include <cstdint>

namespace throng::core {

/// One pass of a walk over a collection in which what comes may stand anywhere: it shows what came after one moment and
/// until another.
struct pass {
    /// 0 in a walk's first pass, which shows all that is not new, too.
    std::uint64_t after = 0;
    std::uint64_t until = 0;

    /// Whether it shows what is young and came then.
    [[nodiscard]] bool shows(std::uint64_t moment) const noexcept { return after < moment && moment <= until; }
};

/// Who came when, for collections whose walks do not follow the order of coming. What comes while somebody walks is
/// marked as young, with one bit and the moment of its coming; when nobody walks any more, nothing is young. So a walk
/// under which nothing comes looks at words of bits only.
///
/// Moments are counted by the opening of walks and views, not by the clock.
class newcomers {
  public:
    /// This moment, which is over with the call: what comes from now on came later.
    [[nodiscard]] std::uint64_t tick() noexcept { return now_++; }
    [[nodiscard]] std::uint64_t now() const noexcept { return now_; }

    /// Something comes: when.
    [[nodiscard]] std::uint64_t arrive() noexcept {
        if (last_ == 0) first_ = now_;
        return last_ = now_;
    }
    [[nodiscard]] bool any() const noexcept { return last_ != 0; }
    [[nodiscard]] bool any_after(std::uint64_t moment) const noexcept { return last_ > moment; }
    /// Nobody walks any more.
    void forget() noexcept { first_ = last_ = 0; }

    /// Those of the `young` slots of a word that a pass shows; `came` has an entry for each slot of the word.
    [[nodiscard]] word shown(word young, const std::uint64_t* came, pass p) const noexcept {
        if (first_ > p.until) return word{};
        if (p.after < first_ && last_ <= p.until) return young;
        word w{};
        for (word y = young; core::any(y); y = without_lowest(y)) {
            if (p.shows(came[lowest(y)])) w |= bit(lowest(y));
        }
        return w;
    }

  private:
    std::uint64_t now_ = 1;
    /// When the first and the last of the young came; 0 if there are none.
    std::uint64_t first_ = 0;
    std::uint64_t last_ = 0;
};

} // namespace throng::core
