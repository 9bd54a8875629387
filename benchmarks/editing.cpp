#include "workloads.hpp"
#include "worlds.hpp"

#include <throng/world/edit_history.hpp>
#include <throng/world/linked_prefabs.hpp>
#include <throng/world/merge.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

/// An editor: commands that are undone and made again, parts of a world that are saved, destroyed and brought back, and
/// instances that follow their pattern.
namespace bench {

namespace {

struct place {
    float x = 0;
    float y = 0;
};
struct condition {
    std::int32_t left = 0;
    std::int32_t most = 0;
};
/// By its handle, which is valid again when the entity is back.
struct follows {
    throng::entity leader;
};
/// By a number that the program gives out: so it has to be done where handles do not come back.
struct numbered {
    std::uint64_t id = 0;
};
struct follows_number {
    std::uint64_t leader = 0;
};
/// What its pattern gave last.
struct given {
    condition its;
};

} // namespace
} // namespace bench

template <> struct throng::component<bench::place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<bench::condition> {
    static constexpr const char* name = "condition";
};
template <> struct throng::component<bench::follows> {
    static constexpr const char* name = "follows";
};
template <> struct throng::component<bench::given> {
    static constexpr const char* name = "given";
};

namespace bench {

namespace {

using throng::entity;

place nth_place(std::size_t i) { return {static_cast<float>(i % 251U), static_cast<float>(i % 127U)}; }
condition nth_condition(std::size_t i) {
    return {static_cast<std::int32_t>(i % 101U), static_cast<std::int32_t>(i % 103U)};
}
std::uint64_t hash_of(const place& p) { return mix(std::bit_cast<std::uint64_t>(p) + 1); }
std::uint64_t hash_of(const condition& c) { return mix(std::bit_cast<std::uint64_t>(c) + 3); }

// ----------------------------------------------------------------------------------------------------------- commands

class by_edit_history {
  public:
    explicit by_edit_history(throng::world& w) : world_(w), history_(w, throng::components<place, condition>) {}
    template <class F> void command(std::span<const entity> those, F f) {
        history_.make("move", [&] {
            for (const entity e : those) f(world_.get<place>(e));
        });
    }
    void undo() { history_.undo(); }
    void redo() { history_.redo(); }
    void clear() { history_.clear(); }

  private:
    throng::world& world_;
    throng::edit_history history_;
};

/// A stack of what each command has written, which it has to say itself, and of values of one type.
class by_stack {
    struct change {
        entity e;
        place before;
        place after;
    };

  public:
    explicit by_stack(throng::world& w) : world_(w) {}
    template <class F> void command(std::span<const entity> those, F f) {
        std::vector<change> made;
        made.reserve(those.size());
        for (const entity e : those) {
            place& p = world_.get<place>(e);
            const place before = p;
            f(p);
            made.push_back({e, before, p});
        }
        done_.push_back(std::move(made));
        undone_.clear();
    }
    void undo() {
        for (auto c = done_.back().rbegin(); c != done_.back().rend(); ++c) {
            if (place* const p = world_.try_get<place>(c->e)) *p = c->before;
        }
        undone_.push_back(std::move(done_.back()));
        done_.pop_back();
    }
    void redo() {
        for (const change& c : undone_.back()) {
            if (place* const p = world_.try_get<place>(c.e)) *p = c.after;
        }
        done_.push_back(std::move(undone_.back()));
        undone_.pop_back();
    }
    void clear() {
        done_.clear();
        undone_.clear();
    }

  private:
    throng::world& world_;
    std::vector<std::vector<change>> done_;
    std::vector<std::vector<change>> undone_;
};

/// A world of n entities, of which a command moves one in so many.
template <class History, std::size_t OneIn> class editor {
  public:
    explicit editor(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const entity e = world_.create(nth_place(i), nth_condition(i));
            if (i % OneIn == 0) chosen_.push_back(e);
        }
    }
    void clear() { history_.clear(); }
    void command() {
        history_.command(chosen_, [](place& p) {
            p.x += 1;
            p.y = p.x - p.y;
        });
    }
    void undo() { history_.undo(); }
    void redo() { history_.redo(); }
    void clear_and_command() {
        clear();
        command();
    }
    void clear_command_and_undo() {
        clear_and_command();
        undo();
    }
    void show(digest& d) const {
        world_.query<place, condition>().each(
            [&d](const place& p, const condition& c) { d.add(hash_of(p) ^ hash_of(c)); });
    }

