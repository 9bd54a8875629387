// needs exceptions
// Entities that move between layers, and to the end of their own, at any moment of walks and updates: against a model
// in which each layer is a row that only grows, what leaves its place leaves a gap, and a walk is an index.

#include "contract/dice.hpp"
#include "support/tracked.hpp"

#include <throng/entity/layers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <vector>

namespace {

using ids = std::vector<int>;

/// What is told of an update.
struct stage {
    virtual void updates(int id) = 0;
    virtual void ends(int id) = 0;

  protected:
    ~stage() = default;
};

struct traveller {
    support::tracked value;
    stage* on;
    bool gone = false;

    traveller(int id, stage& s) : value(id), on(&s) {}
    [[nodiscard]] int id() const { return value.id(); }
    void update(throng::time_step) { on->updates(id()); }
    [[nodiscard]] bool expired() const { return gone; }
    void expire() { gone = true; }
    void on_expire() { on->ends(id()); }
};

constexpr unsigned rows = 3;
using world_type = throng::layers<unsigned, traveller, rows>;
using layer = world_type::layer_type;

/// What all layers should be like.
struct model {
    struct place {
        int id;
        bool taken;
    };
    std::array<std::vector<place>, rows> row;
    std::set<int> expired;
    ids ended;

    [[nodiscard]] ids those_in(unsigned r) const {
        ids found;
        for (const place& p : row[r])
            if (p.taken) found.push_back(p.id);
        return found;
    }
    [[nodiscard]] place* find(unsigned r, int id) {
        for (place& p : row[r])
            if (p.taken && p.id == id) return &p;
        return nullptr;
    }
    void end(place& p) {
        p.taken = false;
        ended.push_back(p.id);
    }
};

/// What a walk of one layer should visit.
struct cursor {
    std::size_t next = 0;
    std::size_t limit = std::numeric_limits<std::size_t>::max();

    /// The next place that is taken; null at the end.
    model::place* step(std::vector<model::place>& row) {
        while (next < row.size() && next < limit)
            if (model::place& p = row[next++]; p.taken) return &p;
        return nullptr;
    }
};

struct refusal : std::exception {};

class game final : public stage {
  public:
    explicit game(std::uint64_t seed) : dice_(seed) {
        world_.each_layer([this](layer& l) {
            l.on_add([this](traveller&) { refuse(); });
            l.on_remove([this](traveller&) { refuse(); });
        });
    }
    void play() {
        while (left_ > 0) {
            edit();
            if (dice_.below(4) == 0) walk_somehow();
            if (dice_.below(16) == 0) update();
            compare();
        }
        EXPECT_GT(moves_, 300);
        EXPECT_GT(visits_, 3000);
    }

    void updates(int id) override {
        ASSERT_FALSE(updates_.empty());
        updating& u = *updates_.back();
        const model::place* const p = u.step(model_);
        ASSERT_NE(p, nullptr);
        ASSERT_EQ(p->id, id);
        visit();
    }
    void ends(int id) override { ended_.push_back(id); }

  private:
    /// An update that is going on: of one layer, or of all in their order.
    struct updating {
        std::array<cursor, rows> at{};
        unsigned row = 0;
        unsigned last = rows - 1;

        /// What should be updated next. What has expired ends: in its update, or on the way.
        model::place* step(model& m) {
            if (at[row].next != 0) {
                model::place& before = m.row[row][at[row].next - 1];
                if (before.taken && m.expired.contains(before.id)) m.end(before);
            }
            for (;; ++row) {
                while (model::place* const p = at[row].step(m.row[row])) {
                    if (!m.expired.contains(p->id)) return p;
                    m.end(*p);
                }
                if (row == last) return nullptr;
            }
        }
    };

