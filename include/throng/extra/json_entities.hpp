#pragma once

#include <throng/extra/json_family.hpp>
#include <throng/extra/json_places.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/kernel/contents.hpp>
#include <throng/world/relation/family_check.hpp>
#include <throng/world/save/saved_component.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace throng::core {

/// The pages and entities of a world's contents as they are read from text. Functions that give a text give null, or
/// what is wrong.
template <class Allocator> class json_entities {
    using contents_type = world_contents<Allocator>;
    using page_type = entity_page<Allocator>;
    using column_type = column<Allocator>;
    using component_entry = saved_component<Allocator>;

  public:
    /// An entity that is read: none if it has no page yet.
    struct place {
        page_type* page = nullptr;
        unsigned slot = 0;
        /// Its own kin has been made, and is not what the text says.
        bool has_kin = false;
        entity last_child = {};
    };

    json_entities(contents_type& to, const saved_components<Allocator>& those, const json_place& at)
        : to_(to),
          those_(those),
          place_(at),
          family_(those),
          columns_(to.home().allocator()),
          pages_(to.home().allocator()) {}

    [[nodiscard]] const json_family<Allocator>& family() const noexcept { return family_; }
    /// All has been read. Empty, or what is wrong, and then of which component of which entity.
    std::string finish(entity& which, std::string_view& component) {
        for (page_type* const p : pages_) {
            if (p->of == nullptr) find_kind(*p);
            to_.attach_missing(*p);
        }
        component = throng::component<kin>::name;
        if (const char* const error = check_families(to_, which)) return error;
        component = "name";
        return find_names(which);
    }
    /// Whether a value may name the entity: one of the text's ids, or, where the pages are listed, one that is dead.
    [[nodiscard]] bool can_be_referred_to(entity e) const noexcept {
        if (!to_.is_alive(e)) return are_listed_;
        return has_id(e.index());
    }
    /// The entity found by the path of its names, after everything has been read.
    [[nodiscard]] entity find(std::string_view path) const {
        for (entity at;;) {
            const std::size_t slash = path.find('/');
            const auto found = names_.find(key_of(at, path.substr(0, slash)));
            if (found == names_.end()) return {};
            at = found->second;
            if (slash == path.npos) return at;
            path.remove_prefix(slash + 1);
        }
    }

    // --- pages -------------------------------------------------------------------------------------------------------

    static const char* take_generation(const json_scalar& s, std::uint32_t& to) {
        if (!s.is_up_to(~std::uint32_t{0}) || !page_type::is_generation(static_cast<std::uint32_t>(s.number.bits)))
            return "a generation is wanted, of which neither half is 0";
        to = static_cast<std::uint32_t>(s.number.bits);
        return nullptr;
    }
    const char* take_first_generation(const json_scalar& s) {
        if (!pages_.empty() || are_listed_) return "it has to come before the pages and the entities";
        std::uint32_t first = 0;
        const char* const error = take_generation(s, first);
        if (error == nullptr) to_.begin_generations_at(first);
        return error;
    }
    const char* begin_list() {
        if (!pages_.empty() || are_listed_) return "the pages have to come before the entities, and once";
        are_listed_ = true;
        return nullptr;
    }
    const char* add_listed_page() {
        if (pages_.size() >= most_pages()) return "there are more pages than a text of this length can have";
        page_type& p = add_page();
        // (Omitted values are those of a world's first page.)
        p.begun_with = page_type::lowest_generation;
        p.begin_with(page_type::lowest_generation);
        return nullptr;
    }
    [[nodiscard]] page_type& last_page() const noexcept { return *pages_[pages_.size() - 1]; }
    /// The components of the last page's kind, one after the other.
    void begin_kind() noexcept { columns_.shorten(0); }
    const char* take_kind(const component_entry& its) {
        for (const column_type* const c : columns_) {
            if (c->number == its.number) return "it is there twice";
        }
        columns_.push(&to_.column_numbered(its.number));
        return nullptr;
    }
    void end_kind() { last_page().of = &to_.kind_of(columns_); }
    const char* take_free(std::string_view key, const json_scalar& s, unsigned& slot) {
        const auto end = key.data() + key.size();
        // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is told
        if (std::from_chars(key.data(), end, slot).ptr != end || key.empty() || slot >= page_slots)
            return "it should be the number of a slot, from 0 to 1023";
        if (!s.is_up_to(page_type::last_generation)) return "a number from 0 to 65535 is wanted";
        page_type& p = last_page();
        p.generations[slot] = static_cast<std::uint16_t>(s.number.bits);
        if (s.number.bits == 0) p.used_up[slot / word_bits] |= bit(slot % word_bits);
        return nullptr;
    }

    // --- entities ----------------------------------------------------------------------------------------------------

    /// The entity that is read, which stands in another one perhaps.
    [[nodiscard]] place& at() noexcept { return at_; }
    [[nodiscard]] entity here() const noexcept {
        return entity::of_number(std::uint64_t{at_.page->generation(at_.slot)} << 32U |
                                 (at_.page->number * page_slots + at_.slot));
    }
    const char* take_id(const json_scalar& s) {
        entity e;
        if (at_.page != nullptr) return "the id has to come first, and once";
        if (!s.is_text() || !json_values::read_entity(s.text, e)) return "an entity is wanted, as \"0:65537\"";
        const std::uint32_t n = e.index() / page_slots;
        const std::uint32_t upper = e.generation() & ~std::uint32_t{0xffff};
        if (n >= pages_.size() && (are_listed_ || n >= most_pages())) return "its page is not among the pages";
        while (n >= pages_.size()) add_page();
        page_type& p = *pages_[n];
        const unsigned slot = e.index() % page_slots;
        if (!are_listed_ && !is_inhabited(p)) p.upper = upper;
        if (upper == 0 || upper != p.upper || (e.generation() & 0xffffU) == 0)
            return "no entity of its page has such a generation";
        if (p.is_alive(slot) && !has_id(e.index()))
            return "an entity without an id has this index: put those with ids first";
        if (p.is_alive(slot)) return "there are two entities of that index";
        if (any(p.used_up[slot / word_bits] & bit(slot % word_bits)))
            return "an entity is alive in a slot that is used up";
        p.generations[slot] = static_cast<std::uint16_t>(e.generation());
        begin_at(p, slot);
        if (e.index() >= has_id_.size()) has_id_.resize(std::size_t{e.index()} + 1);
        has_id_[e.index()] = true;
        return nullptr;
    }
    /// One that is given no id comes to the lowest place that is free.
    const char* begin() {
        if (at_.page != nullptr) return nullptr;
        for (;; ++next_) {
            while (next_ / page_slots >= pages_.size()) {
                if (are_listed_) return "there is no place left in the pages, for an entity without an id";
                (void)add_page();
            }
            page_type& p = *pages_[next_ / page_slots];
            const unsigned s = next_ % page_slots;
            if (p.is_alive(s) || any(p.used_up[s / word_bits] & bit(s % word_bits))) continue;
            begin_at(p, s);
            return nullptr;
        }
    }
    /// It gets a component, which `construct(address)` makes; `to` is where.
    template <class Construct> const char* make(const component_entry& its, Construct construct, void*& to) {
        const std::uint32_t number = its.number;
        const unsigned slot = at_.slot;
        std::byte* const b = to_.attach(*at_.page, number);
        word& there = to_.column_numbered(number).present(at_.page->number)[slot / word_bits];
        if (has_bit(there, slot % word_bits)) return "the entity has it twice";
        to_.equip_cell(number, b, slot);
        if (its.type.size != 0) {
            to = to_.column_numbered(number).value(at_.page->number, slot);
            construct(to);
        }
        there |= bit(slot % word_bits);
        return nullptr;
    }
    const char* make(const component_entry& its, void*& to) {
        return make(its, [&its](void* at) { its.type.make_value(at, nullptr); }, to);
    }

    /// One that lacks a component gets it, and f(value) is called, unless it is dead. After everything has been read.
    template <class F> void give(const component_entry& its, entity e, F f) {
        if (!to_.is_alive(e)) return;
        at_ = {pages_[e.index() / page_slots], e.index() % page_slots};
        void* to = nullptr;
        if (value_here(&its) == nullptr && make(its, to) == nullptr) f(to);
    }

    // --- families ----------------------------------------------------------------------------------------------------

    const char* take_name(const json_scalar& s) {
        if (!s.is_text()) return "a text is wanted";
        if (const char* const error = json_family<Allocator>::check(s.text)) return error;
        if (const char* const error = begin()) return error;
        void* to = nullptr;
        if (const char* const error = make(*family_.name(), to)) return error;
        family_.set_name(to, here(), s.text);
        return nullptr;
    }
    /// It is based on what `set_base` tells later.
    const char* begin_base() {
        if (const char* const error = begin()) return error;
        void* to = nullptr;
        return make(*family_.base(), to);
    }
    void set_base(entity e, entity pattern) const noexcept {
        family_.set_base(to_.column_numbered(family_.base()->number).value(e.index()), pattern);
    }
    /// Its children come now.
    const char* begin_children() {
        if (at_.has_kin) return "it has children twice";
        if (const char* const error = begin()) return error;
        return give_kin();
    }
    /// It is the last child of the other one, which is read on. (The text has not said their kin.)
    const char* end_child(const place& parent) {
        if (const char* const error = at_.has_kin ? nullptr : give_kin()) return error;
        const entity child = here();
        at_ = parent;
        const auto kin_of = [&](entity e) { return to_.column_numbered(family_.kin()->number).value(e.index()); };
        family_.kin_in(kin_of(child), "parent") = here();
        family_.kin_in(kin_of(child), "previous") = at_.last_child;
        if (at_.last_child) family_.kin_in(kin_of(at_.last_child), "next") = child;
        else family_.kin_in(kin_of(here()), "first_child") = child;
        family_.kin_in(kin_of(here()), "last_child") = at_.last_child = child;
        return nullptr;
    }

  private:
    /// In proportion to the text, so that a short one cannot take all memory: each page that `write_json` lists takes
    /// more than 32 characters. The first million of entities may have any id.
    [[nodiscard]] std::size_t most_pages() const noexcept { return 1024 + place_.characters / 32; }
    [[nodiscard]] bool has_id(std::uint32_t index) const noexcept { return index < has_id_.size() && has_id_[index]; }
    page_type& add_page() {
        page_type& p = to_.add_page();
        pages_.push(&p);
        return p;
    }
    const char* give_kin() {
        void* to = nullptr;
        if (const char* const error = make(*family_.kin(), to)) return error;
        family_.kin_in(to, "self") = here();
        at_.has_kin = true;
        return nullptr;
    }
    [[nodiscard]] static std::string key_of(entity parent, std::string_view name) {
        return std::to_string(parent.number()) + '/' + std::string(name);
    }
    /// Empty, or what is wrong: siblings have different names in a text that a hand has written. (In a world, code may
    /// have given them the same: the lowest index is found.)
    std::string find_names(entity& which) {
        for (page_type* const p : pages_) {
            for (unsigned s = 0; s < page_slots && family_.name() != nullptr; ++s) {
                if (!p->is_alive(s)) continue;
                at_ = {p, s};
                const std::string_view name = family_.name_in(value_here(family_.name()), here());
                if (name.empty()) continue;
                const void* const kin = value_here(family_.kin());
                entity parent;
                if (kin != nullptr && family_.kin_in(kin, "self") == here()) parent = family_.kin_in(kin, "parent");
                which = here();
                if (!names_.emplace(key_of(parent, name), here()).second && !are_listed_)
                    return "there are two siblings that are called \"" + std::string(name) + '"';
            }
        }
        return {};
    }
    /// Null if the entity does not have it.
    [[nodiscard]] const void* value_here(const component_entry* c) const noexcept {
        if (c == nullptr) return nullptr;
        const column_type& column = to_.column_numbered(c->number);
        return has_bit(column.present(at_.page->number)[at_.slot / word_bits], at_.slot % word_bits)
                   ? column.value(at_.page->number, at_.slot)
                   : nullptr;
    }
    void begin_at(page_type& p, unsigned slot) noexcept {
        at_ = {&p, slot};
        p.alive[slot / word_bits] |= bit(slot % word_bits);
    }
    [[nodiscard]] static bool is_inhabited(const page_type& p) noexcept {
        for (const word w : p.alive) {
            if (any(w)) return true;
        }
        return false;
    }
    /// The page is for entities like the first that is there.
    void find_kind(page_type& p) {
        for (unsigned w = 0; w < page_words; ++w) {
            if (!any(p.alive[w])) continue;
            columns_.shorten(0);
            for (const auto& c : those_) {
                if (has_bit(to_.column_numbered(c.number).present(p.number)[w], lowest(p.alive[w])))
                    columns_.push(&to_.column_numbered(c.number));
            }
            p.of = &to_.kind_of(columns_);
            return;
        }
    }

    contents_type& to_;
    const saved_components<Allocator>& those_;
    const json_place& place_;
    json_family<Allocator> family_;
    local_row<column_type*, Allocator> columns_;
    local_row<page_type*, Allocator> pages_;
    bool are_listed_ = false;
    std::vector<bool> has_id_;
    place at_;
    std::uint32_t next_ = 0;
    std::unordered_map<std::string, entity> names_;
};

} // namespace throng::core
