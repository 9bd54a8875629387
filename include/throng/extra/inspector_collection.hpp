#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/description.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::core {

/// A collection that was given a name, without its type: what an inspector needs to know of it.
class inspected_collection {
  public:
    explicit inspected_collection(std::string_view name) : name_(name) {}
    inspected_collection(const inspected_collection&) = delete;
    inspected_collection& operator=(const inspected_collection&) = delete;
    virtual ~inspected_collection() = default;

    struct page_counts {
        std::size_t pages = 0;
        std::size_t slots_of_page = 0;
        std::size_t bytes_of_page = 0;
    };
    struct open_walk {
        bool is_view = false;
        /// In the audit build: where it was opened.
        std::string opened = {};
        /// The element that it visits.
        bool has_element = false;
        std::size_t page = 0;
        std::size_t slot = 0;
    };
    struct element {
        std::size_t slot;
        const void* value;
    };
    enum class edit_result : unsigned char { not_editable, no_element, refused, threw, done };

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] virtual std::size_t size() = 0;
    /// False if it has no pages.
    [[nodiscard]] virtual bool count_pages(page_counts& to) = 0;
    /// At most so many pages from one on: a letter for each slot, '#' if it is live, 'g' if it is removed but kept for
    /// a walk or a view, '.' if it is empty. O(pages before the first that is shown).
    [[nodiscard]] virtual std::vector<std::string> list_pages(std::size_t first, std::size_t most) = 0;
    /// Open walks and views, at most so many.
    [[nodiscard]] virtual std::vector<open_walk> list_open(std::size_t most) = 0;
    /// The description of elements that can be shown; null if there is none.
    [[nodiscard]] virtual const description* element_type() const = 0;
    [[nodiscard]] virtual bool is_editable() const noexcept = 0;
    /// The live elements of a page; false if there is no such page, or if elements cannot be shown.
    [[nodiscard]] virtual bool list_elements(std::size_t page, std::vector<element>& to) = 0;
    /// Null if there is none in that slot.
    [[nodiscard]] virtual const void* element_at(std::size_t page, std::size_t slot) = 0;
    /// Calls `apply` with the address of a copy of an element, and, if that returns true, with that of the element.
    [[nodiscard]] virtual edit_result edit(std::size_t page, std::size_t slot,
                                           const std::function<bool(void*)>& apply) = 0;

  private:
    std::string name_;
};

template <class C>
concept has_pages = requires(C& c) {
    c.storage().pages().head;
    c.storage().walkers().first();
};

/// The element in a slot's content: the content itself, or a part of it; null if it cannot be determined.
template <class T, class Slot> [[nodiscard]] T* element_in(Slot* slot) noexcept {
    if constexpr (std::is_same_v<T, Slot>) return slot;
    else if constexpr (requires { requires std::is_same_v<decltype(slot->value), T>; })
        return std::addressof(slot->value);
    else return nullptr;
}

