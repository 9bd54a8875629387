#include "../bullet.hpp"
#include "articles.hpp"

#include <throng/entity/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// A scene graph: each is placed by its parent, which comes before it; and one in a hundred of the leaves goes and
/// another comes in a frame.
namespace bench {

namespace {

struct part {
    float x;
    float y;
    float world_x = 0;
    float world_y = 0;

    void place(float from_x, float from_y) {
        x += 0.01F;
        world_x = from_x + x;
        world_y = from_y + y;
    }
    [[nodiscard]] std::uint64_t hash() const {
        return mix(static_cast<std::uint64_t>(static_cast<std::int64_t>(world_x * 1024)) ^ 77U) +
               static_cast<std::uint64_t>(static_cast<std::int64_t>(world_y * 1024));
    }
};

[[nodiscard]] part nth_part(std::uint64_t i) {
    return {static_cast<float>(mix(i) % 64) / 64, static_cast<float>(mix(i) / 64 % 64) / 64};
}

/// Bodies of eight arms with seven leaves each: of each 65.
constexpr std::size_t arms = 8;
constexpr std::size_t leaves = 7;
constexpr std::size_t body = 1 + arms + arms * leaves;

template <class Scene> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        for (std::size_t b = 0; b < n / body; ++b) {
            const auto top = scene_.add(nth_part(born_++));
            for (std::size_t a = 0; a < arms; ++a) {
                const auto arm = scene_.add_child(top, nth_part(born_++));
                arms_.push_back(arm);
                for (std::size_t l = 0; l < leaves; ++l) scene_.add_child(arm, nth_part(born_++));
            }
        }
    }
    void frame() override {
        // The oldest leaf of every fourteenth arm: one leaf in a hundred.
        for (std::size_t i = frames_++ % 14; i < arms_.size(); i += 14) {
            scene_.remove_first_child(arms_[i]);
            scene_.add_child(arms_[i], nth_part(born_++));
        }
        scene_.place_all();
    }
    void show(digest& d) const override {
        scene_.each([&d](const part& p) { d.add(p.hash()); });
    }

  private:
    Scene scene_;
    std::vector<typename Scene::reference> arms_;
    std::uint64_t born_ = 0;
    std::size_t frames_ = 0;
};

class by_tree {
    using tree = throng::tree<part>;

  public:
    using reference = tree::handle_type;
    reference add(const part& p) { return all_.add(p); }
    reference add_child(reference of, const part& p) { return all_.add_child(of, p); }
    void remove_first_child(reference of) { all_.remove(*all_.first_child_of(*all_.get(of))); }
    void place_all() {
        for (part& p : all_) {
            const part* const up = all_.parent_of(p);
            p.place(up != nullptr ? up->world_x : 0, up != nullptr ? up->world_y : 0);
        }
    }
    template <class F> void each(F f) const {
        for (const part& p : all_) f(p);
    }

  private:
    tree all_;
};

class by_pointers {
    struct node {
        part is;
        std::vector<std::unique_ptr<node>> children;

        void place(float x, float y) {
            is.place(x, y);
            for (const auto& c : children) c->place(is.world_x, is.world_y);
        }
        template <class F> void each(F& f) const {
            f(is);
            for (const auto& c : children) c->each(f);
        }
    };

  public:
    using reference = node*;
    reference add(const part& p) { return all_.emplace_back(std::make_unique<node>(p)).get(); }
    reference add_child(reference of, const part& p) {
        return of->children.emplace_back(std::make_unique<node>(p)).get();
    }
    void remove_first_child(reference of) { of->children.erase(of->children.begin()); }
    void place_all() {
        for (const auto& n : all_) n->place(0, 0);
    }
    template <class F> void each(F f) const {
        for (const auto& n : all_) n->each(f);
    }

  private:
    std::vector<std::unique_ptr<node>> all_;
};

} // namespace

workload article_tree() {
    return {
        .name = "articles-tree",
        .title = "a scene graph: all are placed after their parents; one leaf in a hundred goes, and another comes",
        .warm_up = 100,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<by_tree>>("throng::tree", kind::ours),
                article_entry<played<by_pointers>>("unique_ptr and vectors of children", kind::baseline),
            },
        .why_behind = "A walk keeps no stack: it goes from node to node, since any may go at any moment, and each is "
                      "asked for its parent. Recursion by hand has the parent's place at hand, and allows no edit.",
    };
}

} // namespace bench
