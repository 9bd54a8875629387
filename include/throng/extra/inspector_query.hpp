#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/world/kernel/storage.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// A query as it is typed. Terms stand one after the other, with commas or without, and all of them hold:
///
///     position, !frozen, burning | poisoned
///
/// `position` is for entities that have it, `!frozen` for those that have not, and `a | b` is for those that have at
/// least one of the two. Any text between quotes is a name: "my name". An empty text selects all entities.
template <class Allocator> class text_query {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;

  public:
    static constexpr std::size_t most_bytes = 1024;

    explicit text_query(const storage_type& home) noexcept : home_(home) {}

    /// False if it is none: `error`, `at` and `length` say what is wrong, and where. Throws what the allocator throws.
    bool parse(std::string_view text) {
        text_ = text;
        if (text.size() > most_bytes) return wrong("a query has 1024 bytes at most", most_bytes, 1);
        for (skip_space(); next_ < text_.size(); skip_space()) {
            if (!parse_term()) return false;
            skip_space();
            if (next_ < text_.size() && text_[next_] == ',') {
                const std::size_t comma = next_++;
                skip_space();
                if (next_ == text_.size()) return wrong("a component is wanted after the comma", comma, 1);
            }
        }
        return true;
    }
    std::string error;
    std::size_t at = 0;
    std::size_t length = 0;
    /// The text, and below it a line that points at what is wrong.
    [[nodiscard]] std::string marked() const {
        std::string line(text_);
        for (char& c : line) {
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        }
        // (A character of several bytes is as wide as one of one.)
        const auto width = [&](std::size_t from, std::size_t n) {
            std::size_t sum = 0;
            for (const char c : line.substr(from, n)) sum += (static_cast<unsigned char>(c) & 0xc0U) != 0x80 ? 1U : 0U;
            return sum;
        };
        const std::size_t begin = width(0, at);
        const std::size_t wide = at < line.size() ? width(at, length) : 1;
        return line + '\n' + std::string(begin, ' ') + '^' + std::string(wide > 1 ? wide - 1 : 0, '~');
    }

    /// Calls f(page's number, what matches there) for each page from one on where anything does, until it returns
    /// false.
    template <class F> void each_page(std::uint32_t from, F f) const {
        for (std::uint32_t p = from; p < home_.page_count(); ++p) {
            word those[page_words];
            word some{};
            for (unsigned w = 0; w < page_words; ++w) {
                those[w] = match(p, w);
                some |= those[w];
            }
            if (any(some) && !f(p, static_cast<const word*>(those))) return;
        }
    }
    /// O(pages × terms).
    [[nodiscard]] std::size_t count() const {
        std::size_t n = 0;
        each_page(0, [&](std::uint32_t, const word* those) {
            n += count_page(those);
            return true;
        });
        return n;
    }

  private:
    [[nodiscard]] word match(std::uint32_t page, unsigned w) const noexcept {
        word m = home_.page(page).alive[w];
        const auto of = [&](const column_type* c) { return c->present(page)[w]; };
        for (const column_type* const c : all_) m &= of(c);
        for (const column_type* const c : none_) m &= ~of(c);
        for (const auto& group : any_) {
            word one{};
            for (const column_type* const c : group) one |= of(c);
            m &= one;
        }
        return m;
    }

    bool wrong(std::string what, std::size_t where, std::size_t n) {
        error = std::move(what);
        at = where;
        length = n;
        return false;
    }
    void skip_space() noexcept {
        while (next_ < text_.size() && (text_[next_] == ' ' || (text_[next_] >= '\t' && text_[next_] <= '\r'))) ++next_;
    }
    [[nodiscard]] bool is_at(char c) noexcept {
        skip_space();
        return next_ < text_.size() && text_[next_] == c;
    }
    bool parse_term() {
        const std::size_t begin = next_;
        const bool negated = is_at('!');
        if (negated) {
            ++next_;
            skip_space();
        }
        column_type* c = nullptr;
        if (!parse_name(c)) return false;
        if (!is_at('|')) {
            (negated ? none_ : all_).push_back(c);
            return true;
        }
        if (negated) return wrong("of several of which one is enough, none can be excluded", begin, next_ - begin);
        std::vector<column_type*> group{c};
        while (is_at('|')) {
            ++next_;
            skip_space();
            if (!parse_name(c)) return false;
            group.push_back(c);
        }
        any_.push_back(std::move(group));
        return true;
    }
    [[nodiscard]] static bool is_of_name(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_:.#-$<>").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
    }
    bool parse_name(column_type*& c) {
        const std::size_t begin = next_;
        if (next_ == text_.size()) return wrong("a component is wanted here", begin, 1);
        std::string_view name;
        if (text_[next_] == '"') {
            const std::size_t end = text_.find('"', next_ + 1);
            if (end == text_.npos) return wrong("this quotation has no end", begin, text_.size() - begin);
            name = text_.substr(begin + 1, end - begin - 1);
            next_ = end + 1;
        } else {
            while (next_ < text_.size() && is_of_name(text_[next_])) ++next_;
            name = text_.substr(begin, next_ - begin);
            if (name.empty()) return wrong("a component is wanted here", begin, 1);
        }
        c = find_component(home_.components, name);
        if (c != nullptr) return true;
        std::string what = "there is no component '" + std::string(name) + "'";
        if (const std::string close = closest_to(name); !close.empty()) what += "; is '" + close + "' meant?";
        return wrong(std::move(what), begin, next_ - begin);
    }

    /// A suggestion: the name of a component that differs by one or two typing errors.
    [[nodiscard]] std::string closest_to(std::string_view name) const {
        std::string best;
        std::size_t fewest = name.size() < 4 ? 2 : 3;
        if (name.size() > 64) return best;
        for (const column_type* const c : home_.columns()) {
            if (!is_component(home_.components, *c)) continue;
            const std::string its = name_of_column(*c);
            if (its.size() > 64) continue;
            if (const std::size_t n = differences(name, its); n < fewest) {
                fewest = n;
                best = its;
            }
        }
        return best;
    }
    /// How many letters have to be put in, taken out or changed.
    [[nodiscard]] static std::size_t differences(std::string_view a, std::string_view b) {
        std::vector<std::size_t> row(b.size() + 1);
        for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
        for (std::size_t i = 0; i < a.size(); ++i) {
            std::size_t diagonal = std::exchange(row[0], i + 1);
            for (std::size_t j = 0; j < b.size(); ++j) {
                const std::size_t changed = diagonal + (a[i] == b[j] ? 0U : 1U);
                diagonal = row[j + 1];
                row[j + 1] = std::min({changed, row[j + 1] + 1, row[j] + 1});
            }
        }
        return row[b.size()];
    }

    const storage_type& home_;
    std::string_view text_;
    std::size_t next_ = 0;
    std::vector<column_type*> all_;
    std::vector<column_type*> none_;
    std::vector<std::vector<column_type*>> any_;
};

} // namespace throng::core
