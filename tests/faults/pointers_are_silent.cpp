// Entities of many classes behind pointers, owning or not: lists of them updated, drew and pruned nothing, without a
// word.
#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <cstdio>
#include <memory>

struct screen {};
struct base {
    base() = default;
    base(const base&) = delete;
    base& operator=(const base&) = delete;
    virtual ~base() = default;
    virtual void update(throng::time_step) = 0;
    virtual void draw(screen&) const = 0;
    [[nodiscard]] virtual bool expired() const = 0;
    virtual void on_expire() { std::puts("  told of its end"); }
};
struct bullet : base {
    int life = 2;
    void update(throng::time_step) override {
        std::puts("  updated");
        --life;
    }
    void draw(screen&) const override { std::puts("  drawn"); }
    [[nodiscard]] bool expired() const override { return life <= 0; }
    bullet() = default;
    bullet(const bullet&) = delete;
    bullet& operator=(const bullet&) = delete;
    ~bullet() override { std::puts("  destroyed"); }
};
enum class on { front, count };

template <class List> void play(const char* name, List& all) {
    screen s;
    std::printf("%s\n", name);
    for (int frame = 0; frame < 2; ++frame) {
        all.update(throng::time_step{0.1});
        all.draw(s);
    }
    std::printf("%zu left\n", all.size());
}

int main() {
    throng::entity_list<std::unique_ptr<base>> owned;
    owned.add(std::make_unique<bullet>());
    play("unique_ptr", owned);

    throng::entity_list<std::shared_ptr<base>> shared;
    shared.add(std::make_shared<bullet>());
    shared.add(nullptr);
    play("shared_ptr, and one that is null", shared);

    {
        bullet one;
        throng::entity_list<base*> borrowed;
        borrowed.add(&one);
        play("base*", borrowed);
    }

    throng::layers<on, throng::any_entity<screen>> layers;
    layers.add(on::front, std::unique_ptr<base>(std::make_unique<bullet>()));
    play("layers of any_entity of unique_ptr", layers);

    throng::tree<std::unique_ptr<base>> scene;
    scene.add(std::make_unique<bullet>());
    play("tree of unique_ptr", scene);
}
