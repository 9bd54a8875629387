#pragma once

#include <throng/core/store.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// The state of a store at one moment, page by page, so that it can be restored.
namespace throng::core {

/// The saved state of a page. Images of one store share unchanged pages, if elements are plain bytes.
template <class Page> struct page_image {
    using T = typename Page::value_type;

    std::size_t shares = 1;
    std::uint64_t order = 0;
    word live[Page::words] = {};
    std::uint32_t handles[Page::slots()] = {};
    alignas(T) std::byte memory[Page::slots() * sizeof(T)];

    [[nodiscard]] T* slot(unsigned i) noexcept { return reinterpret_cast<T*>(memory) + i; }
};

/// The members that a subset had.
template <class Page> struct subset_image {
    std::uint64_t made = 0;
    /// The page's words, one page after the other.
    word* members = nullptr;
    subset_image* next = nullptr;
};

template <class Store> class store_image {
    using T = typename Store::value_type;
    using Allocator = typename Store::allocator_type;
    using page_type = typename Store::page_type;
    using place_type = typename Store::place_type;
    using pages_type = page_image<page_type>;
    using members_type = subset_image<page_type>;
    using traits = std::allocator_traits<Allocator>;
    /// A link to an image of a page: in a separate chain, since the image may be in several.
    struct link {
        pages_type* image = nullptr;
        link* next = nullptr;
    };

    static constexpr bool plain = std::is_trivially_copyable_v<T>;
    static constexpr bool nothrow_copies = std::is_nothrow_copy_constructible_v<T>;
    static_assert(std::is_copy_constructible_v<T>, "throng: a snapshot copies the elements");
    static_assert(nothrow_copies || std::is_nothrow_move_constructible_v<T>,
                  "throng: a snapshot is rolled back to all at once: elements whose copy may throw have to have a move "
                  "that does not");

  public:
    explicit store_image(const Allocator& allocator) noexcept : allocator_(allocator) {}
    store_image(store_image&& other) noexcept : allocator_(other.allocator_) { swap(other); }
    store_image& operator=(store_image&&) = delete;
    ~store_image() { forget(); }

    void swap(store_image& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(pages_, other.pages_);
        std::swap(size_, other.size_);
        std::swap(tail_end_, other.tail_end_);
        std::swap(last_order_, other.last_order_);
        std::swap(waiting_, other.waiting_);
        std::swap(shares_handles_, other.shares_handles_);
        std::swap(subsets_, other.subsets_);
        if constexpr (Store::numbered) std::swap(handles_, other.handles_);
        else handles_.swap(other.handles_);
    }
    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Its bytes; a page that is shared by some counts for each with its part.
    [[nodiscard]] std::size_t memory() const noexcept {
        std::size_t n = sizeof(*this);
        for (const link* l = first_; l != nullptr; l = l->next)
            n += sizeof(link) + sizeof(pages_type) / l->image->shares;
        return n;
    }

    /// Becomes, while nothing is here, the image of a store, and shares with an earlier one what is the same. False
    /// where the allocator gives null. Throws what the allocator or a copy throws.
    [[nodiscard]] bool take(const Store& s, const store_image* earlier) {
        const typename Store::busy working(const_cast<Store&>(s)); // a copy finds all where it is
        if (!s.handles_.keep(allocator_, handles_)) return false;
        const link* before = earlier == nullptr ? nullptr : earlier->first_;
        link** end = &first_;
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next) {
            while (before != nullptr && before->image->order < p->order) before = before->next;
            link* const l = allocate_object<link>(allocator_);
            if (l == nullptr) return false;
            *end = l;
            end = &l->next;
            ++pages_;
            if (before != nullptr && is_same(*before->image, p)) {
                l->image = before->image;
                ++l->image->shares;
            } else if (!copy_page(*l, p)) {
                return false;
            }
        }
        size_ = s.size_;
        tail_end_ = s.pages_.tail_end;
        last_order_ = s.pages_.last_order;
        shares_handles_ = s.handles_.is_shared();
        if constexpr (Store::is_counted) waiting_ = s.placement_.waiting();
        return take_subsets(s);
    }
    /// A roll-back of a store to an image, in two steps, so that several objects can be rolled back together or not at
    /// all: `prepare` does all that can fail, and `commit` cannot fail. In between, the store is busy.
    class rolling {
      public:
        rolling(const store_image& image, Store& s) noexcept : image_(image), store_(s), copies_(image.allocator_) {}
        rolling(const rolling&) = delete;
        rolling& operator=(const rolling&) = delete;
        ~rolling() { end(); }

