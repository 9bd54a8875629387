#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/hash.hpp>
#include <throng/world/kernel/contents.hpp>
#include <throng/world/relation/family_check.hpp>
#include <throng/world/relation/read_relations.hpp>
#include <throng/world/save/saved_type.hpp>
#include <throng/world/save/unknown_values.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

namespace throng {

namespace core {

inline constexpr char saved_magic[16] = "throng world 3\n";

/// The header of a saved world.
struct saved_start {
    /// Of the bytes: 2 or 3.
    unsigned version = 0;
    /// The first generation of new pages.
    std::uint32_t first_generation = 0;
    /// Null, or what is wrong.
    const char* read(byte_reader& from) noexcept {
        char magic[sizeof(saved_magic)];
        from.read(magic, sizeof(magic));
        constexpr std::size_t digit = sizeof(saved_magic) - 3;
        version = static_cast<unsigned char>(magic[digit]) - unsigned{'0'};
        magic[digit] = saved_magic[digit];
        if (!from.good() || std::memcmp(magic, saved_magic, sizeof(magic)) != 0 || version < 2 || version > 3)
            return "this is no saved world, or one of a version that is not known";
        if (from.get<std::uint32_t>() != page_slots) return "saved with pages of another size";
        first_generation = version == 2 ? page_state::lowest_generation : from.get<std::uint32_t>();
        return page_state::is_generation(first_generation) ? nullptr : "it has impossible generations";
    }
};

template <class Allocator, class Writer> class world_saver {
    using storage_type = storage<Allocator>;
    using page_type = entity_page<Allocator>;
    using column_type = column<Allocator>;

  public:
    /// `scratch` gets the bytes of a page, before they are written.
    world_saver(const storage_type& s, const saved_components<Allocator>& those, Writer& to, unknown_writer unknown,
                byte_writer<>& scratch)
        : storage_(s), those_(those), to_(to), unknown_(std::move(unknown)), made_(scratch) {
        made_.clear();
    }

    THRONG_ONCE void save() {
        made_.write(saved_magic, sizeof(saved_magic));
        made_.put(std::uint32_t{page_slots});
        made_.put(storage_.entities.first_generation());
        made_.put(those_.size() + unknown_.size());
        for (const auto& c : those_) {
            made_.put_text(c.name.data(), c.name.size());
            write_type(*c.its, made_);
        }
        unknown_.put_types(made_);
        put_kinds();
        put_made();
        made_.put(storage_.page_count());
        for (std::uint32_t p = 0; p < storage_.page_count(); ++p) {
            const page_type& page = storage_.page(p);
            made_.put(page.of == nullptr ? std::uint32_t{0} : page.of->number + 1);
            made_.put(page.upper >> 16U);
            made_.put(page.begun_with);
            put_words(page.alive);
            put_words(page.used_up);
            // (A slot that is dead but still looked at may be at its end.)
            for (const std::uint16_t g : page.generations) made_.put(g);
            for (const auto& c : those_) put_values(c, p);
            unknown_.put_values(storage_, p, made_);
            put_made();
        }
        put_singles();
        put_made();
    }

  private:
    void put_made() {
        to_.write(made_.bytes().data(), made_.bytes().size());
        made_.clear();
    }
    THRONG_ONCE void put_words(const word* those) {
        for (unsigned w = 0; w < page_words; ++w) made_.put(bits(those[w]));
    }
    THRONG_ONCE void put_kinds() {
        made_.put(static_cast<std::uint32_t>(storage_.kinds().size()));
        for (const auto* const k : storage_.kinds()) {
            const std::size_t begin = made_.bytes().size();
            std::uint64_t known = 0;
            made_.put(known);
            for (std::uint32_t n = 0; n < those_.size(); ++n) {
                for (const column_type* const c : k->columns) {
                    if (those_[n].of != c) continue;
                    made_.put(n);
                    ++known;
                }
            }
            made_.overwrite(begin, known);
        }
    }
    THRONG_ONCE void put_values(const saved_component<Allocator>& c, std::uint32_t p) {
        const bool there = c.of != nullptr && c.of->is_on(p);
        made_.put(there);
        if (!there) return;
        // (A game that does not know the component reads past all of it.)
        const std::size_t begin = made_.bytes().size();
        made_.put(std::uint64_t{0});
        const word* const present = c.of->present(p);
        put_words(present);
        for (unsigned w = 0; w < page_words && c.type.size != 0; ++w) {
            for (word rest = present[w]; any(rest); rest = without_lowest(rest))
                write_value(*c.its, c.of->value(p, w * word_bits + lowest(rest)), made_);
        }
        made_.overwrite(begin, made_.bytes().size() - begin - sizeof(std::uint64_t));
    }
    THRONG_ONCE void put_singles() {
        const std::size_t begin = made_.bytes().size();
        std::uint64_t n = 0;
        made_.put(n);
        for (std::uint32_t i = 0; i < those_.size(); ++i) {
            const void* const its = those_[i].single == 0 ? nullptr : storage_.singles().get(those_[i].single);
            if (its == nullptr) continue;
            ++n;
            made_.put(i);
            const std::size_t length = made_.bytes().size();
            made_.put(std::uint64_t{0});
            write_value(*those_[i].its, its, made_);
            made_.overwrite(length, made_.bytes().size() - length - sizeof(std::uint64_t));
        }
        n += unknown_.put_singles(those_.size(), made_);
        made_.overwrite(begin, n);
    }

    const storage_type& storage_;
    const saved_components<Allocator>& those_;
    Writer& to_;
    unknown_writer unknown_;
    byte_writer<>& made_;
};

template <class Allocator> class world_restorer {
    using contents_type = world_contents<Allocator>;
    using page_type = entity_page<Allocator>;
    using column_type = column<Allocator>;
    using component_entry = saved_component<Allocator>;

  public:
    /// Components that are not known are read past, unless there is an `unknown`.
    world_restorer(contents_type& to, const saved_components<Allocator>& those, byte_reader& from,
                   unknown_reader* unknown = nullptr)
        : to_(to),
          those_(those),
          from_(from),
          unknown_(unknown),
          types_(to.home().allocator()),
          saved_(to.home().allocator()),
          kinds_(to.home().allocator()) {}

    THRONG_ONCE restored restore() {
        const char* error = read_header();
        if (error == nullptr) error = read_kinds();
        if (error == nullptr) error = read_pages();
        if (error == nullptr) error = read_singles();
        if (error == nullptr && from_.rest() != 0) error = "bytes are left over";
        if (error == nullptr) {
            error = check_families(to_, result_.entity);
            if (error != nullptr) result_.component = component<kin>::name;
        }
        result_.error = error;
        if (result_.position == 0) result_.position = from_.position();
        return result_;
    }

  private:
    static constexpr const char* too_short = "too short";

    /// A component as the bytes know it.
    struct read_component {
        /// Null where it is read past.
        const component_entry* now = nullptr;
        std::uint32_t type = 0;
        /// Of an unknown component, its number among these, and its name.
        std::uint32_t kept = 0;
        std::string_view unknown = {};
    };

    THRONG_ONCE const char* read_header() {
        if (const char* const error = start_.read(from_)) return error;
        to_.begin_generations_at(start_.first_generation);
        for (auto n = from_.get<std::uint32_t>(); n != 0 && from_.good(); --n) {
            const std::span<const char> name = from_.get_text();
            result_.component = {name.data(), name.size()};
            read_component c{those_.find(result_.component)};
            byte_reader its = from_;
            if (const char* const error = types_.parse(from_, c.type)) return error;
            if (const char* const error = c.now == nullptr ? nullptr : aim(c)) return error;
            if (c.now == nullptr && unknown_ != nullptr && from_.good()) {
                const auto type = its.get_bytes(from_.position() - its.position());
                c.unknown = result_.component;
                if (const char* const error = unknown_->add(c.unknown, type, c.kept)) return error;
            }
            saved_.push(c);
        }
        result_.component = {};
        return from_.good() ? nullptr : too_short;
    }
    THRONG_ONCE const char* aim(const read_component& c) {
        for (const read_component& other : saved_) {
            if (other.now == c.now) return "it is there twice";
        }
        if (is_made_by_its_own(c)) return c.now->restore != nullptr ? nullptr : "it has no restore any more";
        if (c.now->type.size != 0 && !c.now->type.can_be_made()) return "it cannot be made of nothing";
        return types_.aim(c.type, *c.now->its, result_.path);
    }
    THRONG_ONCE const char* read_kinds() {
        local_row<column_type*, Allocator> columns(to_.home().allocator());
        for (auto k = from_.get<std::uint32_t>(); k != 0 && from_.good(); --k) {
            const auto n = from_.get<std::uint64_t>();
            if (n > saved_.size()) return "a kind has too many components";
            columns.shorten(0);
            for (std::uint64_t i = 0; i < n; ++i) {
                const auto its = from_.get<std::uint32_t>();
                if (!from_.good() || its >= saved_.size()) return "a kind has a component that there is not";
                if (saved_[its].now != nullptr) columns.push(&to_.column_numbered(saved_[its].now->number));
            }
            for (std::size_t i = 1; i < columns.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    if (columns[i] == columns[j]) return "a kind has a component twice";
                }
            }
            // (Kinds are alike where they differ in components that there are no more.)
            kinds_.push(to_.kind_of(columns).number);
        }
        return from_.good() ? nullptr : too_short;
    }
    THRONG_ONCE const char* read_pages() {
        const auto pages = from_.get<std::uint32_t>();
        if (!from_.good() || pages > from_.rest() / sizeof(page_type::generations)) return "too short for its pages";
        for (std::uint32_t p = 0; p < pages; ++p) {
            page_type& page = to_.add_page();
            if (const char* const error = read_slots(page)) return error;
            for (const read_component& c : saved_) {
                if (const char* const error = read_values(page, c)) return error;
            }
            to_.attach_missing(page);
        }
        return nullptr;
    }
    THRONG_ONCE const char* read_slots(page_type& page) {
        const auto of = from_.get<std::uint32_t>();
        if (of > kinds_.size()) return "a page is of a kind that there is not";
        page.of = of == 0 ? nullptr : to_.kinds()[kinds_[of - 1]];
        const auto upper = from_.get<std::uint32_t>();
        page.upper = upper << 16U;
        if (upper == 0 || upper > 0xffff) return "a page has impossible generations";
        if (start_.version > 2) page.begun_with = from_.get<std::uint32_t>();
        if (!page_type::is_generation(page.begun_with)) return "a page has impossible generations";
        read_words(from_, page.alive);
        read_words(from_, page.used_up);
        for (std::uint16_t& g : page.generations) g = from_.get<std::uint16_t>();
        if (!from_.good()) return too_short;
        for (unsigned s = 0; s < page_slots; ++s) {
            const word its = bit(s % word_bits);
            const bool up = any(page.used_up[s / word_bits] & its);
            if (page.generations[s] == 0 && page.is_alive(s)) return "an entity is alive in a slot that is used up";
            if (up != (page.generations[s] == 0)) {
                if (up) return "a slot is used up that is not";
                page.used_up[s / word_bits] |= its;
            }
            if (page.is_alive(s) && page.of == nullptr) return "an entity is alive on a page that is of no kind";
        }
        return nullptr;
    }
    static void read_words(byte_reader& from, word* to) noexcept {
        for (unsigned w = 0; w < page_words; ++w) to[w] = word{from.get<std::uint64_t>()};
    }
    THRONG_ONCE const char* read_values(page_type& page, const read_component& c) {
        const auto there = from_.get<std::uint8_t>();
        if (there > 1) return "neither a component nor none";
        if (there == 0) return from_.good() ? nullptr : too_short;
        const auto bytes = from_.get_bytes(from_.get<std::uint64_t>());
        if (!from_.good()) return too_short;
        if (c.now == nullptr) {
            if (unknown_ == nullptr) return nullptr;
            const char* const error = unknown_->read_values(c.kept, types_, c.type, page, bytes, result_);
            return error == nullptr ? nullptr : located(error, c.unknown, bytes, result_.position);
        }
        byte_reader its(bytes);
        const char* const error = read_values(page, c, its);
        return error == nullptr ? nullptr : located(error, c.now->name, bytes, its.position());
    }
    THRONG_ONCE const char* read_values(page_type& page, const read_component& c, byte_reader& from) {
        word present[page_words];
        read_words(from, present);
        if (!from.good()) return "too short for its values";
        const std::uint32_t number = c.now->number;
        std::byte* const b = to_.attach(page, number);
        const column_type& column = to_.column_numbered(number);
        word* const there_now = column.present(page.number);
        for (unsigned w = 0; w < page_words; ++w) {
            if (any(present[w] & ~page.alive[w])) return "an entity that is not alive has it";
            for (word rest = present[w]; any(rest); rest = without_lowest(rest)) {
                const unsigned s = w * word_bits + lowest(rest);
                to_.equip_cell(number, b, s);
                const char* const error = make(c, from, [&](auto construct) {
                    void* const at = c.now->type.size == 0 ? nullptr : column.value(page.number, s);
                    if (at != nullptr) construct(at);
                    there_now[w] |= bit(s % word_bits);
                    return at;
                });
                if (error == nullptr) continue;
                result_.entity =
                    entity::of_number(std::uint64_t{page.generation(s)} << 32U | (page.number * page_slots + s));
                return error;
            }
        }
        return from.rest() == 0 ? nullptr : "it has more bytes than its values take";
    }
    /// (What is assigned to can be made before.)
    [[nodiscard]] bool is_made_by_its_own(const read_component& c) const noexcept {
        const bool is_assigned = c.now->restore == nullptr && c.now->its->kind == value_kind::custom &&
                                 c.now->its->custom->assign != nullptr;
        return types_.is_custom(c.type) && c.now->type.size != 0 && !is_assigned;
    }
    /// Makes a value and reads it: `place(construct)` gives it a place, where it is to be destroyed from then on.
    template <class Place> const char* make(const read_component& c, byte_reader& from, Place place) {
        const component_entry& its = *c.now;
        if (is_made_by_its_own(c)) {
            // (Input that is too short is refused before a value is constructed.)
            byte_reader own(from.get_bytes(from.get<std::uint64_t>()));
            if (!from.good()) return saved_types<Allocator>::too_short;
            (void)place([&](void* at) { its.restore(own, at); });
            return own.good() && own.rest() == 0 ? nullptr : "its restore has not read what its save has written";
        }
        void* const at = place([&](void* to) { its.type.make_value(to, nullptr); });
        return types_.read(c.type, from, its.type.size == 0 ? nullptr : at, result_.path);
    }
    THRONG_ONCE const char* read_singles() {
        for (const auto& c : those_) {
            if (c.single != 0) to_.replace_single(c.single);
        }
        for (auto n = from_.get<std::uint64_t>(); n != 0 && from_.good(); --n) {
            const auto i = from_.get<std::uint32_t>();
            if (i >= saved_.size()) return "a singleton is of a component that there is not";
            const read_component& c = saved_[i];
            const auto bytes = from_.get_bytes(from_.get<std::uint64_t>());
            if (!from_.good()) return too_short;
            if (c.now == nullptr && unknown_ != nullptr) {
                const char* const error = unknown_->read_single(c.kept, types_, c.type, bytes, result_);
                if (error != nullptr) return located(error, c.unknown, bytes, 0);
            }
            if (c.now == nullptr || c.now->single == 0) continue;
            byte_reader its(bytes);
            const char* error = make(
                c, its, [&](auto construct) { return to_.set_single(c.now->single, c.now->as_single, construct); });
            if (error == nullptr && its.rest() != 0) error = "it has more bytes than its value takes";
            if (error != nullptr) return located(error, c.now->name, bytes, its.position());
        }
        return from_.good() ? nullptr : too_short;
    }
    /// The place of an error in bytes that have just been taken.
    const char* located(const char* error, std::string_view name, std::span<const std::byte> bytes, std::size_t at) {
        result_.component = name;
        result_.position = from_.position() - bytes.size() + at;
        return error;
    }

