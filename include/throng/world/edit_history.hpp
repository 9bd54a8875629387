#pragma once

#include <throng/fwd.hpp>
#include <throng/world/state/edit_image.hpp>
#include <throng/world/state/edit_restorer.hpp>
#include <throng/world/state/held_slots.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// Undo and redo of commands that edit a world, for editors.
///
///     throng::edit_history history(world, throng::components<position, door, throng::kin, throng::entity_name>);
///     history.make("delete the house", [&] { world.destroy(house); });
///     history.undo();    // the house is there again, under its handle, and so is its branch
///     history.redo();
///
/// A command is any code that edits the world. The history compares the listed components of all entities before and
/// after it: created and destroyed entities, components that have been added, removed or written to in any way,
/// families (list `kin`), names (list `entity_name`) and relations (list `related<R>`), instances of prefabs among
/// them. It keeps the differences as bytes. A command that returns false or throws is undone at once: nothing has
/// changed then.
///
/// `undo` restores what the last command has changed, and nothing else: later changes of other entities and components
/// stay, and an entity that no longer exists is skipped. Entities come back under their handles: the slots of
/// entities that a command has created or destroyed are given to no other entity while the history has the command.
/// (Their values are destroyed when the command ends, if no walk or system has to read them.)
/// Undoing is itself recorded, for `redo`, including what hooks do meanwhile; entities that hooks create are destroyed
/// again, since those of the first time are restored. After all commands have been undone,
/// the entities and their listed components are those of the beginning, if nothing else has changed them.
///
/// Undo and redo edit the world like any other code: hooks, observers, indices and systems are notified; `on_related`
/// and `on_unrelated` only where entities are destroyed. They may be called during walks and in hooks, except for those
/// of an entity that would have to come back.
///
/// Singletons, subsets and components that are not listed are not included. A listed component can be saved (see
/// throng/world/description.hpp), and has a default constructor or a `component<T>::restore`. When the world's contents
/// are exchanged (by a snapshot, restore or roll-back), the commands stay: an editor that has run the game and rolls
/// back to the state before can undo as before. The history stays valid when its world is moved.
template <class Allocator> class basic_edit_history : core::pinned {
    using storage_type = core::storage<Allocator>;
    using restorer_type = core::edit_restorer<Allocator>;
    using command = core::edit_undo;

  public:
    using world_type = basic_world<Allocator>;
    /// 64 MiB.
    static constexpr std::size_t default_bytes = std::size_t{64} << 20U;

    /// Without commands. When these take more than `max_bytes`, the oldest are dropped. Throws what the allocator
    /// throws.
    template <class... Cs>
    basic_edit_history(world_type& w, components_t<Cs...> those, std::size_t max_bytes = default_bytes)
        : home_(w.storage()),
          held_(*home_),
          components_of_(
              [](const storage_type& s) { return core::saved_components<Allocator>(s, components_t<Cs...>()); }),
          components_({core::edited_component_of<Allocator, Cs>::make()...}),
          kinds_({core::edited_kind_of<Cs>()...}),
          types_(home_->allocator()),
          max_bytes_(max_bytes) {
        (void)those;
        ((void)home_->template column_of<Cs>(), ...);
        (write_type<Cs>(), ...);
        byte_reader from(type_bytes_.bytes());
        std::size_t n = 0;
        (read_type<Cs>(from, components_[n++]), ...);
    }
    ~basic_edit_history() { clear(); }

    /// Calls f(), which makes any edits, and records what it has changed as a command of that name. Drops the commands
    /// that could be redone. False if f returns false: its changes have been undone then, and nothing is recorded.
    /// Within another command it becomes a part of that one. O(entities and their listed components), whatever f does.
    /// Throws what f, the allocator or a `save` throws; the changes of f have been undone then, unless there is no
    /// memory for that.
    template <class F> bool make(std::string_view name, F f) {
        if (is_at_work_ || home_->is_over()) return called(f);
        command made;
        undone_.reserve(undone_.size() + 1);
        done_.reserve(done_.size() + 1);
        if (!record(name, f, made)) return false;
        if (made.empty()) return true;
        drop_all(undone_);
        keep(done_, std::move(made));
        return true;
    }
    /// Undoes the last command that has been made and not undone. False, without effect, if there is none, within a
    /// command, and in hooks of an entity that would have to come back. Costs as `make`. Throws what the allocator, a
    /// value or a hook throws; it has been taken back then, as in `make`.
    bool undo() { return turn(done_, undone_); }
    /// Makes the last command that has been undone again, in the same way.
    bool redo() { return turn(undone_, done_); }

    /// How many commands `undo` and `redo` would take. O(1).
    [[nodiscard]] std::size_t undo_count() const noexcept { return done_.size(); }
    /// See `undo_count`.
    [[nodiscard]] std::size_t redo_count() const noexcept { return undone_.size(); }
    /// The name of the command that `undo` or `redo` would be for; empty if there is none. Valid until the next
    /// command.
    [[nodiscard]] std::string_view undo_name() const noexcept {
        return done_.empty() ? std::string_view() : done_.back().name;
    }
    [[nodiscard]] std::string_view redo_name() const noexcept {
        return undone_.empty() ? std::string_view() : undone_.back().name;
    }
    /// Whether a command is being made, undone or redone: hooks may ask.
    [[nodiscard]] bool is_at_work() const noexcept { return is_at_work_; }

    /// How many bytes the commands take, and at most. When they would take more, the oldest are dropped.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t max_bytes() const noexcept { return max_bytes_; }
    void max_bytes(std::size_t n) noexcept {
        max_bytes_ = n;
        trim();
    }
    /// Drops all commands.
    void clear() noexcept {
        drop_all(done_);
        drop_all(undone_);
    }

  private:
    using row_of_commands = std::vector<command>;

    template <class C> void write_type() {
        if constexpr (!core::tag<C>) core::write_type(description_of<C>(), type_bytes_);
    }
    template <class C> void read_type(byte_reader& from, core::edited_component<Allocator>& c) {
        if constexpr (!core::tag<C>) {
            core::field_path path;
            (void)types_.parse(from, c.type);
            if constexpr (!core::restores_itself<C>) (void)types_.aim(c.type, description_of<C>(), path);
        }
    }
    template <class F> static bool called(F& f) {
        if constexpr (std::is_void_v<std::invoke_result_t<F&>>) return f(), true;
        else return static_cast<bool>(f());
    }
    [[nodiscard]] core::edit_image image() const { return {*home_, components_of_(*home_), kinds_}; }
    [[nodiscard]] command difference(const core::edit_image& before, std::string_view name) const {
        std::uint32_t kin_number = core::edited_value::none;
        for (std::uint32_t n = 0; n < kinds_.size(); ++n) {
            if (kinds_[n] == core::edited_kind::kin) kin_number = n;
        }
        return core::edit_difference(before, image(), kin_number, name).take();
    }
    [[nodiscard]] restorer_type restorer(const command& c) const { return {*home_, components_, kinds_, types_, c}; }

    /// Calls f, and finds out what it has changed. False if it has failed, and has been undone. `restored` is what f
    /// restores: entities that hooks create meanwhile are destroyed then, since it has those of the first time.
    template <class F> bool record(std::string_view name, F& f, command& made, const command* restored = nullptr) {
        struct work {
            basic_edit_history& of;
            explicit work(basic_edit_history& h) : of(h) {
                of.held_.hold_living();
                of.is_at_work_ = true;
            }
            ~work() {
                if (!of.home_->is_over()) of.held_.release_living();
                of.is_at_work_ = false;
            }
        } const at_work(*this);
        const core::edit_image before = image();
        struct taking_back {
            basic_edit_history& of;
            const core::edit_image& before;
            bool is_done = false;
            ~taking_back() {
                if (is_done || of.cannot_compare()) return;
                (void)core::attempt([this] {
                    const command c = of.difference(before, {});
                    of.restorer(c).restore();
                    if (!of.cannot_compare()) (void)of.destroy_newcomers(of.difference(before, {}), c);
                });
            }
        } unfinished{*this, before};
        const bool good = called(f);
        if (!good || cannot_compare()) return good;
        made = difference(before, name);
        if (restored != nullptr && destroy_newcomers(made, *restored)) {
            if (cannot_compare()) return true;
            made = difference(before, name);
        }
        hold(made);
        unfinished.is_done = true;
        for (const auto& p : made.pieces) {
            if (p.was_alive && !p.is_alive) held_.drop_values(p.e);
        }
        return true;
    }
    /// Whether there were any.
    bool destroy_newcomers(const command& made, const command& restored) {
        std::vector<entity> those;
        for (const auto& p : made.pieces) {
            if (!p.was_alive && !restored.has_restored(p.e)) those.push_back(p.e);
        }
        for (const entity e : those) (void)core::edits<Allocator>::destroy(*home_, e);
        return !those.empty();
    }
    /// The world holds something else than before, or has been destroyed.
    [[nodiscard]] bool cannot_compare() const noexcept { return home_->is_over() || held_.was_replaced(); }
    bool turn(row_of_commands& from, row_of_commands& to) {
        if (is_at_work_ || from.empty() || home_->is_over() || restorer(from.back()).must_wait()) return false;
        to.reserve(to.size() + 1);
        // (In the work of a command nothing is added to `from`: there is room to put it back.)
        struct taken {
            basic_edit_history& of;
            row_of_commands& from;
            command c;
            bool is_done = false;
            ~taken() {
                if (!is_done) of.keep(from, std::move(c));
            }
        } last{*this, from, std::move(from.back())};
        from.pop_back();
        bytes_ -= last.c.memory();
        restorer_type back = restorer(last.c);
        const auto restore = [&back] { back.restore(); };
        command made;
        (void)record(last.c.name, restore, made, &last.c);
        last.is_done = true;
        if (!made.empty()) keep(to, std::move(made));
        for (const auto& p : last.c.pieces) let_go(p);
        return true;
    }
    void hold(const command& c) {
        std::size_t n = 0;
        struct undo {
            basic_edit_history& of;
            const command& c;
            const std::size_t& n;
            bool is_done = false;
            ~undo() {
                for (std::size_t i = 0; !is_done && i < n; ++i) of.let_go(c.pieces[i]);
            }
        } unfinished{*this, c, n};
        for (; n < c.pieces.size(); ++n) {
            if (c.pieces[n].was_alive != c.pieces[n].is_alive) held_.hold(c.pieces[n].e);
        }
        unfinished.is_done = true;
    }
    void let_go(const command::piece& p) noexcept {
        if (p.was_alive != p.is_alive) held_.let_go(p.e);
    }
    void keep(row_of_commands& where, command c) noexcept {
        bytes_ += c.memory();
        where.push_back(std::move(c));
        trim();
    }
    void drop_all(row_of_commands& those) noexcept {
        // (Destructors of values that are let go of may come here.)
        while (!those.empty()) drop(those, those.size() - 1);
    }
    void drop(row_of_commands& those, std::size_t i) noexcept {
        const command c = std::move(those[i]);
        those.erase(those.begin() + static_cast<std::ptrdiff_t>(i));
        bytes_ -= c.memory();
        for (const auto& p : c.pieces) let_go(p);
    }
    void trim() noexcept {
        while (bytes_ > max_bytes_ && !(done_.empty() && undone_.empty())) drop(done_.empty() ? undone_ : done_, 0);
    }

    core::storage_share<Allocator> home_;
    core::held_slots<Allocator> held_;
    core::saved_components<Allocator> (*components_of_)(const storage_type& s);
    std::vector<core::edited_component<Allocator>> components_;
    std::vector<core::edited_kind> kinds_;
    byte_writer<> type_bytes_;
    core::saved_types<Allocator> types_;
    row_of_commands done_;
    row_of_commands undone_;
    std::size_t bytes_ = 0;
    std::size_t max_bytes_;
    bool is_at_work_ = false;
};

} // namespace throng
