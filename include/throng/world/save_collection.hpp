#pragma once

#include <throng/world/save/saved_image.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Saves and restores collections as bytes, as throng/world/save.hpp does for worlds.
namespace throng {

namespace core {

inline constexpr char saved_collection_magic[20] = "throng collection 1";

/// (Layers share a table of handles, for which the bytes have no place.)
template <class C>
concept saves_collection = requires(const C& c) {
    typename C::value_type;
    snapshot_of<C>(c);
} && !requires { typename C::layer_type; };

/// How elements lie in the bytes, and so what can be read into what.
enum class saved_form : std::uint8_t { row, slots, branches, values };

struct saved_collections {
    template <class C> [[nodiscard]] static const auto& image_of(const snapshot_of<C>& s) noexcept { return s.image_; }
    /// Whether there was memory for all of it.
    template <class Image> [[nodiscard]] static bool is_whole(const Image& its) noexcept {
        if constexpr (requires { its.whole_; }) return its.whole_;
        else return true;
    }

    /// Whether it is about the collection that is restored, and not about the bytes.
    [[nodiscard]] static bool is_of_the_collection(std::string_view error) noexcept {
        return error == no_room || error == not_now;
    }

    template <class C> [[nodiscard]] static constexpr saved_form form_of(const imaged_collection<C>*) noexcept {
        return imaged_collection<C>::store_type::numbered ? saved_form::slots : saved_form::row;
    }
    template <class Tree> [[nodiscard]] static constexpr saved_form form_of(const imaged_tree<Tree>*) noexcept {
        return saved_form::branches;
    }
    template <class C> [[nodiscard]] static constexpr saved_form form_of(const copied_collection<C>*) noexcept {
        return saved_form::values;
    }

    // With handles.

    template <class C> static void write(const imaged_collection<C>& its, byte_writer<>& to) {
        using store_type = typename imaged_collection<C>::store_type;
        to.put(form_of(&its));
        saved_image<store_type>::write(its.image_, to);
    }
    template <class C> static const char* read(C& c, const imaged_collection<C>*, byte_reader& from, field_path& path) {
        using store_type = typename imaged_collection<C>::store_type;
        if (from.get<saved_form>() != form_of(static_cast<const imaged_collection<C>*>(nullptr))) return another_form;
        imaged_collection<C> then(c.get_allocator());
        if (const char* const error = saved_image<store_type>::read(then.image_, from, path)) return error;
        then.whole_ = true;
        if (from.rest() != 0) return left_over;
        if (then.size() > c.max_capacity()) return no_room;
        if constexpr (store_type::numbered) {
            if (c.storage().pages().memory.is_fixed() &&
                saved_image<store_type>::handles_of(then.image_).size() > c.max_capacity())
                return no_room;
        }
        return put_back(then, c);
    }

    /// Null, or why the collection stays what it is.
    template <class Image, class C> static const char* put_back(const Image& image, C& c) {
        typename Image::rolling back(image, c);
        if (!back.prepare()) return not_now;
        back.commit();
        return nullptr;
    }

    // A tree: for each node its parent and its next sibling, by the numbers of their slots.

    template <class Tree> static void write(const imaged_tree<Tree>& its, byte_writer<>& to) {
        to.put(saved_form::branches);
        saved_image<typename imaged_tree<Tree>::store_type>::write(its.image_, to);
        to.put(its.expired_);
        for (const auto& l : its.links_) {
            for (const auto h : {l.n, l.parent, l.next}) to.put(h ? h.index() + 1 : 0U);
        }
    }
    template <class Tree>
    static const char* read(Tree& t, const imaged_tree<Tree>*, byte_reader& from, field_path& path) {
        using store_type = typename imaged_tree<Tree>::store_type;
        if (from.get<saved_form>() != saved_form::branches) return another_form;
        imaged_tree<Tree> then(t.get_allocator());
        if (const char* const error = saved_image<store_type>::read(then.image_, from, path)) return error;
        const auto expired = from.get<std::uint8_t>();
        if (expired > 1) return "neither expired nor not";
        then.expired_ = expired != 0;
        const auto nodes = saved_image<store_type>::handles_of(then.image_);
        const auto is_node = [&nodes](std::uint32_t n) { return n <= nodes.size() && nodes[n - 1]; };
        branches links(nodes.size());
        for (std::size_t i = 0; i < then.size(); ++i) {
            const auto n = from.get<std::uint32_t>();
            const auto parent = from.get<std::uint32_t>();
            const auto next = from.get<std::uint32_t>();
            if (!from.good()) return too_short;
            if (n == 0 || !is_node(n) || (parent != 0 && !is_node(parent)) || (next != 0 && !is_node(next)) ||
                !links.add(n, parent, next))
                return no_tree;
            const auto of = [&nodes](std::uint32_t x) {
                return x == 0 ? std::remove_cvref_t<decltype(nodes[0])>() : nodes[x - 1];
            };
            then.links_.push_back({of(n), of(parent), of(next)});
        }
        if (!from.good()) return too_short;
        if (!links.are_whole(then.size())) return no_tree;
        if (from.rest() != 0) return left_over;
        if (then.size() > t.max_capacity()) return no_room;
        then.whole_ = true;
        return put_back(then, t);
    }

    // Without handles.