    contents_type& to_;
    const saved_components<Allocator>& those_;
    byte_reader& from_;
    unknown_reader* unknown_;
    saved_start start_;
    saved_types<Allocator> types_;
    local_row<read_component, Allocator> saved_;
    /// The kinds of the bytes, by the numbers that they have now.
    local_row<std::uint32_t, Allocator> kinds_;
    restored result_;
};

template <class Allocator, class Writer, class... Cs>
void save_world(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those,
                std::span<const unknown_component> unknown, byte_writer<>& scratch) {
    const std::size_t begin = to.bytes().size();
    const saved_components<Allocator> all(w.storage(), those);
    unknown_writer more;
    for (const unknown_component& c : unknown) {
        if (all.find(c.name) == nullptr) more.those.push_back(&c);
    }
    world_saver<Allocator, Writer>(w.storage(), all, to, std::move(more), scratch).save();
    const auto made = to.bytes();
    to.put(mix(0, made.data() + begin, made.size() - begin));
}

} // namespace core

/// Writes a world's entities and the listed components, with handles, free slots and order, so that entities created
/// later get the same handles as without saving. Singletons of listed types are included, and so are all described
/// components of run time. Components that are not listed, subsets, systems and hooks are not; neither are removed
/// values that are kept for a walk or for `on_left`. `to` is a byte_writer, or has its functions.
///
/// Each component has a `component<T>::name`, and is saved field by field, as its description says: see
/// throng/world/description.hpp. Padding is not saved, so that equal worlds have equal bytes, and the bytes are the
/// same on every machine. If a component has a `save`, that is called for each value, with a `byte_writer<>`.
template <class Allocator, class Writer, class... Cs>
void save(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those) {
    byte_writer<> scratch;
    core::save_world(w, to, those, {}, scratch);
}
/// The same, with the memory of `scratch`, which is cleared: a game that keeps it saves without allocations.
template <class Allocator, class Writer, class... Cs>
void save(const basic_world<Allocator>& w, Writer& to, components_t<Cs...> those, byte_writer<>& scratch) {
    core::save_world(w, to, those, {}, scratch);
}

