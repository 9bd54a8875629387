#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/restored.hpp>
#include <throng/world/schedule.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

namespace throng {

namespace core {

inline constexpr char saved_schedule_magic[17] = "throng systems 1";

/// The bytes of a schedule: the magic, how many systems there are, and of each its name, its timing and the entities
/// that it has been called with as joined. Then the check sum.
template <class Allocator> class saved_schedule {
    using system_type = basic_system<Allocator>;
    using schedule_type = basic_schedule<Allocator>;
    using storage_type = storage<Allocator>;

  public:
    /// Systems in the order in which they were added.
    template <class F> static void each_in_order(const schedule_type& s, F f) {
        std::uint64_t last = 0;
        for (;;) {
            system_type* next = nullptr;
            s.each_unordered([&](system_type& its) {
                if (its.number() > last && (next == nullptr || its.number() < next->number())) next = &its;
            });
            if (next == nullptr) return;
            last = next->number();
            f(*next);
        }
    }
    static void write(const schedule_type& s, byte_writer<>& to) {
        to.write(saved_schedule_magic, sizeof(saved_schedule_magic) - 1);
        std::uint32_t n = 0;
        s.each_unordered([&](const system_type&) { ++n; });
        to.put(n);
        each_in_order(s, [&](system_type& its) {
            const std::string_view name = its.name();
            to.put_text(name.data(), name.size());
            const system_timing t = its.timing();
            to.put(t.interval);
            to.put(t.waited);
            to.put(t.runs);
            to.put(static_cast<std::uint8_t>(t.active ? 1 : 0));
            write_members(s.home(), its.watching(), to);
        });
        to.put(mix(0, to.bytes().data(), to.bytes().size()));
    }

    saved_schedule(schedule_type& s, std::span<const std::byte> bytes) noexcept
        : schedule_(s), bytes_(bytes), names_(s.home().allocator()) {}
    restored restore() {
        restored result = check_sum_of(bytes_);
        if (!result) return result;
        if (schedule_.is_running() || schedule_.home().is_being_looked_at() || schedule_.home().is_over())
            return {"the schedule runs, or its world is walked or has ended", 0};
        byte_reader from(bytes_.first(bytes_.size() - saved_sum_bytes));
        char magic[sizeof(saved_schedule_magic) - 1];
        from.read(magic, sizeof(magic));
        if (!from.good() || std::memcmp(magic, saved_schedule_magic, sizeof(magic)) != 0)
            return {"this is no saved schedule, or one of a version that is not known", 0};
        byte_reader again = from;
        result.error = read(from, false, result);
        result.position = from.position();
        if (result) (void)read(again, true, result);
        return result;
    }

  private:
    static void write_members(const storage_type& home, const watcher<Allocator>* w, byte_writer<>& to) {
        const std::size_t begin = to.bytes().size();
        std::uint64_t n = 0;
        to.put(n);
        if (w == nullptr) return;
        w->members.each_word([&](std::uint32_t p, unsigned i, word those) {
            if (const word* const joined = w->joined.page(p)) those &= ~joined[i];
            if (const word* const wavered = w->wavered.page(p)) those &= ~wavered[i];
            for (; any(those); those = without_lowest(those)) {
                const std::uint32_t index = p * page_slots + i * word_bits + lowest(those);
                if (!home.entities.is_alive(index)) continue;
                to.put(home.entity_at(index).number());
                ++n;
            }
        });
        to.overwrite(begin, n);
    }
    /// The system with the name that is the n-th of that name.
    [[nodiscard]] system_type* find(std::string_view name, std::size_t n) const {
        system_type* found = nullptr;
        each_in_order(schedule_, [&](system_type& its) {
            if (its.name() == name && n-- == 0) found = &its;
        });
        return found;
    }
    /// Reads all of it, and takes the memory, or does what it says: why that is impossible, or null.
    const char* read(byte_reader& from, bool does, restored& result) {
        const auto count = from.get<std::uint32_t>();
        for (std::uint32_t n = 0; n != count && from.good(); ++n) {
            const std::span<const char> text = from.get_text();
            const std::string_view name(text.data(), text.size());
            result.component = name;
            std::size_t before = 0;
            for (std::uint32_t i = 0; i < n; ++i) before += names_[i] == name ? 1U : 0U;
            if (!does) names_.push(name);
            system_type* const its = find(name, before);
            system_timing t = its == nullptr ? system_timing{} : its->timing();
            t.interval = from.get<double>();
            t.waited = from.get<double>();
            t.runs = from.get<std::uint64_t>();
            const auto active = from.get<std::uint8_t>();
            t.active = active != 0;
            if (!from.good()) return "too short";
            if (!(std::isfinite(t.interval) && std::isfinite(t.waited) && t.waited >= 0) || active > 1)
                return "a system has an impossible timing";
            watcher<Allocator>* const w = its == nullptr ? nullptr : its->watching();
            if (does && its != nullptr) its->set_timing(t);
            if (const char* const error = read_members(from, does, w, result)) return error;
        }
        if (!from.good()) return "too short";
        result.component = {};
        return from.rest() == 0 ? nullptr : "bytes are left over";
    }
    const char* read_members(byte_reader& from, bool does, watcher<Allocator>* w, restored& result) {
        storage_type& home = schedule_.home();
        const auto n = from.get<std::uint64_t>();
        if (!from.good() || n > from.rest() / sizeof(std::uint64_t)) return "too short";
        if (does && w != nullptr) w->left.clear();
        std::uint64_t least = 0;
        for (std::uint64_t i = 0; i < n; ++i) {
            const entity e = entity::of_number(from.get<std::uint64_t>());
            result.entity = e;
            if (!home.is_alive(e)) return "the world has no such entity: restore it before its schedule";
            if (e.index() < least) return "entities of a system are not in order";
            least = e.index() + std::uint64_t{1};
            const std::uint32_t p = e.index() / page_slots;
            if (w == nullptr) continue;
            if (does) {
                w->left.set(e.index());
                continue;
            }
            w->each_set([&](some_entities& s) { (void)s.equip(home.allocator(), p); });
            (void)home.watches.kept().equip(home.allocator(), p);
        }
        result.entity = {};
        if (does && w != nullptr) exchange_members(home, *w);
        return nullptr;
    }
    /// Takes the members from another, temporary set. Other data of the system is no longer kept.
    static void exchange_members(storage_type& home, watcher<Allocator>& w) {
        w.joined_count = w.left_count = 0;
        w.joined.clear();
        w.wavered.clear();
        w.held.each_word([&](std::uint32_t p, unsigned i, word those) {
            w.held.words(p)[i] = word{};
            home.release_kept(p, i, those);
        });
        w.members.is_used();
        home.watches.kept().is_used();
        for (std::uint32_t p = 0; p < w.members.page_count(); ++p) {
            for (unsigned i = 0; w.members.page(p) != nullptr && i < page_words; ++i) {
                const word now = w.left.page(p) == nullptr ? word{} : w.left.page(p)[i];
                const word before = std::exchange(w.members.words(p)[i], now);
                if (any(now)) home.watches.kept().words(p)[i] |= now;
                if (any(before & ~now)) home.release_kept(p, i, before & ~now);
            }
        }
        w.left.clear();
    }
    schedule_type& schedule_;
    std::span<const std::byte> bytes_;
    local_row<std::string_view, Allocator> names_;
};

} // namespace core

/// Writes the state of a schedule's systems: intervals, the time that each has waited, how often it has run,
/// whether it is active, and which entities `on_joined` has been called with, so that a restored game continues
/// as the saved one would have.
///
///     throng::save(world, bytes, all);        // both can go into one file
///     throng::save(systems, more_bytes);
///     ...
///     throng::restore(world, bytes, all);
///     throng::restore(systems, more_bytes);   // after its world
///
/// Entities that have left, with which `on_left` has not been called yet, are not part of it. Order, ties, `run_if` and
/// the most runs in a tick are the program's. O(systems × systems + entities). Throws what the allocator or the writer
/// throws.
template <class Allocator, class Writer> void save(const basic_schedule<Allocator>& s, Writer& to) {
    byte_writer<> made;
    core::saved_schedule<Allocator>::write(s, made);
    to.write(made.bytes().data(), made.bytes().size());
}
/// The systems of a schedule go on as those did that were saved, system by system of one name; systems of which nothing
/// is known stay as they are, and saved ones that the schedule does not have are skipped. Bytes that are damaged, or of
/// another world, are refused; so are all while the schedule runs or its world is walked. Nothing has changed then; the
/// `component` of the result is the name of a system. O(systems × systems + entities). Throws what the allocator
/// throws; nothing has changed then.
template <class Allocator> restored restore(basic_schedule<Allocator>& s, std::span<const std::byte> bytes) {
    return core::saved_schedule<Allocator>(s, bytes).restore();
}

} // namespace throng