  private:
    throng::world world_;
    std::vector<entity> chosen_;
    History history_{world_};
};

/// Of the workloads of commands, undoing, and making them again.
using three_names = std::array<const char*, 3>;
constexpr three_names of_all = {"edit-command", "edit-undo", "edit-redo"};
constexpr three_names of_some = {"edit-command-some", "edit-undo-some", "edit-redo-some"};

template <class Editor> entrants commanding(const three_names& workloads, const char* name, kind k) {
    return {enters<Editor, &Editor::command, &Editor::clear>(workloads[0], name, k),
            enters<Editor, &Editor::undo, &Editor::clear_and_command>(workloads[1], name, k),
            enters<Editor, &Editor::redo, &Editor::clear_command_and_undo>(workloads[2], name, k)};
}

// -------------------------------------------------------------------------------------------------------------- parts

/// Of those of a part and as many others, each follows one of the part.
std::size_t leader_of(std::size_t i, std::size_t n) { return mix(i) % n; }

class part_by_handles {
    static constexpr auto saved = throng::components<place, condition, follows>;

  public:
    explicit part_by_handles(std::size_t n) {
        for (std::size_t i = 0; i < 2 * n; ++i) all_.push_back(world_.create(nth_place(i), nth_condition(i)));
        for (std::size_t i = 0; i < 2 * n; ++i) world_.add(all_[i], follows{all_[leader_of(i, n)]});
        part_ = std::span(all_).first(n);
    }
    void save() {
        bytes_.clear();
        throng::save_part(world_, bytes_, saved, part_);
    }
    void move() {
        for (const entity e : part_) world_.get<place>(e).x += 1;
    }
    void destroy() {
        move();
        save();
        world_.destroy(part_);
    }
    void bring_back() {
        (void)throng::merge_saved(world_, bytes_.bytes(), saved, nullptr, throng::handle_policy::former);
    }
    void show(digest& d) const {
        show(world_, d);
        throng::world part;
        if (throng::merge_saved(part, bytes_.bytes(), saved)) show(part, d);
    }

  private:
    static void show(const throng::world& w, digest& d) {
        w.query<const place, const condition, const follows>().each(
            [&](const place& p, const condition& c, const follows& f) {
                d.add(mix(hash_of(p) ^ hash_of(c)) + hash_of(w.get<place>(f.leader)));
            });
    }

    throng::world world_;
    std::vector<entity> all_;
    std::span<const entity> part_;
    throng::byte_writer<> bytes_;
};

/// The same world; its entities have numbers of their own, by which they are found again.
class part_by_numbers {
    struct record {
        std::uint64_t id;
        std::uint64_t leader;
        place where;
        condition how;
    };

  public:
    explicit part_by_numbers(std::size_t n) : part_(n) {
        for (std::size_t i = 0; i < 2 * n; ++i) put({i, leader_of(i, n), nth_place(i), nth_condition(i)});
    }
    void save() {
        bytes_.resize(part_ * sizeof(record));
        std::byte* to = bytes_.data();
        for (std::uint64_t id = 0; id < part_; ++id, to += sizeof(record)) {
            const entity e = by_id_.at(id);
            const record r{id, world_.get<follows_number>(e).leader, world_.get<place>(e), world_.get<condition>(e)};
            std::memcpy(to, &r, sizeof(r));
        }
    }
    void move() {
        for (std::uint64_t id = 0; id < part_; ++id) world_.get<place>(by_id_.at(id)).x += 1;
    }
    void destroy() {
        move();
        save();
        for (std::uint64_t id = 0; id < part_; ++id) {
            const auto found = by_id_.find(id);
            world_.destroy(found->second);
            by_id_.erase(found);
        }
    }
    void bring_back() {
        each_record([this](const record& r) { put(r); });
    }
    void show(digest& d) const {
        world_.query<const place, const condition, const follows_number>().each(
            [&](const place& p, const condition& c, const follows_number& f) {
                d.add(mix(hash_of(p) ^ hash_of(c)) + hash_of(world_.get<place>(by_id_.at(f.leader))));
            });
        std::unordered_map<std::uint64_t, place> places;
        each_record([&](const record& r) { places[r.id] = r.where; });
        each_record(
            [&](const record& r) { d.add(mix(hash_of(r.where) ^ hash_of(r.how)) + hash_of(places.at(r.leader))); });
    }

  private:
    template <class F> void each_record(F f) const {
        for (std::size_t at = 0; at < bytes_.size(); at += sizeof(record)) {
            record r{};
            std::memcpy(&r, bytes_.data() + at, sizeof(r));
            f(r);
        }
    }
    void put(const record& r) {
        by_id_[r.id] = world_.create(numbered{r.id}, follows_number{r.leader}, place(r.where), condition(r.how));
    }

    throng::world world_;
    std::unordered_map<std::uint64_t, entity> by_id_;
    std::size_t part_;
    std::vector<std::byte> bytes_;
};

// --------------------------------------------------------------------------------------------------------- instances

/// A pattern that changes, and its instances, one in ten of which has another value in one field.
template <class Prefabs> class instances {
  public:
    explicit instances(std::size_t n) : all_(n) {
        prefabs_.instantiate(all_);
        for (std::size_t i = 0; i < n; i += 10) prefabs_.world().template get<condition>(all_[i]).left = -1;
    }
    void change() {
        condition& its = prefabs_.pattern();
        ++its.left;
        its.most += 2;
    }
    void update() { prefabs_.update(); }
    void show(digest& d) const {
        prefabs_.world().template query<const condition>().each([&d](const condition& c) { d.add(hash_of(c)); });
    }

  private:
    Prefabs prefabs_;
    std::vector<entity> all_;
};
class by_linked_prefabs {
  public:
    [[nodiscard]] throng::world& world() { return world_; }
    [[nodiscard]] const throng::world& world() const { return world_; }
    [[nodiscard]] condition& pattern() { return prefabs_.patterns().get<condition>(pattern_); }
    void instantiate(std::vector<entity>& all) { linked_.instantiate(pattern_, std::span(all)); }
    void update() { linked_.update(); }

