#include "bullet.hpp"
#include "harness.hpp"
#include "workloads.hpp"

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Things that live and expire: particles of one class, and a crowd of eight classes. After each update the crowd is
/// filled up again, so it has N at the beginning of each frame.
namespace bench {

namespace {

constexpr throng::time_step frame_time{1.0 / 60};

/// The numbers that everything about the i-th newcomer follows from.
struct fate {
    std::uint64_t noise;
    explicit fate(std::uint64_t i) : noise(mix(i + 1)) {}
    [[nodiscard]] float unit(unsigned shift) const { return static_cast<float>((noise >> shift) & 0xffU) / 128 - 1; }
    /// From 0.1 to 1.1 seconds, so that one in forty dies in a frame.
    [[nodiscard]] float life() const { return 0.1F + static_cast<float>(noise >> 44) / static_cast<float>(1U << 20); }
};

std::uint64_t hash_floats(std::uint64_t h, const float* first, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) h = mix(h ^ std::bit_cast<std::uint32_t>(first[i]));
    return h;
}

// ------------------------------------------------------------------------------------------------------- one class

struct particle {
    float place[3];
    float speed[3];
    float life;
    float size;

    explicit particle(std::uint64_t i) : particle(fate(i)) {}
    explicit particle(const fate& f)
        : place{0, 0, 0}, speed{f.unit(0), f.unit(8), f.unit(16)}, life(f.life()), size(1) {}

    void update(throng::time_step step) {
        const auto dt = static_cast<float>(step.seconds);
        speed[1] -= 9.8F * dt;
        for (int i = 0; i < 3; ++i) place[i] += speed[i] * dt;
        size -= 0.5F * dt;
        life -= dt;
    }
    [[nodiscard]] bool expired() const { return life <= 0; }
    [[nodiscard]] std::uint64_t hash() const { return hash_floats(1, place, 3) ^ hash_floats(2, &life, 2); }
};
static_assert(sizeof(particle) == 32);

/// A crowd that fills itself up after its update.
template <class Crowd> class filled : public contestant {
  public:
    explicit filled(std::size_t n) : n_(n), crowd_(n) { fill(); }
    void frame() final {
        crowd_.update();
        fill();
    }
    void show(digest& d) const final {
        crowd_.each([&d](const auto& e) { d.add(e.hash()); });
    }

  private:
    void fill() {
        while (crowd_.size() < n_) crowd_.add(born_++);
    }
    std::size_t n_;
    std::uint64_t born_ = 0;
    Crowd crowd_;
};

class particle_list {
  public:
    explicit particle_list(std::size_t n) { all_.reserve(n); }
    void add(std::uint64_t i) { all_.emplace_back(i); }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() { all_.update(frame_time); }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    throng::entity_list<particle> all_;
};

class particle_array {
  public:
    explicit particle_array(std::size_t n) { all_.reserve(n); }
    void add(std::uint64_t i) { all_.emplace_back(i); }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    template <class F> void each(F f) const {
        for (const particle& p : all_) f(p);
    }

  protected:
    void keep(std::size_t n) { all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(n), all_.end()); }
    std::vector<particle> all_;
};

/// The self-pruning array as the text has it.
struct array_loop : particle_array {
    using particle_array::particle_array;
    void update() {
        std::size_t alive = 0;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            particle& p = all_[i];
            if (!p.expired()) p.update(frame_time);
            if (!p.expired()) all_[alive++] = p;
        }
        keep(alive);
    }
};
/// The same where no particle expires elsewhere, with the copy before the visit and no jump.
struct array_loop_branch_free : particle_array {
    using particle_array::particle_array;
    void update() {
        std::size_t alive = 0;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            particle p = all_[i];
            p.update(frame_time);
            all_[alive] = p;
            alive += p.expired() ? 0 : 1;
        }
        keep(alive);
    }
};
struct array_erase_if : particle_array {
    using particle_array::particle_array;
    void update() {
        for (particle& p : all_) p.update(frame_time);
        std::erase_if(all_, [](const particle& p) { return p.expired(); });
    }
};

// --------------------------------------------------------------------------------------------------- eight classes

/// What a class of the mixed crowd does: the first of Floats is its life.
template <int Kind> struct being {
    static constexpr std::size_t floats = 4 + Kind; // 16 to 44 bytes, and 48 with a table of virtual functions
    float state[floats];

    explicit being(std::uint64_t i) {
        const fate f(i);
        state[0] = f.life();
        for (std::size_t k = 1; k < floats; ++k) state[k] = f.unit(static_cast<unsigned>(4 * k % 40));
    }
    void update(throng::time_step step) {
        const auto dt = static_cast<float>(step.seconds);
        state[0] -= dt;
        state[1] += state[2] * dt;
        if constexpr (Kind % 2 == 1) state[2] -= 9.8F * dt;
        if constexpr (Kind % 3 == 1) state[3] = state[3] * 0.99F + state[1] * 0.01F;
        if constexpr (Kind > 3) state[floats - 1] += state[floats - 2] * dt;
    }
    [[nodiscard]] bool expired() const { return state[0] <= 0; }
    [[nodiscard]] std::uint64_t hash() const { return hash_floats(Kind, state, floats); }
};

