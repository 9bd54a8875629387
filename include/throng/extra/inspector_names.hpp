#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/world/relation/kin.hpp>
#include <throng/world/relation/name_index.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace throng::core {

/// The names of entities, as the inspector shows and searches them. It makes none, so that looking changes nothing.
template <class Allocator> class shown_names {
    using storage_type = storage<Allocator>;
    using index_type = name_index<Allocator>;

  public:
    explicit shown_names(storage_type& home) noexcept : home_(home) {}

    /// The entity at a path; an empty handle if there is none. Throws what the allocator throws.
    [[nodiscard]] entity find(std::string_view path) const {
        index_type* const all = index_type::of(home_);
        for (entity e; all != nullptr;) {
            const std::size_t slash = path.find('/');
            e = all->find(e, path.substr(0, slash));
            if (!e || slash == path.npos) return e;
            path.remove_prefix(slash + 1);
        }
        return {};
    }
    /// Whether the name has the text in it, or, of a text with a slash, the path; letters of ASCII are the same in
    /// either case.
    [[nodiscard]] bool fits(entity e, std::string_view text) const {
        const std::string_view name = name_of(e);
        if (name.empty()) return false;
        return text.find('/') == text.npos ? has(name, text) : has(path_of(e), text);
    }
    /// Its name and its path, if it has them.
    void put(json_members& m, entity e) const {
        const std::string_view name = name_of(e);
        if (name.empty()) return;
        m.text("name", name);
        if (const std::string path = path_of(e); !path.empty()) m.text("path", path);
    }

  private:
    /// Of what lies deeper no path is shown: a list of entities has to be short work.
    static constexpr std::size_t most_depth = 64;

    [[nodiscard]] std::string_view name_of(entity e) const noexcept {
        const entity_name* const its = index_type::name_of(home_, e);
        return its != nullptr && json_writer::is_utf8(its->text) ? std::string_view(its->text) : std::string_view();
    }
    [[nodiscard]] std::string path_of(entity e) const {
        std::string path;
        for (std::size_t depth = 0; e; e = parent_of(home_, e), ++depth) {
            const std::string_view name = name_of(e);
            if (name.empty() || depth == most_depth) return {};
            path.insert(0, depth == 0 ? 0 : 1, '/');
            path.insert(0, name);
        }
        return path;
    }
    [[nodiscard]] static bool has(std::string_view all, std::string_view text) noexcept {
        const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        return std::search(all.begin(), all.end(), text.begin(), text.end(),
                           [&](char a, char b) { return small(a) == small(b); }) != all.end() ||
               text.empty();
    }

    storage_type& home_;
};

} // namespace throng::core
