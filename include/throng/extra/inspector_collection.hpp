#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/core/compiler.hpp>
#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_edit.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace throng::core {

/// A collection that was given a name, as the inspector shows it.
class inspected_collection {
  public:
    explicit inspected_collection(std::string_view name) : name_(name) {}
    inspected_collection(const inspected_collection&) = delete;
    inspected_collection& operator=(const inspected_collection&) = delete;
    virtual ~inspected_collection() = default;

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// How many elements there are, and how much room.
    virtual void put_summary(json_members& m) = 0;
    /// As many pages from one on as fit, and what is open. O(pages before the first that is shown).
    virtual void put_pages(json_members& m, std::size_t first, std::size_t most) = 0;
    /// The elements of one page; false if there is no such page, or if the elements cannot be determined.
    virtual bool put_elements(json_members& m, std::size_t page) = 0;
    /// Sets the fields of an element that the body of a request names.
    [[nodiscard]] virtual http_response edit(std::size_t page, std::size_t slot, const http_request& r) = 0;

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

    void put_summary(json_members& m) override {
        m.number("size", static_cast<std::size_t>(collection_.size()));
        if constexpr (has_pages<C>) {
            std::size_t pages = 0;
            for (auto* p = collection_.storage().pages().head; p != nullptr; p = p->next) ++pages;
            m.number("pages", pages);
            m.number("slots_of_page", static_cast<std::size_t>(page_type::slots()));
            m.number("page_bytes", static_cast<std::size_t>(page_type::bytes));
            m.number("bytes", pages * page_type::bytes);
            m.flag("elements_described", is_described);
        }
    }
    void put_pages(json_members& m, std::size_t first, std::size_t most) override {
        if constexpr (has_pages<C>) {
            json_writer& to = m.name("pages");
            std::size_t number = 0;
            const char* before = "";
            to.put("[");
            for (auto* p = collection_.storage().pages().head; p != nullptr; p = p->next, ++number) {
                if (number < first) continue;
                if (number - first == most) break;
                to.put(std::exchange(before, ","));
                put_page(to, *p, number);
            }
            to.put("]");
            if (number - first == most) m.number("next", number);
            put_open(m);
        }
    }
    bool put_elements([[maybe_unused]] json_members& m, [[maybe_unused]] std::size_t page) override {
        if constexpr (is_described) {
            auto* const p = page_numbered(page);
            if (p == nullptr) return false;
            const description& d = description_of<value_type>();
            put_description(m.name("type"), d);
            m.flag("editable", is_editable);
            const char* before = "";
            std::size_t weight = 0;
            json_writer& to = m.name("elements");
            to.put("[");
            for (unsigned i = 0; i < p->slots(); ++i) {
                if (!p->is_live(i)) continue;
                const value_type* const x = element_in<value_type>(p->slot(i));
                weight += weight_of(d, x, most_values);
                if (weight > most_values) break;
                to.put(std::exchange(before, ","));
                json_members element(to);
                element.number("slot", i);
                element.name("value").put_value(d, x);
                element.end();
            }
            to.put("]");
            return true;
        }
        return false;
    }
    http_response edit([[maybe_unused]] std::size_t page, [[maybe_unused]] std::size_t slot,
                       [[maybe_unused]] const http_request& r) override {
        if constexpr (is_editable) {
            auto* const p = page_numbered(page);
            const auto i = static_cast<unsigned>(slot);
            if (p == nullptr || slot >= p->slots() || !p->is_live(i)) return problem(404, "there is no element");
            nlohmann::json to;
            if (auto error = read_body(r, to); error.status != 200) return error;
            const description& d = description_of<value_type>();
            value_type& x = *element_in<value_type>(p->slot(i));
            json_edit its;
            bool is_right = false;
            // (On a copy first: so that either all of it happens or nothing.)
            const bool done = attempt([&] {
                value_type tried(x);
                is_right = its.apply(d, std::addressof(tried), to);
                if (is_right) (void)its.apply(d, std::addressof(x), to);
            });
            if (!done) return problem(500, "a copy, an assignment or the allocator has thrown an exception");
            if (!is_right) return problem(422, its.error, [&](json_members& m) { m.text("pointer", its.pointer); });
            json_answer now;
            now->put_value(d, std::addressof(x));
            return now.take();
        }
        return problem(409, "the elements of '" + name() + "' cannot be edited from here");
    }

  private:
    static constexpr std::size_t most_values = 4000;

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
    static constexpr bool is_editable = is_described && std::is_copy_constructible_v<value_type> && requires(C& c) {
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

    /// A letter for each slot: one that is live, one that is removed but kept for a walk or a view, one that is empty.
    template <class Page> static void put_page(json_writer& to, const Page& p, std::size_t number) {
        json_members m(to);
        m.number("number", number);
        std::string slots;
        for (unsigned i = 0; i < Page::slots(); ++i) slots += p.is_live(i) ? '#' : p.is_ghost(i) ? 'g' : '.';
        m.text("slots", slots);
        m.end();
    }
    void put_open(json_members& m) {
        json_writer& to = m.name("open");
        const char* before = "";
        std::size_t many = 0;
        to.put("[");
        for (auto* w = collection_.storage().walkers().first(); w != nullptr && many < 64; w = w->next, ++many) {
            to.put(std::exchange(before, ","));
            json_members open(to);
            open.text("kind", w->epoch != 0 ? "view" : "walk");
#if defined(THRONG_AUDIT) && THRONG_AUDIT
            if (w->opened) open.text("opened", w->opened->where.text());
#endif
            if (const auto* const x = w->element(); x != nullptr) {
                std::size_t number = 0;
                for (auto* p = collection_.storage().pages().head; p != nullptr; p = p->next, ++number) {
                    if (p->of(x) != p) continue;
                    open.number("page", number);
                    open.number("slot", static_cast<std::size_t>(p->index_of(x)));
                }
            }
            open.end();
        }
        to.put("]");
    }

    C& collection_;
};

} // namespace throng::core
