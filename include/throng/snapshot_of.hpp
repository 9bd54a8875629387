#pragma once

#include <throng/fwd.hpp>
#include <throng/parts/layers_image.hpp>
#include <throng/parts/store_image.hpp>
#include <throng/parts/tree_image.hpp>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {

struct saved_collections;

/// The state of a collection without handles: a copy.
template <class C> class copied_collection {
  public:
    copied_collection(const C& c, const copied_collection*) : copy_(c) {}
    [[nodiscard]] std::size_t size() const noexcept { return copy_.size(); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof(*this) + copy_.capacity() * sizeof(typename C::value_type);
    }
    /// See store_image.
    class rolling {
      public:
        rolling(const copied_collection& image, C& c) noexcept : image_(image), home_(c) {}
        [[nodiscard]] bool prepare() {
            if (home_.is_walked()) return false;
            again_.emplace(image_.copy_, home_.get_allocator());
            return again_->size() == image_.copy_.size(); // or there was no memory
        }
        void commit() noexcept { home_.swap(*again_); }

      private:
        const copied_collection& image_;
        C& home_;
        std::optional<C> again_;
    };

  private:
    friend struct saved_collections;
    C copy_;
};

/// The state of a collection with handles: an image of its store.
template <class C> class imaged_collection {
    using store_type = std::remove_cvref_t<decltype(std::declval<C&>().storage())>;
    using image_type = store_image<store_type>;

  public:
    imaged_collection(const C& c, const imaged_collection* earlier) : image_(c.get_allocator()) {
        whole_ = image_.take(c.storage(), earlier == nullptr ? nullptr : &earlier->image_);
        if constexpr (is_entity) expired_ = c.expired();
    }
    imaged_collection(imaged_collection&&) noexcept = default;
    imaged_collection& operator=(imaged_collection&& other) noexcept {
        image_.swap(other.image_);
        std::swap(whole_, other.whole_);
        std::swap(expired_, other.expired_);
        return *this;
    }
    [[nodiscard]] std::size_t size() const noexcept { return image_.size(); }
    [[nodiscard]] std::size_t memory() const noexcept { return image_.memory(); }
    /// See store_image.
    class rolling {
      public:
        rolling(const imaged_collection& image, C& c) noexcept
            : image_(image), home_(c), store_(image.image_, c.storage()) {}
        [[nodiscard]] bool prepare() {
            [[maybe_unused]] const auto inside = home_.storage().entered({});
            return image_.whole_ && !store_.shares_handles() && store_.prepare();
        }
        void commit() noexcept {
            [[maybe_unused]] const auto inside = home_.storage().entered({});
            store_.commit();
            if constexpr (is_entity) image_.expired_ ? home_.expire() : home_.revive();
        }

      private:
        const imaged_collection& image_;
        C& home_;
        typename image_type::rolling store_;
    };

  private:
    friend struct saved_collections;
    static constexpr bool is_entity = requires(C& c) { c.revive(); };
    explicit imaged_collection(const typename C::allocator_type& allocator) : image_(allocator) {}

    image_type image_;
    bool whole_ = false;
    bool expired_ = false;
};

template <class C> inline constexpr bool has_handles =
    requires(C& c) { requires std::remove_cvref_t<decltype(c.storage())>::gives_handles; };

template <class C> struct image_of {
    using type = std::conditional_t<has_handles<C>, imaged_collection<C>, copied_collection<C>>;
};
template <class T, class Allocator> struct image_of<tree<T, Allocator>> {
    using type = imaged_tree<tree<T, Allocator>>;
};
template <class C>
    requires requires { typename C::layer_type; }
struct image_of<C> {
    using type = imaged_layers<C>;
};

} // namespace core

/// The state of a collection at one moment: to rewind, to undo wrong predictions, to restart levels. `throng::snapshot`
/// is the same for a world.
///
///     const throng::snapshot_of before(bullets);
///     play(bullets);
///     before.roll_back(bullets);
///
/// The collection is then in its earlier state: its elements, in order, also those waiting for a commit; its handles:
/// those of elements removed since are valid again, those of elements added since are stale; its free slots, so that
/// the next addition gets the handle that it got the first time; its subsets, of which those made since are empty; the
/// branches of a tree. (A handle that `handle_of` returns for the first time later counts as added since: ask for
/// handles before taking the snapshot.) Hooks are not called, and stay unchanged, like the maximum capacity, a name and
/// `auto_remove`. Addresses are the earlier ones in a pool, and may differ elsewhere. A `grid_hook` or another link in
/// an element is a copy's, and so in no grid: insert the elements again. (A grid is then
/// iterated in the order that it had.)
///
/// Another collection than the snapshot's may be rolled back only if the snapshot's no longer exists: it becomes a copy
/// with handles. A snapshot may outlive its collection.
///
/// For all collections that own their elements by value and give handles (list, bag, pool, buffered_list, buffered_bag,
/// entity_list, tree), for ordered_set, and for layers, with their settings and orders: all of them together, since
/// they share their handles. (Of an entity list, the mark of `expire()` is part of the state.) Elements have to be
/// copyable, and a copy that may throw requires a move that does not. A copy must not edit the collection.
template <class C> class snapshot_of {
    using image_type = typename core::image_of<C>::type;

  public:
    /// O(n). It may be taken at any moment of any walk; removed elements that a walk is visiting are not in it, nor is
    /// a sort that waits for the end of a walk. Throws what the allocator or a copy throws.
    explicit snapshot_of(const C& c) : image_(c, nullptr) {}
    /// The same; unchanged pages are shared with an earlier snapshot, if elements are trivially copyable: a series of
    /// snapshots takes the memory of the changes. (Pages are compared, since writes to elements are not tracked.)
    snapshot_of(const C& c, const snapshot_of& earlier) : image_(c, &earlier.image_) {}
    snapshot_of(snapshot_of&&) noexcept = default;
    snapshot_of& operator=(snapshot_of&&) noexcept = default;

    /// Rolls the collection back, any number of times. False, without effect, while it is walked, while a frozen view
    /// of it exists or one of its functions is running; and if a fixed pool has another capacity. O(n). Throws what the
    /// allocator or a copy throws, without effect. (Without exceptions it returns false if memory is short, or was when
    /// the snapshot was made.)
    bool roll_back(C& c) const {
        rolling r(*this, c);
        if (!r.prepare()) return false;
        r.commit();
        return true;
    }
    /// A roll-back in two steps, so that several objects are rolled back together or not at all: `prepare` returns or
    /// throws what `roll_back` does, and has changed nothing; `commit`, once it has returned true, cannot fail. Until
    /// then, or until this is destroyed, the collection must not be edited. The snapshot and the collection must
    /// outlive it.
    ///
    ///     throng::snapshot_of<bullets>::rolling a(before, those);
    ///     throng::snapshot_of<ships>::rolling b(earlier, others);
    ///     if (a.prepare() && b.prepare()) a.commit(), b.commit();
    class rolling {
      public:
        rolling(const snapshot_of& then, C& c) noexcept : rolling_(then.image_, c) {}
        [[nodiscard]] bool prepare() { return rolling_.prepare(); }
        void commit() noexcept { rolling_.commit(); }

      private:
        typename image_type::rolling rolling_;
    };

    /// How many elements are in it, and the bytes that it takes: of a page that is shared, its part.
    [[nodiscard]] std::size_t size() const noexcept { return image_.size(); }
    [[nodiscard]] std::size_t memory() const noexcept { return image_.memory(); }

  private:
    friend struct core::saved_collections;
    image_type image_;
};

} // namespace throng