/// Calls f with a tag of the class of the i-th newcomer; so many at a time are of the same.
template <int Kind> struct kind_tag {
    using type = being<Kind>;
};
template <unsigned Wave, class F> void with_kind_of(std::uint64_t i, F f) {
    switch (mix((i / Wave) ^ 0x5bd1e995U) % 8) {
    case 0:
        return f(kind_tag<0>{});
    case 1:
        return f(kind_tag<1>{});
    case 2:
        return f(kind_tag<2>{});
    case 3:
        return f(kind_tag<3>{});
    case 4:
        return f(kind_tag<4>{});
    case 5:
        return f(kind_tag<5>{});
    case 6:
        return f(kind_tag<6>{});
    default:
        return f(kind_tag<7>{});
    }
}

template <unsigned Wave> class any_list {
    using any = throng::any_entity<>;

  public:
    explicit any_list(std::size_t n) { all_.reserve(n); }
    void add(std::uint64_t i) {
        with_kind_of<Wave>(i,
                           [&](auto tag) { all_.emplace_back(std::in_place_type<typename decltype(tag)::type>, i); });
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() { all_.update(frame_time); }
    template <class F> void each(F f) const {
        all_.each([&](const any& e) { show<0>(e, f); });
    }

  private:
    template <int Kind, class F> static void show(const any& e, F& f) {
        if (const auto* const b = e.as<being<Kind>>(); b != nullptr) f(*b);
        else if constexpr (Kind < 7) show<Kind + 1>(e, f);
    }
    throng::entity_list<any> all_;
};

struct base {
    base() = default;
    base(const base&) = delete;
    base& operator=(const base&) = delete;
    virtual ~base() = default;
    virtual void update(throng::time_step step) = 0;
    [[nodiscard]] virtual bool expired() const = 0;
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
};
template <int Kind> struct derived final : base {
    explicit derived(std::uint64_t i) : is(i) {}
    void update(throng::time_step step) override { is.update(step); }
    [[nodiscard]] bool expired() const override { return is.expired(); }
    [[nodiscard]] std::uint64_t hash() const override { return is.hash(); }
    being<Kind> is;
};

template <unsigned Wave> class pointers {
  public:
    explicit pointers(std::size_t n) { all_.reserve(n); }
    void add(std::uint64_t i) {
        with_kind_of<Wave>(i, [&]<int Kind>(kind_tag<Kind>) { all_.push_back(std::make_unique<derived<Kind>>(i)); });
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    template <class F> void each(F f) const {
        for (const auto& e : all_) f(*e);
    }

  protected:
    std::vector<std::unique_ptr<base>> all_;
};
template <unsigned Wave> struct pointers_erase_if : pointers<Wave> {
    using pointers<Wave>::pointers;
    using pointers<Wave>::all_;
    void update() {
        for (const auto& e : all_) e->update(frame_time);
        std::erase_if(all_, [](const auto& e) { return e->expired(); });
    }
};
/// In one pass, as the text has it.
template <unsigned Wave> struct pointers_compaction : pointers<Wave> {
    using pointers<Wave>::pointers;
    using pointers<Wave>::all_;
    void update() {
        std::size_t alive = 0;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            all_[i]->update(frame_time);
            if (all_[i]->expired()) continue;
            if (alive != i) all_[alive] = std::move(all_[i]);
            ++alive;
        }
        all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(alive), all_.end());
    }
};

template <class Crowd> entry filling(std::string name, kind k) {
    return {std::move(name), k, true, [](std::size_t n) { return std::make_unique<filled<Crowd>>(n); }};
}

} // namespace

workload particles() {
    return {
        .name = "particles",
        .title = "particles of one class move, one in forty expires, the emitter fills up",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                filling<particle_list>("throng::entity_list", kind::ours),
                filling<array_loop>("array loop", kind::baseline),
                filling<array_loop_branch_free>("array loop, branch-free", kind::baseline),
                filling<array_erase_if>("vector and erase_if", kind::baseline),
            },
        .criteria = {{"entity_list against the usual array loops",
                      {"throng::entity_list"},
                      {"array loop", "vector and erase_if"},
                      1.1,
                      0,
                      100'000},
                     {"entity_list against the fastest that can be written",
                      {"throng::entity_list"},
                      {"array loop, branch-free"},
                      1.1,
                      0,
                      100'000}},
        .why_behind =
            "The loop without jumps writes each particle to its next place whether it lives or not, which is "
            "possible for plain bytes only, and with no other walk open. Here a hook is called for each that expires, "
            "and may make any edit: a jump, which one in forty takes.",
    };
}

namespace {

template <unsigned Wave> workload mixed_in_waves(std::string name, std::string title) {
    return {
        .name = std::move(name),
        .title = std::move(title),
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                filling<any_list<Wave>>("throng::entity_list of any_entity", kind::ours),
                filling<pointers_erase_if<Wave>>("unique_ptr<base> and erase_if", kind::baseline),
                filling<pointers_compaction<Wave>>("unique_ptr<base>, compacted", kind::baseline),
            },
        .criteria = {{"any_entity against unique_ptr and erase_if",
                      {"throng::entity_list of any_entity"},
                      {"unique_ptr<base> and erase_if"},
                      0.5,
                      0,
                      100'000}},
    };
}

} // namespace

workload mixed() {
    return mixed_in_waves<16>("mixed",
                              "eight classes, sixteen of one at a time, one in forty expires, the crowd fills up");
}
/// Every other call goes to a function that the processor has not foreseen: that, and not the list, is what it costs.
workload mixed_at_random() { return mixed_in_waves<1>("mixed-random", "the same with classes at random"); }

} // namespace bench
