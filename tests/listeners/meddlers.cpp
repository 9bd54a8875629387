// needs exceptions
// Listeners, and what their functions hold, edit the listeners and a collection at each call in turn, end the
// listeners, or throw. Each call reaches those present at its beginning and not removed by their turn, in their order.

#include "support/meddling.hpp"

#include <throng/list.hpp>
#include <throng/listeners.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

using meddling::body;
using meddling::its_plan;

/// Six listeners of three orders, and a list that calls them for each element that it removes.
struct game {
    using listener = throng::listener<body*>;
    struct place {
        int id;
        int order;
    };

    std::optional<throng::listeners<body*>> all{std::in_place};
    std::map<int, std::unique_ptr<listener>> those;
    throng::list<body> things;
    int next = 1000;
    /// The model: the listeners in their order, and what each call that is under way still has to reach.
    std::vector<place> present;
    std::vector<std::vector<int>> ahead;

    game() {
        for (const int order : {0, 5, 0, -5, 5, 0}) add(order);
        for (int i = 0; i < 3; ++i) things.emplace(i);
        things.on_remove([this](body& b) { tell(&b); });
    }
    game(const game&) = delete;
    game& operator=(const game&) = delete;
    ~game() {
        things.on_remove(nullptr);
        present.clear();
        those.clear();
    }

    [[nodiscard]] bool is_present(int id) const {
        return std::any_of(present.begin(), present.end(), [id](const place& p) { return p.id == id; });
    }
    /// The listener whose call is under way, or the first.
    [[nodiscard]] int current() const {
        return called.empty() ? (present.empty() ? -1 : present.front().id) : called.back();
    }
    /// The one `n` places behind it.
    [[nodiscard]] int beside(int n) const {
        const auto it = std::find_if(present.begin(), present.end(), [&](const place& p) { return p.id == current(); });
        const auto at = (it == present.end() ? 0 : std::distance(present.begin(), it)) + n;
        return at < 0 || at >= std::ssize(present) ? -1 : present[static_cast<std::size_t>(at)].id;
    }
    void add(int order) {
        if (!all) return;
        const int id = next++;
        auto held = std::make_unique<body>(id);
        if (!all) return;
        auto made =
            std::make_unique<listener>(*all, [this, id, kept = std::move(held)](body*) { called_now(id); }, order);
        those[id] = std::move(made);
        const auto behind =
            std::find_if(present.begin(), present.end(), [&](const place& p) { return p.order > order; });
        present.insert(behind, {id, order});
    }
    void remove(int id) {
        std::erase_if(present, [id](const place& p) { return p.id == id; });
        auto gone = std::move(those[id]);
        those.erase(id);
    }
    void stop(int id) {
        std::erase_if(present, [id](const place& p) { return p.id == id; });
        if (those.contains(id)) those[id]->stop();
    }
    /// The function of one takes the place of the other one's object.
    void assign(int to, int from) {
        if (!is_present(to) || !is_present(from) || to == from) return;
        std::erase_if(present, [to](const place& p) { return p.id == to; });
        const std::unique_ptr<listener> old = std::move(those[from]);
        those[from] = std::move(those[to]);
        those.erase(to);
        *those[from] = std::move(*old);
    }
    void move(int id) {
        if (is_present(id)) those[id] = std::make_unique<listener>(std::move(*those[id]));
    }
    void tell(body* b = nullptr) {
        if (!all) return;
        std::vector<int>& now = ahead.emplace_back();
        for (const place& p : present) now.push_back(p.id);
        const std::size_t depth = ahead.size();
        struct closing {
            game& g;
            std::size_t depth;
            bool thrown = true;
            ~closing() {
                EXPECT_EQ(g.ahead.size(), depth);
                if (!thrown && g.all) {
                    for (const int id : g.ahead.back()) EXPECT_FALSE(g.is_present(id)) << id << " was not called";
                }
                g.ahead.pop_back();
            }
        } c{*this, depth};
        (*all)(b);
        c.thrown = false;
    }
    void called_now(int id) {
        EXPECT_TRUE(all.has_value()) << "no call after the end";
        EXPECT_TRUE(is_present(id));
        std::vector<int>& now = ahead.back();
        while (!now.empty() && !is_present(now.front())) now.erase(now.begin());
        ASSERT_FALSE(now.empty()) << id << " is not to be called";
        EXPECT_EQ(now.front(), id);
        now.erase(now.begin());
        struct calling {
            game& g;
            calling(game& home, int n) : g(home) { g.called.push_back(n); }
            calling(const calling&) = delete;
            calling& operator=(const calling&) = delete;
            ~calling() { g.called.pop_back(); }
        } const c(*this, id);
        its_plan.call(true);
    }
    void end() {
        present.clear();
        all.reset();
    }

    std::vector<int> called;
};

std::vector<meddling::edit<game>> meddlings() {
    return {
        [](game& g) { g.remove(g.current()); },
        [](game& g) { g.remove(g.beside(1)); },
        [](game& g) { g.remove(g.beside(-1)), g.remove(g.beside(2)); },
        [](game& g) { g.stop(g.current()), g.stop(g.beside(1)); },
        [](game& g) {
            while (!g.present.empty()) g.remove(g.present.back().id);
        },
        [](game& g) {
            for (const int order : {-9, -5, 0, 5, 9}) g.add(order);
        },
        [](game& g) { g.add(0), g.remove(g.current()), g.add(-9), g.add(9); },
        [](game& g) { g.tell(); },
        [](game& g) { g.remove(g.beside(1)), g.add(0), g.tell(), g.remove(g.current()), g.tell(); },
        [](game& g) { g.move(g.current()), g.move(g.beside(1)), g.move(g.beside(-1)); },
        [](game& g) { g.assign(g.current(), g.beside(1)); },
        [](game& g) { g.assign(g.beside(-1), g.current()), g.assign(g.beside(2), g.beside(1)); },
        [](game& g) { g.things.clear(); },
        [](game& g) { g.things.emplace(g.next++), g.things.remove(*g.things.first()), g.remove(g.beside(1)); },
        [](game& g) { g.end(); },
        [](game& g) { g.things.clear(), g.end(); },
    };
}
void at_each_call(const meddling::edit<game>& operation) {
    meddling::at_each_call<game>(meddlings(), operation, [](game& g, bool) {
        EXPECT_TRUE(g.ahead.empty() && g.called.empty());
        if (!g.all) return;
        ASSERT_EQ(g.all->size(), g.present.size());
        g.tell();
        for (const auto& [id, l] : g.those) ASSERT_EQ(l->is_listening(), g.is_present(id)) << id;
    });
}

TEST(meddlers, of_a_call) {
    at_each_call([](game& g) { g.tell(), g.tell(); });
}
TEST(meddlers, of_calls_for_elements) {
    at_each_call([](game& g) { g.things.clear(); });
}
TEST(meddlers, of_edits_of_listeners) {
    at_each_call([](game& g) { g.add(0); });
    at_each_call([](game& g) { g.remove(1000); });
    at_each_call([](game& g) { g.stop(1002); });
    at_each_call([](game& g) { g.assign(1000, 1001); });
    at_each_call([](game& g) { g.move(1000); });
    at_each_call([](game& g) { g.end(); });
}

} // namespace
