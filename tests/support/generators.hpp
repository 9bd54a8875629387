#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

namespace support {

/// A generator whose numbers, from `Least` to `Most`, are written down; then it gives the least one, and says so.
template <std::uint64_t Least, std::uint64_t Most> class written_numbers {
  public:
    using result_type = std::uint64_t;
    explicit written_numbers(const std::vector<std::uint64_t>& numbers) : numbers_(numbers) {}
    static constexpr result_type min() { return Least; }
    static constexpr result_type max() { return Most; }
    result_type operator()() {
        if (next_ == numbers_.size()) is_short_ = true;
        return is_short_ ? Least : numbers_[next_++];
    }
    [[nodiscard]] bool is_short() const { return is_short_; }

  private:
    const std::vector<std::uint64_t>& numbers_;
    std::size_t next_ = 0;
    bool is_short_ = false;
};

/// How often each result of f(generator) is the one of a row of `depth` numbers, of all such rows. Rows that are not
/// long enough for a result do not count.
template <std::uint64_t Least, std::uint64_t Most, class F> [[nodiscard]] auto odds_of(unsigned depth, F f) {
    using generator = written_numbers<Least, Most>;
    std::map<std::invoke_result_t<F&, generator&>, std::uint64_t> odds;
    std::vector<std::uint64_t> row;
    const auto play = [&](auto& again) -> void {
        generator g(row);
        const auto result = f(g);
        if (!g.is_short()) {
            std::uint64_t rows = 1;
            for (std::size_t i = row.size(); i < depth; ++i) rows *= Most - Least + 1;
            odds[result] += rows;
        } else if (row.size() < depth) {
            for (std::uint64_t number = Least; number <= Most; ++number) {
                row.push_back(number);
                again(again);
                row.pop_back();
            }
        }
    };
    play(play);
    return odds;
}

} // namespace support