    void refuse() {
        if (refuse_in_ != 0 && --refuse_in_ == 0) throw refusal();
    }
    [[nodiscard]] unsigned any_row() { return dice_.below(rows); }
    /// An entity of a layer, as it is and in the model; null if there is none.
    traveller* one_of(unsigned r) {
        const std::size_t n = world_[r].size();
        return n == 0 ? nullptr : world_[r].nth(dice_.below(static_cast<unsigned>(n)));
    }
    [[nodiscard]] bool is_full(unsigned r) { return world_[r].size() >= world_[r].max_capacity(); }

    void edit() {
        const unsigned r = any_row();
        traveller* const x = one_of(r);
        switch (dice_.below(12)) {
        case 0:
        case 1:
        case 2:
            add(r);
            break;
        case 3:
            if (x != nullptr) {
                model_.end(*model_.find(r, x->id()));
                EXPECT_TRUE(dice_.below(2) == 0 ? world_.remove(r, *x) : world_.remove(*x));
            }
            break;
        case 4:
            if (x != nullptr && dice_.below(4) == 0) {
                model_.expired.insert(x->id());
                x->expire();
            }
            break;
        case 5:
            if (dice_.below(16) == 0) take(r, any_row());
            break;
        case 6:
            if (dice_.below(8) == 0) world_[r].max_capacity(dice_.below(2) == 0 ? world_[r].size() : 1'000'000);
            break;
        case 7:
            world_[r].trim();
            break;
        default:
            if (x != nullptr) move(*x, r, any_row());
        }
    }
    void add(unsigned r) {
        if (world_.size() >= 250) return;
        const int id = born_++;
        if (is_full(r)) {
            EXPECT_EQ(world_.emplace_back(r, id, *this), nullptr);
            return;
        }
        if (dice_.below(2) == 0) EXPECT_NE(world_.emplace_back(r, id, *this), nullptr);
        else handles_.push_back({world_.emplace(r, id, *this), id});
        model_.row[r].push_back({id, true});
    }
    void move(const traveller& x, unsigned from, unsigned to) {
        const int id = x.id();
        const bool full = is_full(to);
        ++moves_;
        // What the first hook throws, that of the addition, keeps it where it was. The second one is told when it has
        // gone over.
        refuse_in_ = dice_.below(8) == 0 ? 1 + dice_.below(2) : 0;
        const bool refused = refuse_in_ != 0 && !full;
        const bool goes_over = refuse_in_ != 1 && !full;
        const auto in_model = [&] {
            model_.find(from, id)->taken = false;
            model_.row[to].push_back({id, true});
        };
        try {
            traveller* const there = dice_.below(2) == 0 ? world_.move(x, from, to) : world_.move(x, to);
            EXPECT_FALSE(refused);
            ASSERT_EQ(there == nullptr, full);
            if (goes_over) {
                EXPECT_EQ(there->id(), id);
                in_model();
            }
        } catch (const refusal&) {
            EXPECT_TRUE(refused);
            if (goes_over) in_model();
        }
        refuse_in_ = 0;
    }
    void take(unsigned to, unsigned from) {
        std::size_t n = 0;
        const std::size_t end = model_.row[from].size();
        std::size_t room = world_[to].max_capacity() - std::min(world_[to].max_capacity(), world_[to].size());
        for (std::size_t i = 0; i < end && room != 0; ++i) {
            if (!model_.row[from][i].taken) continue;
            model_.row[from][i].taken = false;
            model_.row[to].push_back({model_.row[from][i].id, true});
            ++n;
            if (to != from) --room;
        }
        EXPECT_EQ(world_[to].take(world_[from]), n);
    }