namespace core {

/// Whether these may be the bytes of a saved world: how they begin, and the check sum at their end.
[[nodiscard]] inline restored check_saved(std::span<const std::byte> bytes) noexcept {
    if (bytes.size() < saved_sum_bytes + sizeof(saved_magic)) return {"too short for a saved world", bytes.size()};
    byte_reader from(bytes);
    saved_start start;
    if (const char* const error = start.read(from)) return {error};
    return check_sum_of(bytes);
}

template <class Allocator, class... Cs>
restored restore_world(basic_world<Allocator>& w, std::span<const std::byte> bytes, components_t<Cs...> those,
                       unknown_reader* unknown, bool (*may)(void* context) = nullptr, void* context = nullptr) {
    if (w.storage().is_being_looked_at()) return {"a walk of the world is open"};
    if (const restored unusable = check_saved(bytes); !unusable) return unusable;
    const storage_share<Allocator> home(w.storage());
    ((void)home->template column_of<Cs>(), ...);
    const saved_components<Allocator> all(*home, those);
    world_contents<Allocator> contents(*home);
    byte_reader from(bytes.first(bytes.size() - saved_sum_bytes));
    restored result = world_restorer<Allocator>(contents, all, from, unknown).restore();
    relations_reader<Allocator> relations(contents);
    if (result) result.error = relations.derive(those);
    if (result && &w.storage() != &*home) result.error = "a component's own code has replaced the world";
    if (result && may != nullptr && !may(context))
        result.error = "its unknown components take more memory than they may";
    if (result) contents.exchange();
    else if (relations.which()) result.component = relations.component(), result.entity = relations.which();
    return result;
}

} // namespace core

