#pragma once

#include "contract/collection.hpp"
#include "contract/subject.hpp"
#include "support/allocation.hpp"
#include "support/faults.hpp"
#include "support/tracked.hpp"

#include <throng/core/walk.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace contract {

/// Two collections of an adapter, one of which is tested; the other one swaps with it.
template <class Adapter, class Element> class subject_of final : public subject {
    using collection = logged_collection_of<Adapter, Element>;
    static constexpr bool has_handles = requires(collection& c, Element& x) { c.get(c.handle_of(x)); };
    static constexpr bool has_walks = requires(collection& c) { c.walk(throng::live).next(); };
    static constexpr bool has_views = requires(const collection& c) { c.freeze().begin(); };
    static constexpr bool has_each = requires(collection& c, void (*f)(Element&)) {
        c.each(throng::live, f);
        c.each(throng::residents, f);
    };
    static constexpr bool has_update = requires(collection& c, void (*f)(Element&)) { c.update(throng::live, f); };
    static constexpr bool has_const_walks = requires(const collection& c) { c.begin() != c.end(); };
    static constexpr bool has_runs = requires(collection& c) { c.runs(); };
    static constexpr bool has_hooks = requires(collection& c, void (*f)(Element&)) { c.on_add(f); };
    static constexpr bool has_swap = requires(collection& c) { c.swap(c); };
    /// (In an array, what cannot be moved cannot come in beside what walks stand on.)
    static constexpr bool has_assignment = Adapter::assigns && std::move_constructible<Element>;
    static constexpr bool has_reserve = requires(collection& c) { c.reserve(std::size_t{1}); };
    static constexpr bool has_remove_if = requires(collection& c, bool (*f)(const Element&)) { c.remove_if(f); };

    struct by_key {
        bool operator()(const Element& a, const Element& b) const {
            support::may_fail();
            return a.key() < b.key();
        }
    };
    static constexpr bool has_sort = std::move_constructible<Element> && requires(collection& c) { c.sort(by_key{}); };

    template <class C, bool = has_handles> struct handle_of {
        using type = typename C::handle_type;
    };
    template <class C> struct handle_of<C, false> {
        using type = int;
    };
    using handle_type = typename handle_of<collection>::type;
    static constexpr abilities abilities_of() {
        return {
            Adapter::keeps_order,
            Adapter::owns,
            Adapter::buffers,
            Adapter::loops_are_live ? newcomers::seen : newcomers::unseen,
            Adapter::owns && !std::is_trivially_destructible_v<Element>,
            has_handles,
            has_walks,
            walks_handles<collection>,
            has_views,
            has_remove_if,
            has_sort,
            has_swap,
            has_assignment,
            has_hooks,
            has_reserve,
            Adapter::drops_beyond,
            {true, has_walks, has_walks, has_each, has_each, has_update, has_update, has_const_walks, has_runs,
             has_update},
        };
    }

  public:
    subject_of() : subject{abilities_of()} {}

    static std::unique_ptr<subject> make() { return std::make_unique<subject_of>(); }

    [[nodiscard]] int id(element x) const override { return of(x).id(); }
    [[nodiscard]] std::size_t size() const override { return c_.size(); }
    [[nodiscard]] bool empty() const override { return c_.empty(); }
    [[nodiscard]] bool contains(element x) const override {
        const support::without_faults asking;
        return c_.contains(of(x));
    }
    [[nodiscard]] bool validate() const override {
        const support::without_faults asking;
        if constexpr (requires(const collection& c) { c.validate(); }) return c_.validate() && other_.validate();
        else return true;
    }

    [[nodiscard]] bool has_handle(int id) const override {
        return static_cast<std::size_t>(id) < handles_.size() && handles_[static_cast<std::size_t>(id)].has_value();
    }
    [[nodiscard]] bool is_handle_good(int id) const override {
        if constexpr (has_handles) return has_handle(id) && c_.contains(handle(id));
        else return false;
    }
    [[nodiscard]] element get(int id) override {
        if constexpr (has_handles) return c_.get(handle(id));
        else return nullptr;
    }
    bool remove_by_handle(int id) override {
        if constexpr (has_handles) return c_.remove(handle(id));
        else return false;
    }
    bool take_handle(element x) override {
        if constexpr (has_handles) return keep(of(x).id(), c_.handle_of(of(x)));
        else return false;
    }

    added add(int id, unsigned how) override {
        switch (how % 5) {
        case 1:
            if constexpr (has_handles && requires(collection& c) { c.emplace(id); })
                return {nullptr, true, keep(id, c_.emplace(id))};
            [[fallthrough]];
        case 2:
            if constexpr (std::copy_constructible<Element> &&
                          requires(collection& c, const Element& x) { c.push_back(x); }) {
                const Element original{id};
                return {c_.push_back(original)};
            }
            [[fallthrough]];
        case 3:
            if constexpr (std::move_constructible<Element> &&
                          requires(collection& c, Element e) { c.push_back(std::move(e)); })
                return {c_.push_back(Element{id})};
            [[fallthrough]];
        default:
            return {c_.emplace_back(id)};
        }
    }
    bool remove(element x) override { return c_.remove(of(x)); }
    void remove_if([[maybe_unused]] call_of<bool(element)> pred) override {
        if constexpr (has_remove_if) c_.remove_if([&](const Element& x) { return pred(const_cast<Element*>(&x)); });
    }
    void clear() override { c_.clear(); }
    void sort() override {
        if constexpr (has_sort) c_.sort(by_key{});
    }
    void swap() override {
        if constexpr (has_swap) c_.swap(other_);
    }
    void assign([[maybe_unused]] const std::vector<int>& ids, [[maybe_unused]] unsigned how) override {
        if constexpr (has_assignment) {
            collection made = empty_one();
            for (const int id : ids) made.emplace_back(id);
            if constexpr (Adapter::buffers) made.commit();
            if constexpr (std::copy_constructible<Element>) {
                if (how % 2 == 0) {
                    c_ = made;
                    return;
                }
            }
            c_ = std::move(made);
            // Handles came along, and there were none.
            handles_.clear();
        }
    }
    bool reserve([[maybe_unused]] std::size_t n) override {
        if constexpr (has_reserve) {
            c_.reserve(n);
            return c_.capacity() >= n;
        } else {
            return true;
        }
    }
    [[nodiscard]] std::size_t slots() const override {
        if constexpr (has_reserve && Adapter::allocates) return c_.capacity();
        else return 0;
    }
    void trim() override {
        if constexpr (requires(collection& c) { c.trim(); }) c_.trim();
    }
    void commit() override {
        if constexpr (Adapter::buffers) c_.commit();
    }
    bool take_back([[maybe_unused]] element x) override {
        if constexpr (Adapter::buffers) return c_.take_back(of(x));
        else return false;
    }
    [[nodiscard]] std::size_t pending() const override {
        if constexpr (Adapter::buffers) return c_.pending();
        else return 0;
    }
    void each_pending([[maybe_unused]] call_of<bool(element)> visit) override {
        if constexpr (Adapter::buffers)
            for (Element& x : c_.pending_elements())
                if (!visit(&x)) return;
    }

    void on_add([[maybe_unused]] const hook* h) override {
        if constexpr (has_hooks) {
            if (h == nullptr) c_.on_add(nullptr);
            else c_.on_add([h = *h](Element& x) { h.call(h, &x); });
        }
    }
    void on_remove([[maybe_unused]] const hook* h) override {
        if constexpr (has_hooks) {
            if (h == nullptr) c_.on_remove(nullptr);
            else c_.on_remove([h = *h](Element& x) { h.call(h, &x); });
        }
    }

    void walk(manner how, visits& v) override {
        [[maybe_unused]] const auto body = [&v](Element& x) { (void)v.body(&x); };
        [[maybe_unused]] const auto asked_body = [&v](Element& x) { return v.body(&x); };
        switch (how) {
        case manner::range_for:
            for (Element& x : c_)
                if (!v.visit(&x)) return;
            return;
        case manner::walk_live:
            if constexpr (has_walks) {
                auto w = c_.walk(throng::live);
                const auto remove = [&w] {
                    if constexpr (requires { w.remove(); }) return w.remove();
                    else return false;
                };
                if constexpr (requires { w.remove(); }) v.begin(remove);
                while (Element* x = w.next())
                    if (!v.visit(x)) break;
                v.end();
            }
            return;
        case manner::walk_residents:
            if constexpr (has_walks)
                for (Element& x : c_.walk(throng::residents))
                    if (!v.visit(&x)) return;
            return;
        case manner::walk_handles:
            if constexpr (walks_handles<collection>) {
                const auto handles = [this] {
                    const support::without_faults asking;
                    return handles_of(c_);
                }();
                for (Element& x : c_.walk(handles))
                    if (!v.visit(&x)) return;
            }
            return;
        case manner::each_live:
            if constexpr (has_each) c_.each(throng::live, body);
            return;
        case manner::each_residents:
            if constexpr (has_each) c_.each(throng::residents, body);
            return;
        case manner::update_live:
            if constexpr (has_update) c_.update(throng::live, body);
            return;
        case manner::update_residents_bool:
            if constexpr (has_update) c_.update(throng::residents, asked_body);
            return;
        case manner::const_range_for:
            if constexpr (has_const_walks)
                for (const Element& x : std::as_const(c_))
                    if (!v.visit(const_cast<Element*>(&x))) return;
            return;
        case manner::runs:
            if constexpr (has_runs)
                for (std::span<Element> run : c_.runs())
                    if (!v.visit_run(run.data(), sizeof(Element), run.size())) return;
            return;
        case manner::update_live_bool:
            if constexpr (has_update) c_.update(throng::live, asked_body);
            return;
        }
    }
    void range_for(call_of<bool(element)> visit) override {
        for (Element& x : c_)
            if (!visit(&x)) return;
    }
    void look(call_of<void(element)> visit) override {
        if constexpr (has_const_walks) {
            for (const Element& x : std::as_const(c_)) visit(const_cast<Element*>(&x));
        } else {
            for (Element& x : c_) visit(&x);
        }
    }
    std::unique_ptr<open_walk> hold_walk([[maybe_unused]] newcomers policy) override {
        if constexpr (has_walks) {
            if (policy == newcomers::seen) return std::make_unique<held_walk<throng::live_t>>(c_);
            return std::make_unique<held_walk<throng::residents_t>>(c_);
        } else {
            return nullptr;
        }
    }
    std::unique_ptr<open_walk> hold_iterator() override { return std::make_unique<held_iterator>(c_); }
    std::unique_ptr<open_view> freeze() override {
        if constexpr (has_views) return std::make_unique<held_view<collection>>(c_);
        else return nullptr;
    }

  private:
    template <class Policy> struct held_walk final : open_walk {
        explicit held_walk(collection& c) : home{c}, walk{c.walk(Policy{})} {}
        element first() override { return walk.next(); }
        element next() override { return walk.next(); }
        void relocate() override {}
        bool remove(element here) override {
            if constexpr (requires { walk.remove(); }) return walk.remove();
            else return here != nullptr && home.remove(of(here));
        }
        collection& home;
        decltype(std::declval<collection&>().walk(std::declval<Policy>())) walk;
    };
    struct held_iterator final : open_walk {
        using iterator = decltype(std::declval<collection&>().begin());
        explicit held_iterator(collection& c) : home{c}, it{c.begin()}, end{c.end()} {}
        element first() override { return it == end ? nullptr : std::addressof(*it); }
        element next() override {
            ++it;
            return first();
        }
        void relocate() override {
            if constexpr (std::is_move_constructible_v<iterator> && std::is_move_assignable_v<iterator>) {
                iterator elsewhere{std::move(it)};
                it = std::move(elsewhere);
            }
        }
        bool remove(element here) override {
            if constexpr (requires { home.remove(it); }) return home.remove(it);
            else return here != nullptr && home.remove(of(here));
        }
        collection& home;
        iterator it;
        decltype(std::declval<collection&>().end()) end;
    };
    template <class C> struct held_view final : open_view {
        explicit held_view(const C& c) : view{c.freeze()} {}
        [[nodiscard]] std::size_t size() const override { return view.size(); }
        void walk(call_of<bool(element)> visit) override {
            for (const Element& x : view)
                if (!visit(const_cast<Element*>(&x))) return;
        }
        decltype(std::declval<const C&>().freeze()) view;
    };

    [[nodiscard]] static Element& of(element x) { return *static_cast<Element*>(x); }
    [[nodiscard]] handle_type handle(int id) const { return *handles_[static_cast<std::size_t>(id)]; }
    template <class H> bool keep(int id, const H& h) {
        if (!static_cast<bool>(h)) return false;
        const auto i = static_cast<std::size_t>(id);
        if (i >= handles_.size()) handles_.resize(i + 1);
        handles_[i] = h;
        return true;
    }

    [[nodiscard]] static collection empty_one() {
        if constexpr (Adapter::drops_beyond != 0) return collection(Adapter::drops_beyond);
        else return collection();
    }

    collection c_ = empty_one();
    collection other_ = empty_one();
    std::vector<std::optional<handle_type>> handles_;
};

} // namespace contract