template <class C> class inspected final : public inspected_collection {
  public:
    inspected(std::string_view name, C& c) : inspected_collection(name), collection_(c) {}

    std::size_t size() override { return static_cast<std::size_t>(collection_.size()); }
    bool count_pages([[maybe_unused]] page_counts& to) override {
        if constexpr (has_pages<C>) {
            for (auto* p = collection_.storage().pages().head; p != nullptr; p = p->next) ++to.pages;
            to.slots_of_page = static_cast<std::size_t>(page_type::slots());
            to.bytes_of_page = static_cast<std::size_t>(page_type::bytes);
        }
        return has_pages<C>;
    }
    std::vector<std::string> list_pages([[maybe_unused]] std::size_t first,
                                        [[maybe_unused]] std::size_t most) override {
        std::vector<std::string> pages;
        if constexpr (has_pages<C>) {
            for (auto* p = page_numbered(first); p != nullptr && pages.size() < most; p = p->next) {
                std::string& slots = pages.emplace_back();
                for (unsigned i = 0; i < page_type::slots(); ++i)
                    slots += p->is_live(i) ? '#' : p->is_ghost(i) ? 'g' : '.';
            }
        }
        return pages;
    }
    std::vector<open_walk> list_open([[maybe_unused]] std::size_t most) override {
        std::vector<open_walk> those;
        if constexpr (has_pages<C>) {
            for (auto* w = collection_.storage().walkers().first(); w != nullptr && those.size() < most; w = w->next) {
                open_walk& open = those.emplace_back();
                open.is_view = w->epoch != 0;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
                if (w->opened) open.opened = w->opened->where.text();
#endif
                if (const auto* const x = w->element(); x != nullptr) {
                    std::size_t number = 0;
                    for (auto* p = collection_.storage().pages().head; p != nullptr; p = p->next, ++number) {
                        if (p->of(x) != p) continue;
                        open.has_element = true;
                        open.page = number;
                        open.slot = static_cast<std::size_t>(p->index_of(x));
                    }
                }
            }
        }
        return those;
    }
    const description* element_type() const override {
        if constexpr (is_described) return &description_of<value_type>();
        else return nullptr;
    }
    bool is_editable() const noexcept override { return can_be_edited; }
    bool list_elements([[maybe_unused]] std::size_t page, [[maybe_unused]] std::vector<element>& to) override {
        if constexpr (is_described) {
            auto* const p = page_numbered(page);
            if (p == nullptr) return false;
            for (unsigned i = 0; i < p->slots(); ++i) {
                if (p->is_live(i)) to.push_back({i, element_in<value_type>(p->slot(i))});
            }
        }
        return is_described;
    }
    const void* element_at(std::size_t page, std::size_t slot) override { return find_element(page, slot); }
    edit_result edit([[maybe_unused]] std::size_t page, [[maybe_unused]] std::size_t slot,
                     [[maybe_unused]] const std::function<bool(void*)>& apply) override {
        if constexpr (can_be_edited) {
            value_type* const x = find_element(page, slot);
            if (x == nullptr) return edit_result::no_element;
            bool is_right = false;
            // (On a copy first: so that either all of it happens or nothing.)
            const bool done = attempt([&] {
                value_type tried(*x);
                is_right = apply(std::addressof(tried));
                if (is_right) (void)apply(x);
            });
            if (!done) return edit_result::threw;
            return is_right ? edit_result::done : edit_result::refused;
        } else {
            return edit_result::not_editable;
        }
    }

  private:
    template <class D> struct page_of {
        using type = void;
    };
    template <has_pages D> struct page_of<D> {
        using type = std::remove_pointer_t<decltype(std::declval<D&>().storage().pages().head)>;
    };
    using page_type = typename page_of<C>::type;
    using value_type = typename C::value_type;
    static constexpr bool is_described = [] {
        if constexpr (!has_pages<C>) return false;
        else
            return described<value_type> && (std::is_same_v<typename page_type::value_type, value_type> ||
                                             requires(typename page_type::value_type& x) {
                                                 requires std::is_same_v<decltype(x.value), value_type>;
                                             });
    }();
    /// Not where elements are known by what they say, as in a set: there they cannot be written by others, either.
    static constexpr bool can_be_edited = is_described && std::is_copy_constructible_v<value_type> && requires(C& c) {
        requires !std::is_const_v<std::remove_reference_t<decltype(*c.begin())>>;
    };

    /// Null if there are not so many.
    [[nodiscard]] auto* page_numbered(std::size_t n)
        requires has_pages<C>
    {
        auto* p = collection_.storage().pages().head;
        while (p != nullptr && n-- != 0) p = p->next;
        return p;
    }

    [[nodiscard]] value_type* find_element([[maybe_unused]] std::size_t page, [[maybe_unused]] std::size_t slot) {
        if constexpr (is_described) {
            auto* const p = page_numbered(page);
            const auto i = static_cast<unsigned>(slot);
            if (p != nullptr && slot < p->slots() && p->is_live(i)) return element_in<value_type>(p->slot(i));
        }
        return nullptr;
    }

    C& collection_;
};

} // namespace throng::core
