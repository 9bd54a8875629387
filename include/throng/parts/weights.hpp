#pragma once

#include <throng/core/compiler.hpp>
#include <throng/parts/random.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::core {

/// Handles with weights, from which one can be picked at random: a tree of sums, whose leaves are in the order of the
/// handles' indices. Each sum is made anew of its two parts, never by adding a difference, so that it depends on the
/// weights alone, whatever their past. Weights that are not above 0, or not finite, count as 0. Sums that are too large
/// for their type count as the largest number.
template <class Handle, class Weight> class weight_tree {
    static_assert(std::is_arithmetic_v<Weight>, "throng: a weight is a number: an integer, or of floating point");
    static constexpr bool is_exact = std::is_integral_v<Weight>;

  public:
    using sum_type = std::conditional_t<is_exact, std::uint64_t, double>;

    weight_tree() = default;
    weight_tree(const weight_tree&) = delete;
    weight_tree& operator=(const weight_tree&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(Handle h) const noexcept { return h && h.index() < room() && handles_[h.index()] == h; }
    /// The sum of all. O(1).
    [[nodiscard]] sum_type total() const noexcept { return room() == 0 ? sum_type{} : sums_[1]; }

    /// Enters a handle, or gives it another weight. O(log n), amortized. Throws what the allocator throws; nothing has
    /// changed then.
    void set(Handle h, Weight weight) {
        make_room(h.index());
        if (!handles_[h.index()]) ++size_;
        handles_[h.index()] = h;
        put(h.index(), counted(weight));
    }
    /// False if it is not here. O(log n).
    bool remove(Handle h) noexcept {
        if (!contains(h)) return false;
        handles_[h.index()] = Handle{};
        --size_;
        put(h.index(), sum_type{});
        return true;
    }
    void clear() noexcept {
        handles_.clear();
        sums_.clear();
        size_ = 0;
    }

    /// One of them, each as likely as its weight is a part of the sum; an empty handle if all weigh nothing. O(log n).
    template <class G> [[nodiscard]] Handle pick(G& generator) const {
        if (!(total() > 0)) return {};
        const sum_type drawn = below(total(), generator); // (the generator may edit)
        return total() > 0 ? handles_[leaf_of(drawn)] : Handle{};
    }
    /// The same of those for which f(handle) is true, without edits. O(log n) if they weigh a good part of all, O(n)
    /// otherwise.
    template <class G, class F> [[nodiscard]] Handle pick_if(G& generator, F f) const {
        constexpr int attempts = 16;
        for (int i = 0; i < attempts; ++i) {
            const Handle h = pick(generator);
            if (!h || f(h)) return h;
        }
        weight_tree those;
        for (std::uint32_t n = 0; n < room(); ++n) {
            if (const sum_type its = sums_[room() + n]; its > 0 && f(handles_[n])) {
                those.make_room(n);
                those.handles_[n] = handles_[n];
                those.put(n, its);
            }
        }
        return those.pick(generator);
    }

  private:
    /// How many leaves there are: a power of two. Leaf n is sum `room() + n`, the parts of sum i are 2 i and 2 i + 1.
    [[nodiscard]] std::size_t room() const noexcept { return handles_.size(); }

    [[nodiscard]] static sum_type counted(Weight weight) noexcept {
        if constexpr (is_exact) return weight > 0 ? static_cast<sum_type>(weight) : 0;
        else return weight > 0 && weight <= std::numeric_limits<double>::max() ? static_cast<double>(weight) : 0.0;
    }
    [[nodiscard]] static sum_type sum_of(sum_type a, sum_type b) noexcept {
        constexpr sum_type most = std::numeric_limits<sum_type>::max();
        return a > most - b ? most : a + b;
    }
    void make_room(std::uint32_t index) {
        if (index < room()) return;
        const std::size_t before = room();
        const std::size_t leaves = std::bit_ceil(std::size_t{index} + 1);
        std::vector<sum_type> sums(2 * leaves);
        handles_.resize(leaves);
        for (std::size_t i = 0; i < before; ++i) sums[leaves + i] = sums_[before + i];
        for (std::size_t i = leaves - 1; i != 0; --i) sums[i] = sum_of(sums[2 * i], sums[2 * i + 1]);
        sums_ = std::move(sums);
    }
    void put(std::uint32_t index, sum_type weight) noexcept {
        std::size_t i = room() + index;
        sums_[i] = weight;
        while ((i /= 2) != 0) sums_[i] = sum_of(sums_[2 * i], sums_[2 * i + 1]);
    }
    template <class G> [[nodiscard]] static sum_type below(sum_type sum, G& generator) {
        if constexpr (is_exact) {
            return random_below(generator, sum);
        } else {
            constexpr unsigned digits = 53;
            constexpr double unit = 1.0 / static_cast<double>(std::uint64_t{1} << digits);
            // (Written to memory: some compilers would make one instruction of this product and the first difference,
            // which rounds otherwise.)
            const volatile double product = static_cast<double>(random_bits(generator, digits)) * unit * sum;
            return product;
        }
    }
    /// The leaf at a place of the sum: one that weighs something, also if rounding has taken the place beyond the end.
    [[nodiscard]] std::size_t leaf_of(sum_type at) const noexcept {
        std::size_t i = 1;
        while (i < room()) {
            i *= 2;
            if (at < sums_[i] || !(sums_[i + 1] > 0)) continue;
            at -= sums_[i];
            ++i;
        }
        return i - room();
    }

    /// By their indices; empty ones for none.
    std::vector<Handle> handles_;
    std::vector<sum_type> sums_;
    std::size_t size_ = 0;
};

} // namespace throng::core