        /// Whether the handles of the store are, and were, shared with other stores: those are rolled back together.
        [[nodiscard]] bool shares_handles() const noexcept { return image_.shares_handles_; }
        /// False if something is open, if the store is fixed and has no room, or if the allocator returns null. Throws
        /// what the allocator or a copy throws. Nothing has changed then.
        [[nodiscard]] bool prepare() {
            // Elements whose copy may throw are copied first.
            if (!image_.fits(store_) || !(nothrow_copies || copies_.copy_elements_of(image_))) return false;
            if (!image_.prepare(store_)) return false;
            begin();
            return true;
        }
        void commit() noexcept {
            empty();
            fill();
            finish();
        }

        // The steps of `commit`, for stores that share a table of handles: that is rolled back when all are empty.
        void empty() noexcept { most_ = image_.empty(store_); }
        void fill() noexcept { image_.fill(store_, copies_, most_); }
        void finish() noexcept {
            end();
            store_.settle(false);
        }

      private:
        /// (Not by an optional `busy`, of which g++ 12 warns.)
        void begin() noexcept {
            ++store_.busy_;
            is_working_ = true;
        }
        void end() noexcept {
            if (std::exchange(is_working_, false)) --store_.busy_;
        }

        const store_image& image_;
        Store& store_;
        store_image copies_;
        bool is_working_ = false;
        std::size_t most_ = 0;
    };

  private:
    template <class> friend class saved_image;
    using handles_image = typename Store::handles_type::image;

    template <class F> static void for_each_slot(const word (&live)[page_type::words], F f) {
        for (unsigned i = 0; i < page_type::words; ++i) {
            for (word w = live[i]; any(w); w = without_lowest(w)) f(i * word_bits + lowest(w));
        }
    }
    [[nodiscard]] bool is_same([[maybe_unused]] pages_type& image, [[maybe_unused]] page_type* p) const {
        if constexpr (plain) {
            if (image.order != p->order) return false;
            for (unsigned i = 0; i < page_type::words; ++i) {
                if (image.live[i] != p->live[i]) return false;
            }
            if (p->handles != nullptr && std::memcmp(image.handles, p->handles, sizeof image.handles) != 0)
                return false;
            bool same = true;
            for_each_run(p, [&](unsigned from, unsigned n) {
                same = same && std::memcmp(image.slot(from), p->slot(from), n * sizeof(T)) == 0;
            });
            return same;
        } else {
            return false;
        }
    }
    /// Calls f(first slot, how many) for slots that are taken side by side.
    template <class F> static void for_each_run(const page_type* p, F f) {
        for (unsigned from = 0; from < page_type::slots();) {
            if (!p->is_live(from)) {
                ++from;
                continue;
            }
            unsigned end = from + 1;
            while (end < page_type::slots() && p->is_live(end)) ++end;
            f(from, end - from);
            from = end;
        }
    }
    [[nodiscard]] bool copy_page(link& l, page_type* p) {
        l.image = allocate_object<pages_type>(allocator_);
        if (l.image == nullptr) return false;
        pages_type& to = *l.image;
        to.order = p->order;
        if (p->handles != nullptr) std::memcpy(to.handles, p->handles, sizeof to.handles);
        if constexpr (plain) {
            for_each_run(p, [&](unsigned from, unsigned n) {
                std::memcpy(static_cast<void*>(to.slot(from)), p->slot(from), n * sizeof(T));
            });
            for (unsigned i = 0; i < page_type::words; ++i) to.live[i] = p->live[i];
        } else {
            copy_slots(to, p->live, *p);
        }
        return true;
    }
    template <class From> void copy_slots(pages_type& to, const word (&live)[page_type::words], From& from) {
        for_each_slot(live, [&](unsigned i) {
            ::new (static_cast<void*>(to.slot(i))) T(std::as_const(*from.slot(i)));
            to.live[i / word_bits] |= bit(i % word_bits);
        });
    }
    [[nodiscard]] bool copy_elements_of(const store_image& other) {
        link** end = &first_;
        for (const link* from = other.first_; from != nullptr; from = from->next) {
            link* const l = *end = allocate_object<link>(allocator_);
            if (l == nullptr) return false;
            end = &l->next;
            ++pages_;
            l->image = allocate_object<pages_type>(allocator_);
            if (l->image == nullptr) return false;
            l->image->order = from->image->order;
            std::memcpy(l->image->handles, from->image->handles, sizeof l->image->handles);
            copy_slots(*l->image, from->image->live, *from->image);
        }
        return true;
    }
    [[nodiscard]] bool take_subsets(const Store& s) {
        bool done = true;
        s.subsets_.for_each([&](const subset_node<page_type>& n) {
            if (!done) return;
            auto* const made = allocate_object<members_type>(allocator_);
            if (made == nullptr) return void(done = false);
            made->next = std::exchange(subsets_, made);
            made->made = n.made;
            if (pages_ == 0) return;
            word* to = made->members = allocate<word>(allocator_, pages_ * page_type::words);
            if (to == nullptr) return void(done = false);
            for (const page_type* p = s.pages_.head; p != nullptr; p = p->next) {
                const mark<page_type>* const m = n.mark_of(p);
                for (unsigned i = 0; i < page_type::words; ++i)
                    *to++ = m == nullptr || m->next == nullptr ? word{} : m->all(i) & p->live[i];
            }
        });
        return done;
    }