  private:
    throng::world world_;
    throng::prefabs prefabs_{world_};
    entity pattern_ = prefabs_.patterns().create(place{}, condition{100, 100});
    throng::linked_prefabs linked_{prefabs_, throng::components<condition>};
};
/// One pattern and one component, whose fields are compared one by one.
class by_comparison {
  public:
    [[nodiscard]] throng::world& world() { return world_; }
    [[nodiscard]] const throng::world& world() const { return world_; }
    [[nodiscard]] condition& pattern() { return pattern_; }
    void instantiate(std::vector<entity>& all) {
        for (entity& e : all) e = world_.create(place{}, condition(pattern_), given{pattern_});
    }
    void update() {
        world_.query<condition, given>().each([this](condition& c, given& g) {
            if (c.left == g.its.left) c.left = pattern_.left;
            if (c.most == g.its.most) c.most = pattern_.most;
            g.its = pattern_;
        });
    }

  private:
    throng::world world_;
    condition pattern_{100, 100};
};

template <class Prefabs> entrants linked(const char* name, kind k) {
    using all = instances<Prefabs>;
    return {enters<all, &all::update, &all::change>("linked-update", name, k)};
}

template <class Part> entrants parts(const char* name, kind k) {
    return {enters<Part, &Part::save, &Part::move>("part-save", name, k),
            enters<Part, &Part::bring_back, &Part::destroy>("part-return", name, k)};
}

} // namespace

std::vector<workload> editing() {
    const auto row = [](const char* name, const char* title, std::vector<std::size_t> sizes, double share,
                        const char* why_behind) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 3,
                        .sizes = std::move(sizes),
                        .entries = {},
                        .criteria = {},
                        .prepared = true,
                        .share = share,
                        .unit = "ns an entity of the command",
                        .why_behind = why_behind};
    };
    const char* const history =
        "The history finds out what a command has changed, whatever it was and by whatever means: it compares the "
        "listed components of all entities before and after each command, undo and redo. By hand, a command has to "
        "name each value that it writes, and can write values of one component.";
    std::vector<workload> rows = {
        row(of_all[0], "a command that moves all N entities", {1'000}, 1, history),
        row(of_all[1], "the same is undone", {1'000}, 1, history),
        row(of_all[2], "the same is made again", {1'000}, 1, history),
        row(of_some[0], "a command that moves one entity in a hundred", {100'000}, 0.01, history),
        row(of_some[1], "the same is undone", {100'000}, 0.01, history),
        row(of_some[2], "the same is made again", {100'000}, 0.01, history),
    };
    const char* const part =
        "A part is copied into a world of its own, which is saved with its components' names and fields, and checked "
        "when it is read; by hand, structs are copied, and whoever refers to an entity looks up its number.";
    for (const auto& [name, title] :
         {std::pair("part-save", "a part of N entities that follow each other, of 2 N, is saved to bytes"),
          std::pair("part-return", "it has been destroyed, and comes back, so that all others still follow it")}) {
        workload w = row(name, title, {1'000, 10'000}, 1, part);
        w.unit = "ns an entity";
        rows.push_back(std::move(w));
    }
    workload w =
        row("linked-update", "a pattern changes, and N instances follow, of which one in ten overrides a field",
            {1'000, 10'000}, 1,
            "Any number of patterns with parts, any components, and hooks that are called: each instance is found in "
            "its pattern's plan, and its fields are compared by their description. By hand, one loop compares two "
            "numbers.");
    w.unit = "ns an instance";
    rows.push_back(std::move(w));
    const char* const stack = "a stack of old and new values";
    return with_entrants(std::move(rows),
                         {commanding<editor<by_edit_history, 1>>(of_all, "throng::edit_history", kind::ours),
                          commanding<editor<by_stack, 1>>(of_all, stack, kind::baseline),
                          commanding<editor<by_edit_history, 100>>(of_some, "throng::edit_history", kind::ours),
                          commanding<editor<by_stack, 100>>(of_some, stack, kind::baseline),
                          parts<part_by_handles>("throng::save_part, merge_saved", kind::ours),
                          parts<part_by_numbers>("structs, and a map of numbers", kind::baseline),
                          linked<by_linked_prefabs>("throng::linked_prefabs", kind::ours),
                          linked<by_comparison>("fields compared in a loop", kind::baseline)});
}

} // namespace bench