    template <class C> static void write(const copied_collection<C>& its, byte_writer<>& to) {
        using values_type = saved_values<typename C::value_type>;
        to.put(saved_form::values);
        values_type::write_type(to);
        to.put(static_cast<std::uint64_t>(its.copy_.size()));
        its.copy_.each([&to](const auto& x) { values_type::write(x, to); });
    }
    template <class C> static const char* read(C& c, const copied_collection<C>*, byte_reader& from, field_path& path) {
        using T = typename C::value_type;
        if (from.get<saved_form>() != saved_form::values) return another_form;
        saved_values<T> values;
        if (const char* const error = values.read_type(from, path)) return error;
        const auto n = from.get<std::uint64_t>();
        if (!from.good() || n > values.most_in(from)) return too_short;
        C made(c);
        made.clear();
        for (std::uint64_t i = 0; i < n; ++i) {
            alignas(T) std::byte memory[sizeof(T)];
            struct guard {
                T* held = nullptr;
                ~guard() {
                    if (held != nullptr) held->~T();
                }
            } g;
            const char* const error = values.read(
                from, path, [&](auto f) -> T& { return *(g.held = ::new (static_cast<void*>(memory)) T(f())); });
            if (error != nullptr) return path.prepend(i), error;
            made.add(std::move(*g.held));
            if (made.size() != i + 1) return path.prepend(i), "it is there twice, or there is no room for it";
        }
        if (from.rest() != 0) return left_over;
        if (c.is_walked()) return not_now;
        c = std::move(made);
        return nullptr;
    }

  private:
    static constexpr const char* too_short = "too short";
    static constexpr const char* left_over = "bytes are left over";
    static constexpr const char* another_form = "saved by a collection of another kind";
    static constexpr const char* no_room = "there is no room for it";
    static constexpr const char* no_tree = "its branches are no tree";
    static constexpr const char* not_now =
        "it is walked, or one of its functions is under way, or it cannot be rolled back";

    /// The links of a tree as they are read: whether they are those of a tree.
    class branches {
      public:
        explicit branches(std::size_t slots) : all_(slots + 1) {}
        /// False where a node is there twice, or two are before the same one.
        [[nodiscard]] bool add(std::uint32_t n, std::uint32_t parent, std::uint32_t next) {
            if (std::exchange(all_[n].is_there, true)) return false;
            all_[n].parent = parent;
            all_[n].next = next;
            return next == 0 || !std::exchange(all_[next].has_previous, true);
        }
        /// Whether each of n nodes is met on the way through the branches: then none is in a ring.
        [[nodiscard]] bool are_whole(std::size_t n) {
            for (std::uint32_t i = 1; i < all_.size(); ++i) {
                if (!all_[i].is_there || all_[i].has_previous) continue;
                if (std::exchange(all_[all_[i].parent].first, i) != 0) return false;
            }
            for (std::uint32_t i = all_[0].first; i != 0 && n != 0;) {
                --n;
                if (all_[i].next != 0 && all_[all_[i].next].parent != all_[i].parent) return false;
                if (all_[i].first != 0) {
                    i = all_[i].first;
                    continue;
                }
                while (i != 0 && all_[i].next == 0) i = all_[i].parent;
                i = all_[i].next;
            }
            return n == 0;
        }

      private:
        struct place {
            std::uint32_t parent = 0;
            std::uint32_t next = 0;
            std::uint32_t first = 0;
            bool is_there = false;
            bool has_previous = false;
        };
        std::vector<place> all_;
    };
};

} // namespace core

/// Writes the content of a snapshot: elements, in their order, which of them wait for a commit, handles, free slots,
/// the members of subsets, the branches of a tree. So a collection restored from it assigns and finds the same handles
/// as this one: a saved `throng::handle`, even in another collection, is valid again. Subsets are identified by the
/// order of their construction. O(n). Throws what the allocator throws. (In a build without exceptions, returns false
/// and writes nothing without memory for the snapshot.)
///
/// Elements are saved field by field, as components are: see throng/world/description.hpp and `save` of a world. Parts
/// without a description, a base class for instance, are not saved: such a class must list its fields, or have custom
/// functions `component<T>::save` and `restore`. The bytes are the same on every machine, except for classes that are
/// only known as bytes.
template <class C>
    requires core::saves_collection<C>
bool save(const snapshot_of<C>& those, byte_writer<>& to) {
    const auto& image = core::saved_collections::image_of(those);
    if (!core::saved_collections::is_whole(image)) return false;
    const std::size_t begin = to.bytes().size();
    to.write(core::saved_collection_magic, sizeof(core::saved_collection_magic));
    core::saved_collections::write(image, to);
    to.put(core::mix(0, to.bytes().data() + begin, to.bytes().size() - begin));
    return true;
}
/// The same of what a collection is now: all that `snapshot_of` takes, but for layers.
template <class C>
    requires core::saves_collection<C>
bool save(const C& those, byte_writer<>& to) {
    return save(snapshot_of<C>(those), to);
}

/// Restores a collection from a save of it, or of another one of its kind. Fields of elements may have changed since:
/// see `restore` of a world. Bytes that are damaged or foreign, or do not fit the present classes, are refused, and
/// leave the collection unchanged; so are all while it is walked, or without room. Hooks are not called, and stay set.
/// O(n). Throws what the allocator or an element throws, and has no effect then.
template <class C>
    requires core::saves_collection<C>
restored restore(C& c, std::span<const std::byte> bytes) {
    constexpr auto& magic = core::saved_collection_magic;
    if (bytes.size() < sizeof(magic) || std::memcmp(bytes.data(), magic, sizeof(magic)) != 0)
        return {"this is no saved collection, or one of a version that is not known"};
    if (const restored unusable = core::check_sum_of(bytes); !unusable) return unusable;
    restored result;
    byte_reader from(bytes.subspan(sizeof(magic), bytes.size() - sizeof(magic) - core::saved_sum_bytes));
    const typename core::image_of<C>::type* const as = nullptr;
    result.error = core::saved_collections::read(c, as, from, result.path);
    if (!result) result.position = sizeof(magic) + from.position();
    return result;
}

} // namespace throng