    /// Takes all the memory that writing needs.
    [[nodiscard]] bool prepare(Store& s) const {
        auto& memory = s.pages_.memory;
        if (pages_ > memory.used() && !memory.reserve(pages_ - memory.used())) return false;
        if constexpr (Store::reuses) {
            if (pages_ > memory.used() && !s.placement_.reserve(s, pages_ - memory.used())) return false;
        }
        if (!s.handles_.prepare(s.pages_, handles_)) return false;
        const auto equip = [&](page_type* p) {
            return s.handles_.page_comes(s.pages_, p) && (!s.subsets_.any() || s.subsets_.equip(allocator_, p));
        };
        // (Pages in use may be used for other elements.)
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next) {
            if (s.subsets_.any() && !s.subsets_.equip(allocator_, p)) return false;
        }
        return memory.for_each_free(equip);
    }
    [[nodiscard]] bool fits(const Store& s) const noexcept {
        return !s.is_walked() && s.handles_.is_shared() == shares_handles_ &&
               (!s.pages_.memory.is_fixed() || pages_ == s.pages_.memory.pages());
    }
    /// All elements go; what a destructor adds is refused until `fill`, which is given what this returns.
    std::size_t empty(Store& s) const noexcept {
        const std::size_t most = std::exchange(s.most_, 0);
        s.look_around();
        s.destroy_all();
        s.subsets_.leave_all_pages();
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next) {
            p->fill(0);
            if (p->subsets != nullptr) s.subsets_.begin_page(p);
            if constexpr (!Store::numbered) {
                for (unsigned i = 0; p->handles != nullptr && i < page_type::slots(); ++i) p->handles[i] = 0;
            }
        }
        s.size_ = 0;
        s.placement_.start_over(s, pages_);
        return most;
    }
    void fill(Store& s, const store_image& copies, std::size_t most) const noexcept {
        s.handles_.roll_back(s.pages_, handles_);
        const link* from = nothrow_copies ? first_ : copies.first_;
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next, from = from->next) {
            pages_type& image = *from->image;
            p->order = image.order;
            if (p->handles != nullptr) std::memcpy(p->handles, image.handles, sizeof image.handles);
            for_each_slot(image.live, [&](unsigned i) {
                if constexpr (nothrow_copies)
                    traits::construct(s.allocator_of(), p->slot(i), std::as_const(*image.slot(i)));
                else traits::construct(s.allocator_of(), p->slot(i), std::move(*image.slot(i)));
                p->set_live(i);
                s.handles_.found_at({p, i});
            });
        }
        s.pages_.tail_end = tail_end_;
        s.pages_.last_order = last_order_;
        s.size_ = size_;
        if constexpr (Store::is_counted) s.placement_.refilled(s, waiting_);
        else s.placement_.refilled(s);
        write_subsets(s);
        s.tell_all_changed();
        s.most_ = most;
        s.look_around();
    }
    void write_subsets(Store& s) const noexcept {
        for (const members_type* its = subsets_; its != nullptr; its = its->next) {
            s.subsets_.for_each([&](subset_node<page_type>& n) {
                if (n.made != its->made) return;
                const word* from = its->members;
                for (page_type* p = s.pages_.head; p != nullptr; p = p->next, from += page_type::words) {
                    word all{};
                    for (unsigned i = 0; i < page_type::words; ++i) all |= from[i];
                    if (!any(all)) continue;
                    for (unsigned i = 0; i < page_type::words; ++i) n.mark_on(p).members[i] = from[i];
                    n.chain(p);
                }
            });
        }
    }
    void forget() noexcept {
        while (first_ != nullptr) {
            link* const l = std::exchange(first_, first_->next);
            if (l->image != nullptr && --l->image->shares == 0) {
                if constexpr (!plain) for_each_slot(l->image->live, [&](unsigned i) { l->image->slot(i)->~T(); });
                deallocate(allocator_, l->image, 1);
            }
            deallocate(allocator_, l, 1);
        }
        while (subsets_ != nullptr) {
            members_type* const m = std::exchange(subsets_, subsets_->next);
            if (m->members != nullptr) deallocate(allocator_, m->members, pages_ * page_type::words);
            deallocate(allocator_, m, 1);
        }
        pages_ = 0;
        if constexpr (!Store::numbered) handles_.table.release(allocator_);
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    link* first_ = nullptr;
    std::size_t pages_ = 0;
    std::size_t size_ = 0;
    unsigned tail_end_ = page_type::slots();
    std::uint64_t last_order_ = 0;
    /// How many of the last wait to be committed.
    std::size_t waiting_ = 0;
    bool shares_handles_ = false;
    members_type* subsets_ = nullptr;
    handles_image handles_;
};

} // namespace throng::core
