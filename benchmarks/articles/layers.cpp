#include "actor.hpp"
#include "articles.hpp"

#include <throng/entity/any_entity.hpp>
#include <throng/entity/layers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// A game's layers, updated and drawn in their order, as the text on a system of entities has them: of one class, and
/// of any that has update, draw and expired.
namespace bench {

namespace {

/// What is drawn, in order.
struct canvas {
    std::uint64_t strokes = 0;
    void draw(float x, float y) {
        strokes = strokes * 31 + static_cast<std::uint64_t>(static_cast<std::int64_t>(x * 16 + y));
    }
};

enum class on { background, enemies, bullets, effects, hud, count };
constexpr std::size_t layer_count = 5;

/// Layers that are filled up after each update, so that each has a fifth of N when it begins.
template <class Layers> class played final : public contestant {
  public:
    explicit played(std::size_t n) : n_(n) { fill(); }
    void frame() override {
        all_.update();
        all_.draw(screen_);
        fill();
    }
    void show(digest& d) const override { d.add(screen_.strokes); }

  private:
    void fill() {
        for (std::size_t l = 0; l < layer_count; ++l)
            while (all_.size(l) < n_ / layer_count) all_.add(l, actor(born_++));
    }
    std::size_t n_;
    std::uint64_t born_ = 0;
    canvas screen_;
    Layers all_;
};

template <class E> class throng_layers {
  public:
    void add(std::size_t l, const actor& t) { all_[l].push_back(t); }
    std::size_t size(std::size_t l) { return all_[l].size(); }
    void update() { all_.update(frame_time); }
    void draw(canvas& c) { all_.draw(c); }

  private:
    throng::layers<on, E> all_;
};

class vectors {
  public:
    void add(std::size_t l, const actor& t) { all_[l].push_back(t); }
    std::size_t size(std::size_t l) { return all_[l].size(); }
    void update() {
        for (std::vector<actor>& l : all_) {
            for (actor& t : l) t.update(frame_time);
            std::erase_if(l, [](const actor& t) { return t.expired(); });
        }
    }
    void draw(canvas& c) {
        for (const std::vector<actor>& l : all_)
            for (const actor& t : l) t.draw(c);
    }

  private:
    std::vector<std::vector<actor>> all_ = std::vector<std::vector<actor>>(layer_count);
};

/// The classes of the text: an interface, and objects of their own.
class pointers {
    struct base {
        base() = default;
        base(const base&) = delete;
        base& operator=(const base&) = delete;
        virtual ~base() = default;
        virtual void update(float seconds) = 0;
        virtual void draw(canvas& c) const = 0;
        [[nodiscard]] virtual bool expired() const = 0;
    };
    struct derived final : base {
        explicit derived(const actor& t) : is(t) {}
        void update(float seconds) override { is.update(seconds); }
        void draw(canvas& c) const override { is.draw(c); }
        [[nodiscard]] bool expired() const override { return is.expired(); }
        actor is;
    };

  public:
    void add(std::size_t l, const actor& t) { all_[l].push_back(std::make_unique<derived>(t)); }
    std::size_t size(std::size_t l) { return all_[l].size(); }
    void update() {
        for (auto& l : all_) {
            for (const auto& t : l) t->update(frame_time);
            std::erase_if(l, [](const auto& t) { return t->expired(); });
        }
    }
    void draw(canvas& c) {
        for (const auto& l : all_)
            for (const auto& t : l) t->draw(c);
    }

  private:
    std::array<std::vector<std::unique_ptr<base>>, layer_count> all_;
};

} // namespace

workload article_layers() {
    return {
        .name = "articles-layers",
        .title = "five layers are updated and drawn in their order; one in forty expires and is replaced",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<throng_layers<actor>>>("throng::layers of one class", kind::ours),
                article_entry<played<throng_layers<throng::any_entity<canvas, float>>>>("throng::layers of any_entity",
                                                                                        kind::ours),
                article_entry<played<vectors>>("vector of vectors, erase_if", kind::baseline),
                article_entry<played<pointers>>("vectors of unique_ptr<base>, erase_if", kind::baseline),
            },
        .why_behind = "The loop by hand may compute several at a time, since none may change the vector. Here each is "
                      "visited alone, and may make any edit; one of any_entity is called through its table.",
    };
}

} // namespace bench
