#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

/// A script of edits and walks as a flat list of steps. Every visit of a walk plays the steps that follow, until `next`
/// or `leave`, so nesting needs no brackets, and any part of a script cut out leaves a script: that is what shrinking
/// wants. A step that makes no sense where it stands does nothing.
namespace contract {

enum class act : std::uint8_t {
    // Steps towards the front are what a script shrinks to.
    next,          ///< ends the visit; in a walk whose body says what lives: every fourth argument, the current dies
    add,           ///< argument: how
    remove,        ///< argument: which, as a fraction of the size in 1/256; odd ones by handle
    remove_here,   ///< the element the innermost walk stands on; odd arguments through the walk itself
    remove_ahead,  ///< argument: how far ahead of the innermost walk
    remove_behind, ///< argument: which of those the innermost walk has visited
    walk,          ///< argument: the kind of walk
    leave,         ///< a break
    clear,
    add_many,    ///< argument: how many
    thin_out,    ///< keeps every n-th
    remove_gone, ///< argument: which of those removed earlier; has to answer false
    remove_if,   ///< a walk whose visits may edit, too
    hold,        ///< opens a walk, or an iterator, that later steps move on
    step,
    drop,
    remove_held,
    freeze,
    read, ///< walks a frozen view
    drop_view,
    take_handle,
    sort,
    swap,
    assign, ///< argument: how many others take the place of all, and how
    reserve,
    trim,
    commit,      ///< every fourth argument takes one of those that wait back instead
    fuse,        ///< the chosen element's destructor will play some steps
    hook_add,    ///< on_add will play some steps, once
    hook_remove, ///< on_remove will play some steps, once
    check,
    // With exceptions only.
    throw_out, ///< argument: through how many walks
    fail_element,
    fail_allocation,
    fail_hook,
};
inline constexpr std::array act_names{
    "next",     "add",         "remove",      "remove_here", "remove_ahead", "remove_behind",   "walk",
    "leave",    "clear",       "add_many",    "thin_out",    "remove_gone",  "remove_if",       "hold",
    "step",     "drop",        "remove_held", "freeze",      "read",         "drop_view",       "take_handle",
    "sort",     "swap",        "assign",      "reserve",     "trim",         "commit",          "fuse",
    "hook_add", "hook_remove", "check",       "throw_out",   "fail_element", "fail_allocation", "fail_hook",
};
inline constexpr std::size_t acts = act_names.size();
inline constexpr std::size_t acts_without_exceptions = static_cast<std::size_t>(act::throw_out);

struct op {
    act what = act::next;
    std::uint8_t argument = 0;
    friend bool operator==(const op&, const op&) = default;
};
using script = std::vector<op>;

[[nodiscard]] inline std::string to_text(const script& s) {
    std::string text;
    for (const op& o : s) {
        if (!text.empty()) text += "; ";
        text += act_names[static_cast<std::size_t>(o.what)];
        if (o.argument != 0) text += ' ' + std::to_string(o.argument);
    }
    return text;
}

/// The inverse of `to_text`. Words that are no step are left out.
[[nodiscard]] inline script from_text(std::string_view text) {
    script s;
    while (!text.empty()) {
        std::string_view step = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), step.size() + 1));
        step.remove_prefix(std::min(step.size(), step.find_first_not_of(" \n")));
        const std::string_view name = step.substr(0, step.find(' '));
        for (std::size_t i = 0; i < acts; ++i) {
            if (name != act_names[i]) continue;
            unsigned argument = 0;
            if (name.size() < step.size())
                std::from_chars(step.data() + name.size() + 1, step.data() + step.size(), argument);
            s.push_back({static_cast<act>(i), static_cast<std::uint8_t>(argument)});
        }
    }
    return s;
}

inline std::ostream& operator<<(std::ostream& out, const op& o) { return out << to_text({o}); }

} // namespace contract
