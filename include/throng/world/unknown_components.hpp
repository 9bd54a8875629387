#pragma once

#include <throng/world/save.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {

/// The components of a saved world that a program does not know, because they are of a mod that is not installed, or of
/// a later version: kept when the world is restored, and saved again with it.
///
///     throng::unknown_components unknown;
///     throng::restore(world, bytes, components, unknown);
///     ...
///     throng::save(world, writer, components, unknown);
///
/// A value belongs to its entity: of a destroyed entity, nothing is saved, and `drop_stale` frees its memory.
/// Singletons are included. Handles in the values stay valid, since a restored world has the handles of the saved one.
/// Clones, merged entities and entities in messages have no unknown components. A component that is listed when saving
/// takes the place of an unknown one of that name. Pass the object to each `restore` of its world, or clear it.
class unknown_components {
  public:
    /// 64 MiB.
    static constexpr std::size_t default_bytes = std::size_t{64} << 20U;

    /// `restore` refuses a save whose unknown components would take more memory.
    explicit unknown_components(std::size_t max_bytes = default_bytes) noexcept : max_bytes_(max_bytes) {}

    /// How many components are unknown, and the name of each.
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
    [[nodiscard]] std::string_view name(std::size_t i) const noexcept { return all_[i].name; }
    /// Whether an entity has an unknown component of that name. O(components + log values).
    [[nodiscard]] bool has(entity e, std::string_view name) const noexcept {
        for (const core::unknown_component& c : all_) {
            if (c.name != name) continue;
            for (const auto& v : c.between(e.index(), e.index())) {
                if (v.e == e) return true;
            }
        }
        return false;
    }
    /// How many bytes they take, and at most.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t max_bytes() const noexcept { return max_bytes_; }
    void max_bytes(std::size_t n) noexcept { max_bytes_ = n; }

    /// Drops the values of entities that are not alive in the world. O(values). Throws what the allocator throws,
    /// without effect.
    template <class World> void drop_stale(const World& w) {
        std::vector<core::unknown_component> living(all_);
        for (core::unknown_component& c : living) {
            const std::vector<std::byte> before = std::exchange(c.bytes, {});
            std::erase_if(c.values, [&](core::unknown_component::value& v) {
                if (!w.alive(v.e)) return true;
                const std::size_t begin = c.bytes.size();
                c.bytes.insert(c.bytes.end(), before.begin() + static_cast<std::ptrdiff_t>(v.begin),
                               before.begin() + static_cast<std::ptrdiff_t>(v.end));
                v.begin = begin;
                v.end = c.bytes.size();
                return false;
            });
        }
        all_.swap(living);
        count();
    }
    void clear() noexcept {
        all_.clear();
        bytes_ = 0;
    }

  private:
    template <class Allocator, class Writer, class... Cs> friend void
    save(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those, const unknown_components& unknown);
    template <class Allocator, class... Cs>
    friend restored restore(basic_world<Allocator>& w, std::span<const std::byte> bytes, components_t<Cs...> those,
                            unknown_components& unknown);
    void count() noexcept {
        bytes_ = 0;
        for (const core::unknown_component& c : all_) bytes_ += c.memory();
    }

    std::vector<core::unknown_component> all_;
    std::size_t bytes_ = 0;
    std::size_t max_bytes_;
};

/// Saves the unknown components of a world's entities with it: see throng/world/save.hpp.
template <class Allocator, class Writer, class... Cs>
void save(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those, const unknown_components& unknown) {
    byte_writer<> scratch;
    core::save_world(w, to, those, unknown.all_, scratch);
}
/// Restores a world, and puts the components that are not known in the place of those that `unknown` has. Also refuses,
/// without effect, what is wrong with these, and more of them than `max_bytes`. See throng/world/save.hpp.
template <class Allocator, class... Cs> restored restore(basic_world<Allocator>& w, std::span<const std::byte> bytes,
                                                         components_t<Cs...> those, unknown_components& unknown) {
    core::unknown_reader found;
    struct accepting {
        unknown_components& unknown;
        core::unknown_reader& found;
    } both{unknown, found};
    // (As the last step that can be refused: what follows does not throw.)
    return core::restore_world(
        w, bytes, those, &found,
        [](void* context) {
            auto& its = *static_cast<accepting*>(context);
            std::size_t n = 0;
            for (const core::unknown_component& c : its.found.all) n += c.memory();
            if (n > its.unknown.max_bytes_) return false;
            its.unknown.all_.swap(its.found.all);
            its.unknown.bytes_ = n;
            return true;
        },
        &both);
}

} // namespace throng
