#pragma once

#include <throng/core/compiler.hpp>
#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_edit.hpp>
#include <throng/extra/inspector_names.hpp>
#include <throng/extra/inspector_query.hpp>
#include <throng/extra/inspector_relations.hpp>
#include <throng/world/kernel/edits.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/world.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::core {

/// The inspector's requests to read and edit a world. None takes longer than a frame allows: lists end early when their
/// time is up, and say where they continue.
template <class Allocator> class world_answers {
    using world_type = basic_world<Allocator>;
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using clock = std::chrono::steady_clock;
    using json = nlohmann::json;

  public:
    world_answers(world_type& w, const inspected_relations& relations, std::size_t most_results)
        : world_(w), relations_(relations), family_(w.storage()), most_results_(most_results) {}

    // --- what there is -----------------------------------------------------------------------------------------------

    /// Each component that the world knows: what it is made of, how many have it, and what it holds.
    [[nodiscard]] http_response components() const {
        json_answer to;
        json_members m(*to);
        json_writer& list = m.name("components");
        std::size_t subsets = 0;
        const char* before = "";
        list.put("[");
        for (const column_type* const c : home().columns()) {
            if (!is_component(home().components, *c)) {
                subsets += c->bytes();
                continue;
            }
            list.put(std::exchange(before, ","));
            put_component(list, *c);
        }
        list.put("]");
        m.number("subsets_bytes", subsets);
        m.number("entities_bytes", home().entities.bytes());
        m.number("bytes", world_.memory());
        m.end();
        return to.take();
    }
    [[nodiscard]] http_response component(std::string_view name) const {
        const column_type* const c = find_component(home().components, name);
        if (c == nullptr) return no_component(name);
        json_answer to;
        put_component(*to, *c);
        return to.take();
    }

    /// The entities that a query shows, or what is below one in a family or a relation, page by page.
    [[nodiscard]] http_response entities(const http_request& r, clock::time_point until) const {
        const std::string* const text = r.parameter("query");
        text_query<Allocator> query(home());
        if (text != nullptr && !query.parse(*text)) return wrong_query(query, *text);
        std::uint32_t from = 0;
        std::size_t limit = most_results_ < 100 ? most_results_ : 100;
        if (!read_number(r, "from", from) || !read_number(r, "limit", limit))
            return problem(400, "'from' and 'limit' are numbers");
        if (limit == 0 || limit > most_results_)
            return problem(400, "'limit' is from 1 to " + std::to_string(most_results_));
        const bool values = r.parameter("values") != nullptr;
        const std::string* const name = r.parameter("name");
        const std::string* const relation = r.parameter("relation");
        const inspected_relation* const by = relation == nullptr ? &family_ : relations_.find(*relation);
        if (by == nullptr) return problem(400, "there is no relation '" + *relation + "'");
        json_answer to;
        json_members m(*to);
        bool is_done = false;
        if (const std::string* const parent = r.parameter("parent")) {
            entity of;
            if (text != nullptr || name != nullptr)
                return problem(400, "'parent' goes together with neither 'query' nor 'name'");
            if (!read_entity(*parent, of)) return no_entity(*parent);
            begin_list(m);
            is_done = list_below(to, *by, of, from, limit, until, values);
        } else {
            // (How many have a name that fits is not known before all have been looked at.)
            if (name == nullptr) m.number("count", query.count());
            begin_list(m);
            const bool roots_only = r.parameter("roots") != nullptr;
            is_done = list_entities(to, *by, query, from, limit, until, values, [&](entity e) {
                return (!roots_only || by->is_top(e)) && (name == nullptr || names().fits(e, *name));
            });
        }
        to->put("]");
        if (!is_done) m.number("next", from);
        m.end();
        return to.take();
    }
    [[nodiscard]] http_response entity_of(std::string_view id) const {
        entity e;
        if (!read_entity(id, e)) return no_entity(id);
        json_answer to;
        put_entity(*to, family_, e, true, true);
        return to.take();
    }
    [[nodiscard]] http_response value(std::string_view id, std::string_view name) const {
        entity e;
        column_type* c = nullptr;
        if (auto error = find(id, name, e, c); error.status != 200) return error;
        if (!c->has(e.index())) return problem(404, "the entity has no '" + std::string(name) + "'");
        if (c->type.size != 0 && c->type.made_of == nullptr)
            return problem(404, "nothing tells what '" + std::string(name) + "' is made of: throng::describe() does");
        if (is_too_large(*c, e)) return problem(404, "the value is too large to be shown");
        json_answer to;
        put_value(*to, *c, e);
        return to.take();
    }

    // --- edits -------------------------------------------------------------------------------------------------------

    /// {"position": {"x": 1}, ...}, or nothing.
    [[nodiscard]] http_response create(const http_request& r) {
        json its = json::object();
        if (auto error = read_body(r, its); error.status != 200) return error;
        if (!its.is_object()) return problem(422, "an object is wanted, of components by their names");
        // (Each is tried out before there is an entity.)
        std::vector<std::pair<column_type*, const json*>> those;
        for (const auto& [name, value] : its.items()) {
            column_type* const c = find_component(home().components, name);
            if (c == nullptr) return no_component(name);
            if (auto error = try_out(*c, nullptr, &value, "/" + name); error.status != 200) return error;
            those.emplace_back(c, &value);
        }
        entity e;
        http_response error;
        const bool done = attempt([&] {
            e = world_.create();
            for (const auto& [c, value] : those) {
                if (error.status != 200) break;
                error = give(e, *c, value);
            }
        });
        if (done && error.status == 200 && world_.alive(e)) {
            http_response created = entity_of(text_of(e));
            created.status = 201;
            created.headers.emplace_back("Location", "/api/v1/entities/" + text_of(e));
            return created;
        }
        (void)attempt([&] { (void)world_.destroy(e); });
        if (!done) return thrown();
        return error.status != 200 ? error : problem(409, "a hook has destroyed the entity again");
    }
    /// {"name": "door"}; an empty one takes the name away.
    [[nodiscard]] http_response rename(std::string_view id, const http_request& r) {
        entity e;
        json to;
        if (!read_entity(id, e)) return no_entity(id);
        if (auto error = read_members(r, to, {"name"}); error.status != 200) return error;
        const auto at = to.find("name");
        if (at == to.end() || !at->is_string()) return problem(422, "'name' is wanted, and is text");
        const std::string& name = at->template get_ref<const std::string&>();
        if (name.find('/') != name.npos) return problem(422, "a name has no slash in it");
        bool is_done = false;
        if (!attempt([&] {
                basic_naming<Allocator> all(world_);
                if (name.empty()) (void)all.remove(e);
                is_done = name.empty() || all.set(e, name);
            }))
            return thrown();
        if (!world_.alive(e)) return problem(409, "a hook has destroyed the entity");
        return is_done ? entity_of(text_of(e)) : problem(409, "a sibling is named '" + name + "'");
    }
    [[nodiscard]] http_response destroy(std::string_view id) {
        entity e;
        if (!read_entity(id, e)) return no_entity(id);
        bool is_destroyed = false;
        if (!attempt([&] { is_destroyed = world_.destroy(e); })) return thrown();
        return is_destroyed ? http_response{.status = 204} : no_entity(id);
    }
    /// Gives it, unless it is there, and sets the fields that the body names.
    [[nodiscard]] http_response put(std::string_view id, std::string_view name, const http_request& r) {
        return edit(id, name, r, true);
    }
    /// Sets the fields that the body names.
    [[nodiscard]] http_response patch(std::string_view id, std::string_view name, const http_request& r) {
        return edit(id, name, r, false);
    }
    [[nodiscard]] http_response remove(std::string_view id, std::string_view name) {
        entity e;
        column_type* c = nullptr;
        if (auto error = find(id, name, e, c); error.status != 200) return error;
        if (is_kept(*c)) return kept_by_others(*c);
        bool is_removed = false;
        if (!attempt([&] { is_removed = world_.remove(e, component_ref<Allocator>(c)); })) return thrown();
        return is_removed ? http_response{.status = 204}
                          : problem(404, "the entity has no '" + std::string(name) + "'");
    }

  private:
    static constexpr std::size_t most_values = 4000;
    static constexpr std::size_t most_bytes = std::size_t{1} << 20U;
    static constexpr std::size_t most_children = 100;

    [[nodiscard]] storage_type& home() const noexcept { return world_.storage(); }

    // --- names -------------------------------------------------------------------------------------------------------

    [[nodiscard]] static std::string text_of(entity e) {
        return std::to_string(e.index()) + ':' + std::to_string(e.generation());
    }
    [[nodiscard]] shown_names<Allocator> names() const noexcept { return shown_names<Allocator>(home()); }
    /// Of one that is alive, as its index and generation, or as the path of its names.
    [[nodiscard]] bool read_entity(std::string_view text, entity& e) const {
        if (json_values::read_entity(text, e)) return world_.alive(e);
        e = names().find(text);
        return static_cast<bool>(e);
    }
    template <class Number> [[nodiscard]] static bool read_number(const http_request& r, const char* name, Number& to) {
        const std::string* const text = r.parameter(name);
        if (text == nullptr) return true;
        const char* const end = text->data() + text->size();
        const auto [stop, error] = std::from_chars(text->data(), end, to);
        return error == std::errc() && stop == end;
    }
    [[nodiscard]] http_response find(std::string_view id, std::string_view name, entity& e, column_type*& c) const {
        if (!read_entity(id, e)) return no_entity(id);
        c = find_component(home().components, name);
        return c == nullptr ? no_component(name) : http_response();
    }
    [[nodiscard]] http_response no_entity(std::string_view id) const {
        return problem(404, "there is no entity '" + std::string(id) + "' (any more)", [&](json_members& m) {
            entity e;
            if (json_values::read_entity(id, e)) put_story(m, e);
        });
    }
    /// The audit build's journal of the entity: where it was created, and where and in which walk it was destroyed.
    void put_story([[maybe_unused]] json_members& m, [[maybe_unused]] entity e) const {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (const std::string story = world_.story(e); !story.empty()) m.text("story", story);
#endif
    }
    [[nodiscard]] static http_response no_component(std::string_view name) {
        return problem(404, "there is no component '" + std::string(name) + "'");
    }
    [[nodiscard]] http_response kept_by_others(const column_type& c) const {
        if (home().template find_column<kin>() == &c)
            return problem(409, "parents and children are kept by throng::family alone");
        if (c.is_upkept) return problem(409, "what is related to what is kept by throng::relation alone");
        return problem(409, "a name is changed by PATCH of its entity");
    }
    [[nodiscard]] static http_response thrown() {
        return problem(500, "a hook, a constructor or the allocator has thrown an exception");
    }
    [[nodiscard]] static http_response wrong_query(const text_query<Allocator>& q, std::string_view text) {
        return problem(400, q.error, [&](json_members& m) {
            m.text("query", text);
            m.number("at", q.at);
            m.number("length", q.length);
            m.text("marked", q.marked());
        });
    }

    // --- showing -----------------------------------------------------------------------------------------------------

    void put_component(json_writer& to, const column_type& c) const {
        json_members m(to);
        std::size_t n = 0;
        for (std::uint32_t p = 0; p < home().page_count(); ++p) {
            if (c.is_on(p)) n += count_page(c.present(p));
        }
        m.text("name", name_of_column(c));
        m.number("count", n);
        m.number("bytes", c.bytes());
        m.number("value_bytes", c.type.size);
        m.flag("tag", c.type.size == 0);
        m.flag("sparse", c.type.sparse);
        m.flag("editable",
               c.type.made_of != nullptr && trial_value<Allocator>::is_possible(c.type, true) && !is_kept(c));
        if (c.type.made_of != nullptr && c.type.size != 0) put_description(m.name("type"), *c.type.made_of);
        m.end();
    }
    static void begin_list(json_members& m) { m.name("entities").put("["); }
    /// False if there are more: then `from` is where it goes on.
    template <class Fits> bool list_entities(json_answer& to, const inspected_relation& by,
                                             const text_query<Allocator>& query, std::uint32_t& from, std::size_t limit,
                                             clock::time_point until, bool values, const Fits& fits) const {
        const std::uint32_t first = from;
        bool is_done = true;
        std::size_t n = 0;
        const auto go_on_at = [&](std::uint32_t index) {
            from = index;
            return is_done = false;
        };
        query.each_page(first / page_slots, [&](std::uint32_t page, const word* those) {
            const std::uint32_t begin = page * page_slots;
            // (If few of many are listed, the search also ends.)
            if (begin > first + page_slots && clock::now() >= until) return go_on_at(begin);
            for (unsigned s = begin < first ? first - begin : 0; s < page_slots; ++s) {
                if (!has_bit(those[s / word_bits], s % word_bits)) continue;
                const entity e = home().entity_at(begin + s);
                if (!fits(e)) continue;
                if (n == limit || is_enough(n, to, until)) return go_on_at(begin + s);
                if (n++ != 0) to->put(",");
                put_entity(*to, by, e, values);
            }
            return true;
        });
        return is_done;
    }
    /// The same of what is below one, which is counted.
    bool list_below(json_answer& to, const inspected_relation& by, entity top, std::uint32_t& from, std::size_t limit,
                    clock::time_point until, bool values) const {
        std::size_t n = 0;
        for (const entity e : by.list(top, true, from, limit + 1)) {
            if (n == limit || is_enough(n, to, until)) {
                from += static_cast<std::uint32_t>(n);
                return false;
            }
            if (n++ != 0) to->put(",");
            put_entity(*to, by, e, values);
        }
        return true;
    }
    /// (A few entities are always listed, as long as they are small.)
    [[nodiscard]] static bool is_enough(std::size_t n, json_answer& to, clock::time_point until) {
        const std::size_t bytes = to.size();
        return bytes >= most_bytes || ((n >= 32 || bytes >= 16384) && clock::now() >= until);
    }
    void put_entity(json_writer& to, const inspected_relation& by, entity e, bool values, bool alone = false) const {
        json_members m(to);
        std::vector<const column_type*> omitted;
        m.name("id").put_entity(e);
        names().put(m, e);
        if (!values && by.has_sources(e)) m.flag("has_children", true);
        if (const auto parent = family_.list(e, false, 0, 1); !parent.empty()) m.name("parent").put_entity(parent[0]);
        if (values) put_children(m, e);
        if (alone) relations_.put(m, e);
        const char* before = "";
        m.name("components").put(values ? "{" : "[");
        for (const column_type* const c : home().columns()) {
            if (!c->has(e.index()) || !is_component(home().components, *c)) continue;
            if (values && (is_kept(*c) || is_too_large(*c, e))) {
                if (!is_kept(*c)) omitted.push_back(c);
                continue;
            }
            to.put(std::exchange(before, ","));
            to.put_text(name_of_column(*c));
            if (!values) continue;
            to.put(":");
            put_value(to, *c, e);
        }
        to.put(values ? "}" : "]");
        if (!omitted.empty()) {
            before = "";
            m.name("omitted").put("[");
            for (const column_type* const c : omitted) {
                to.put(std::exchange(before, ","));
                to.put_text(name_of_column(*c));
            }
            to.put("]");
        }
        if (alone) put_story(m, e);
        m.end();
    }
    void put_value(json_writer& to, const column_type& c, entity e) const {
        if (c.type.size == 0) to.put("true");
        else if (c.type.made_of == nullptr) to.put("null");
        else to.put_value(*c.type.made_of, c.value(e.index()));
    }
    [[nodiscard]] static bool is_too_large(const column_type& c, entity e) {
        return c.type.size != 0 && c.type.made_of != nullptr &&
               weight_of(*c.type.made_of, c.value(e.index()), most_values) > most_values;
    }
    /// The first of them.
    void put_children(json_members& m, entity e) const {
        std::vector<entity> children = family_.list(e, true, 0, most_children + 1);
        if (children.empty()) return;
        const bool has_more = children.size() > most_children;
        if (has_more) children.pop_back();
        put_entities(m.name("children"), children);
        if (has_more) m.number("children_next", most_children);
    }
    [[nodiscard]] bool is_kept(const column_type& c) const noexcept {
        return c.is_upkept || home().template find_column<kin>() == &c ||
               home().template find_column<entity_name>() == &c;
    }

    // --- editing -----------------------------------------------------------------------------------------------------

    [[nodiscard]] http_response edit(std::string_view id, std::string_view name, const http_request& r, bool gives) {
        entity e;
        column_type* c = nullptr;
        if (auto error = find(id, name, e, c); error.status != 200) return error;
        if (is_kept(*c)) return kept_by_others(*c);
        if (!gives && !c->has(e.index())) return problem(404, "the entity has no '" + std::string(name) + "'");
        json to;
        if (auto error = read_body(r, to); error.status != 200) return error;
        if (!gives && r.body.empty()) return problem(400, "a body is wanted, with the fields to be set");
        const json* const value = r.body.empty() ? nullptr : &to;
        const void* const from = c->type.size != 0 && c->has(e.index()) ? c->value(e.index()) : nullptr;
        if (auto error = try_out(*c, from, value, ""); error.status != 200) return error;
        http_response error;
        if (!attempt([&] { error = give(e, *c, value); })) return thrown();
        if (error.status != 200) return error;
        return this->value(id, name);
    }
    /// Whether the value can be added or set as requested; tries it on a separate value: so an edit takes effect
    /// completely or not at all.
    [[nodiscard]] http_response try_out(column_type& c, const void* from, const json* value, std::string_view where) {
        const std::string name = name_of_column(c);
        if (is_kept(c)) return kept_by_others(c);
        if (c.type.size == 0) {
            if (value == nullptr || *value == true || (value->is_object() && value->empty())) return {};
            return problem(422, "'" + name + "' has no values: true is wanted");
        }
        if (from == nullptr && !c.type.can_be_made()) return problem(409, "'" + name + "' cannot be made of nothing");
        if (value == nullptr) return {};
        if (c.type.made_of == nullptr)
            return problem(409, "nothing tells what '" + name + "' is made of: throng::describe() does");
        if (!trial_value<Allocator>::is_possible(c.type, from != nullptr))
            return problem(409, "'" + name + "' can be neither copied nor made: it cannot be edited from here");
        json_edit e;
        bool is_right = false;
        if (!attempt([&] {
                const trial_value<Allocator> tried(home().allocator(), c, from);
                is_right = e.apply(*c.type.made_of, tried.get(), *value);
            }))
            return thrown();
        if (is_right) return {};
        return problem(422, e.error, [&](json_members& m) { m.text("pointer", std::string(where) + e.pointer); });
    }
    /// As `world::add`, or `patch`: hooks are called, for an added component with its final values.
    [[nodiscard]] http_response give(entity e, column_type& c, const json* value) {
        const component_ref<Allocator> which(&c);
        if (c.type.size == 0) value = nullptr;
        json_edit its;
        if (!world_.has(e, which)) {
            void* given = nullptr;
            if (value != nullptr && c.type.can_be_copied()) {
                const trial_value<Allocator> made(home().allocator(), c, nullptr);
                (void)its.apply(*c.type.made_of, made.get(), *std::exchange(value, nullptr));
                given = world_.add(e, which, made.get());
            } else {
                given = world_.add(e, which);
            }
            if (given == nullptr) return taken_away(c);
        }
        if (value == nullptr) return {};
        const typename storage_type::standing here(home(), e.index());
        if (!world_.has(e, which)) return taken_away(c);
        (void)its.apply(*c.type.made_of, c.value(e.index()), *value);
        edits<Allocator>::was_set(home(), c, e.index());
        return {};
    }
    [[nodiscard]] static http_response taken_away(const column_type& c) {
        return problem(409, "a hook has taken '" + name_of_column(c) + "' away again");
    }

    world_type& world_;
    const inspected_relations& relations_;
    shown_family<Allocator> family_;
    std::size_t most_results_;
};

} // namespace throng::core