/// Puts a saved world in the place of what the world holds; of singletons, of those of the listed types.
///
/// The bytes contain the descriptions of the components at the time of saving. New components and fields keep their
/// defaults; removed ones are skipped (throng/world/unknown_components.hpp keeps them). A renamed one is found by a
/// table:
///
///     template <> struct throng::component<health> {
///         static constexpr const char* name = "health";
///         static constexpr const char* formerly[] = {"hit points"};
///         static constexpr throng::field_renamed renamed[] = {{"hp", "left"}};
///     };
///
/// A number may have become wider, or another sort of number: it is refused where its value does not fit. Values of
/// enumerations are found by their names. A relation has to be as it is declared now: with one target a source where it
/// is exclusive, with one source a target where it has `one_source`, and without cycles where it is acyclic. A relation
/// that has become symmetric is so after reading.
///
/// Damaged or foreign bytes, and values that do not fit the present types, are refused, and the world stays unchanged;
/// also while a walk is open. Calls no hooks; systems call `on_joined` for everything at their next run. Edits of the
/// world by a component's constructor or `restore` are replaced as well. Throws what the allocator or these throw,
/// without effect.
template <class Allocator, class... Cs>
restored restore(basic_world<Allocator>& w, std::span<const std::byte> bytes, components_t<Cs...> those) {
    return core::restore_world(w, bytes, those, nullptr);
}

} // namespace throng

/// As THRONG_WORLD_INSTANCES.
// NOLINTBEGIN(bugprone-macro-parentheses): it is put before declarations
#define THRONG_SAVE_INSTANCES(EXTERN)                                                                                  \
    EXTERN class throng::core::world_contents<throng::core::standard_allocator>;                                       \
    EXTERN class throng::core::saved_types<throng::core::standard_allocator>;                                          \
    EXTERN class throng::core::world_saver<throng::core::standard_allocator, throng::byte_writer<>>;                   \
    EXTERN class throng::core::world_restorer<throng::core::standard_allocator>;
// NOLINTEND(bugprone-macro-parentheses)
#if defined(THRONG_COMPILED) && THRONG_COMPILED
THRONG_SAVE_INSTANCES(extern template)
#endif