    /// What happens while a walk stands on an entity.
    void visit() {
        ++visits_;
        --left_;
        if (dice_.below(3) == 0) edit();
        if (depth_ < 3 && dice_.below(20) == 0) {
            ++depth_;
            walk_somehow();
            --depth_;
        }
        if (depth_ < 3 && dice_.below(60) == 0) {
            ++depth_;
            update();
            --depth_;
        }
    }
    /// Walks, until the end or until it has had enough.
    template <class Walk> void walk_on(Walk walk, updating expected) {
        const unsigned enough = dice_.below(2) == 0 ? 1 + dice_.below(60) : 100'000;
        for (unsigned n = 0; n < enough && left_ > 0; ++n) {
            const traveller* const x = walk.next();
            const model::place* p = nullptr;
            for (; p == nullptr && expected.row <= expected.last; ++expected.row)
                if (p = expected.at[expected.row].step(model_.row[expected.row]); p != nullptr) break;
            ASSERT_EQ(x == nullptr, p == nullptr);
            if (x == nullptr) return;
            const int id = p->id;
            ASSERT_EQ(x->id(), id);
            if (dice_.below(4) == 0) {
                const unsigned here = expected.row;
                // What is stood on moves itself, and is there to the end of the visit.
                if (world_[here].contains(*x)) move(*x, here, any_row());
            }
            visit();
            ASSERT_EQ(x->id(), id);
        }
    }
    [[nodiscard]] updating of_row(unsigned r, bool live) const {
        updating u;
        u.row = u.last = r;
        if (!live) u.at[r].limit = model_.row[r].size();
        return u;
    }
    [[nodiscard]] updating of_all(bool live) const {
        updating u;
        if (!live)
            for (unsigned r = 0; r < rows; ++r) u.at[r].limit = model_.row[r].size();
        return u;
    }
    void walk_somehow() {
        const unsigned r = any_row();
        switch (dice_.below(4)) {
        case 0:
            return walk_on(world_.walk(throng::live), of_all(true));
        case 1:
            return walk_on(world_.walk(throng::residents), of_all(false));
        case 2:
            return walk_on(world_[r].walk(throng::live), of_row(r, true));
        default:
            return walk_on(world_[r].walk(throng::residents), of_row(r, false));
        }
    }
    void update() {
        const unsigned r = any_row();
        const bool live = dice_.below(2) == 0;
        const bool of_one = dice_.below(2) == 0;
        updating u = of_one ? of_row(r, live) : of_all(live);
        updates_.push_back(&u);
        const throng::time_step second{1};
        if (of_one && live) world_[r].update(second);
        else if (of_one) world_[r].update(throng::residents, second);
        else if (live) world_.update(second);
        else world_.update(throng::residents, second);
        updates_.pop_back();
        ASSERT_EQ(u.step(model_), nullptr);
    }

    void compare() {
        ASSERT_TRUE(world_.validate());
        for (unsigned r = 0; r < rows; ++r) {
            ids found;
            for (const traveller& x : std::as_const(world_[r])) found.push_back(x.id());
            ASSERT_EQ(found, model_.those_in(r)) << "layer " << r;
        }
        ASSERT_EQ(ended_, model_.ended);
        // A handle leads to its entity, in whichever layer it is.
        for (const given& g : handles_) {
            const traveller* const x = std::as_const(world_).get(g.handle);
            bool there = false;
            for (unsigned r = 0; r < rows; ++r) {
                const bool here = model_.find(r, g.id) != nullptr;
                ASSERT_EQ(world_.get(r, g.handle), here ? x : nullptr) << g.id;
                there = there || here;
            }
            ASSERT_EQ(x != nullptr, there) << g.id;
            if (x != nullptr) {
                ASSERT_EQ(x->id(), g.id);
            }
        }
    }

    struct given {
        world_type::handle_type handle;
        int id;
    };

    contract::dice dice_;
    model model_;
    ids ended_;
    world_type world_;
    std::vector<updating*> updates_;
    std::vector<given> handles_;
    int born_ = 0;
    int left_ = 20'000;
    int moves_ = 0;
    int visits_ = 0;
    int depth_ = 0;
    unsigned refuse_in_ = 0;
};

TEST(layers_random_moves, do_what_they_do_in_a_plain_model) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        support::ledger ledger;
        {
            game g(seed);
            g.play();
            if (HasFatalFailure()) return;
        }
        EXPECT_EQ(ledger.objects(), 0);
        EXPECT_EQ(ledger.errors(), "");
    }
}

} // namespace
