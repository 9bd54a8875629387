#pragma once

#include <throng/extra/json_entities.hpp>
#include <throng/extra/json_interface.hpp>
#include <throng/extra/json_links.hpp>
#include <throng/extra/json_result.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/kernel/contents.hpp>
#include <throng/world/save/saved_component.hpp>
#include <throng/world/save/saved_type.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// Fills a world's contents by what the parser tells, piece by piece.
template <class Allocator> class json_world_reader {
    using contents_type = world_contents<Allocator>;
    using component_entry = saved_component<Allocator>;

  public:
    /// `prefab_of(path, pattern)` finds patterns that stand elsewhere: null, or what is wrong. Where it is empty, they
    /// are among the entities themselves.
    json_world_reader(contents_type& to, const saved_components<Allocator>& those, const json_place& place,
                      std::function<const char*(std::string_view, entity&)> prefab_of = {})
        : prefab_of_(std::move(prefab_of)),
          to_(to),
          those_(those),
          place_(place),
          entities_(to, those, place),
          links_(those) {}

    json_result& result() noexcept { return result_; }
    /// All has been read. False if it cannot be so.
    bool finish() {
        entity which;
        std::string_view component;
        links_.give_to_targets(entities_);
        if (std::string error = entities_.finish(which, component); !error.empty())
            return fail_in(which, component, std::move(error));
        for (json_reference& r : references_) {
            if (r.path.empty()) {
                if (!entities_.can_be_referred_to(r.to)) return fail_at(r, "no entity of the text has this id");
            } else if (const entity pattern = entities_.find(r.path)) {
                entities_.set_base(r.to, pattern);
            } else {
                return fail_at(r, no_such_prefab);
            }
        }
        return true;
    }
    /// False: something is wrong with a component of an entity, now that all has been read.
    bool fail_in(entity e, std::string_view component, std::string why) {
        result_.pointer = places_.pointer(e.index());
        add_json_key(result_.pointer, links_.name_in_text(component));
        result_.error = std::move(why);
        result_.line = places_.line(e.index());
        result_.column = places_.column(e.index());
        return false;
    }
    [[nodiscard]] const std::vector<json_instance>& instances() const noexcept { return instances_; }

    // --- what the parser tells ---------------------------------------------------------------------------------------

    using json = nlohmann::json;
    bool null() { return take({}); }
    bool boolean(bool value) { return take({json_scalar::sort::boolean, {value_kind::natural, value ? 1U : 0U}}); }
    bool number_integer(json::number_integer_t value) {
        return take_number({value_kind::integer, static_cast<std::uint64_t>(value)});
    }
    bool number_unsigned(json::number_unsigned_t value) { return take_number({value_kind::natural, value}); }
    bool number_float(json::number_float_t value, const std::string&) {
        return take_number({value_kind::real, 0, value});
    }
    bool string(std::string& value) { return take({json_scalar::sort::text, {value_kind::natural}, value}); }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return begin(false); }
    bool start_array(std::size_t) { return begin(true); }
    bool key(std::string& name) {
        frames_.back().key = name;
        return true;
    }
    bool end_object() { return end(); }
    bool end_array() { return end(); }
    template <class Exception> bool parse_error(std::size_t, const std::string&, const Exception& e) {
        return fail(json_syntax_error(e.what()));
    }

  private:
    enum class part : std::uint8_t {
        root,
        pages,
        page,
        kind_of_page,
        free_of_page,
        singletons,
        entities,
        entity,
        children,
        structure,
        elements,
        bytes_of_text,
        links,
        past
    };
    struct frame {
        part where;
        bool is_array = false;
        const description* type = nullptr;
        void* at = nullptr;
        /// Of links: the relation whose component is there.
        const component_entry* relation = nullptr;
        /// How many elements have been read.
        std::uint64_t index = 0;
        json_seen seen = {};
        /// Of an entity: where it begins.
        std::uint32_t line = 0;
        std::uint32_t column = 0;
        /// Of an entity: that in which it stands, whose child it is.
        typename json_entities<Allocator>::place parent = {};
        std::string key = {};
    };
    /// Where the next value goes: nowhere, if its type is null.
    struct target {
        const description* type = nullptr;
        void* at = nullptr;
        /// Of a component without values: nothing but `true` can be said of it.
        bool is_tag = false;
        /// The entry of a component that is restored by a custom function: it is not constructed yet.
        const component_entry* unmade = nullptr;
        /// Of links: as in a frame.
        const component_entry* relation = nullptr;
    };

    static constexpr const char* twice = "it is there twice";
    static constexpr const char* true_is_wanted = "true is wanted: leave out what the entity does not have";

    bool fail(std::string why) {
        result_.error = std::move(why);
        result_.pointer = pointer();
        result_.line = place_.line;
        result_.column = place_.column;
        return false;
    }
    bool fail_at(json_reference& r, const char* why) {
        result_.error = why;
        result_.pointer = places_.pointer(r.in) + r.below;
        result_.line = r.line;
        result_.column = r.column;
        return false;
    }
    [[nodiscard]] std::string pointer(std::size_t first = 0) const {
        std::string text;
        for (std::size_t i = first; i < frames_.size(); ++i)
            add_json_key(text, frames_[i].is_array ? std::to_string(frames_[i].index) : frames_[i].key);
        return text;
    }
    /// The text here names an entity that may follow later.
    void refer(entity to, std::string_view path = {}) {
        // (Its place in the entity alone: all of it could be as long as the text.)
        std::size_t first = frames_.size();
        while (first != 0 && frames_[first - 1].where != part::entity) --first;
        const std::uint32_t in = first == 0 ? json_places::none : entities_.here().index();
        references_.push_back(
            {to, std::string(path), in, pointer(first == 0 ? 0 : first - 1), place_.line, place_.column});
    }
    void note(std::vector<std::string>& where, std::string_view below = {}) {
        if (where.size() == 16) return;
        where.push_back(pointer());
        if (below.empty()) return;
        where.back().resize(where.back().rfind('/') + 1);
        where.back() += below;
    }

    bool take_number(const any_number& n) {
        // (The character behind a number has also been read.)
        if (take({json_scalar::sort::number, n})) return true;
        result_.line = place_.line_before;
        result_.column = place_.column_before;
        return false;
    }
    bool take(const json_scalar& s) {
        if (frames_.empty()) return fail("an object is wanted");
        frame& top = frames_.back();
        if (const char* const error = take(top, s)) return fail(error);
        ++top.index;
        return true;
    }
    const char* take(frame& top, const json_scalar& s) {
        switch (top.where) {
        case part::root:
            if (!is_first_of_root(top)) return twice;
            if (top.key == "throng")
                return s.is_up_to(1) && s.number.bits == 1 ? nullptr : "it is of a version that is not known";
            if (top.key == "first generation") return entities_.take_first_generation(s);
            if (top.key == "pages" || top.key == "entities") return "an array is wanted";
            if (top.key == "singletons") return "an object is wanted";
            return note(result_.unknown), nullptr;
        case part::pages:
        case part::entities:
        case part::children:
            return "an object is wanted";
        case part::page:
            if (!is_first_of_page(top)) return twice;
            if (top.key == "kind") return s.is_null() ? nullptr : "an array of names is wanted, or null";
            if (top.key == "begun with") return entities_.take_generation(s, entities_.last_page().begun_with);
            if (top.key != "upper") return note(result_.unknown), nullptr;
            if (!s.is_up_to(0xffff) || s.number.bits == 0) return "a number from 1 to 65535 is wanted";
            entities_.last_page().upper = static_cast<std::uint32_t>(s.number.bits) << 16U;
            return nullptr;
        case part::kind_of_page:
            return take_kind(s);
        case part::free_of_page: {
            unsigned slot = 0;
            if (const char* const error = entities_.take_free(top.key, s, slot)) return error;
            return top.seen.is_first(slot) ? nullptr : twice;
        }
        case part::bytes_of_text:
            if (!s.is_up_to(255)) return "a number from 0 to 255 is wanted";
            text_ += static_cast<char>(static_cast<unsigned char>(s.number.bits));
            return nullptr;
        case part::entity:
            if (top.key == "id") return entities_.take_id(s);
            if (top.key == "name" && family().name() != nullptr) return entities_.take_name(s);
            if (top.key == "children" && family().kin() != nullptr) return "an array is wanted";
            if (top.key == "prefab" && has_prefabs()) return take_prefab(s);
            [[fallthrough]];
        default: {
            target to;
            if (top.where == part::links && top.is_array) return add_link(*top.relation, top.at, s.text, to);
            if (const char* const error = aim(top, to)) return error;
            if (to.relation != nullptr) return add_link(*to.relation, to.at, s.text, to);
            if (to.unmade != nullptr) return restore(*to.unmade, s);
            if (to.is_tag) return s.is_true() ? nullptr : true_is_wanted;
            return to.type == nullptr ? nullptr : store(to, s);
        }
        case part::past:
            return nullptr;
        }
    }
    const char* store(const target& to, const json_scalar& s) {
        if (const char* const error = values_.store(*to.type, to.at, s)) return error;
        if (to.type->kind != value_kind::entity) return nullptr;
        const entity e = *static_cast<const entity*>(to.at);
        if (e && !entities_.can_be_referred_to(e)) refer(e);
        return nullptr;
    }
    /// False where the same is said for the second time. (What is not known is read past as often as it comes.)
    [[nodiscard]] static bool is_first_of(frame& top, std::initializer_list<std::string_view> known) {
        for (std::size_t i = 0; i < known.size(); ++i) {
            if (top.key == known.begin()[i]) return top.seen.is_first(i);
        }
        return true;
    }
    [[nodiscard]] static bool is_first_of_root(frame& top) {
        return is_first_of(top, {"throng", "first generation", "pages", "singletons", "entities"});
    }
    [[nodiscard]] static bool is_first_of_page(frame& top) {
        return is_first_of(top, {"kind", "begun with", "upper", "free"});
    }

    bool begin(bool is_array) {
        frame f{part::past, is_array};
        if (frames_.empty()) {
            if (is_array) return fail("an object is wanted");
            f.where = part::root;
        } else if (const char* const error = begin(frames_.back(), f)) {
            return fail(error);
        }
        frames_.push_back(std::move(f));
        return true;
    }
    /// An object or an array begins where `top` stands.
    const char* begin(frame& top, frame& f) {
        const auto as = [&f](part where, bool wants_array) {
            f.where = where;
            if (f.is_array == wants_array) return static_cast<const char*>(nullptr);
            return wants_array ? "an array is wanted" : "an object is wanted";
        };
        switch (top.where) {
        case part::root:
            if (top.key != "pages" && !is_first_of_root(top)) return twice;
            if (top.key == "entities") return as(part::entities, true);
            if (top.key == "singletons") {
                for (const auto& c : those_) {
                    if (c.single != 0) to_.replace_single(c.single);
                }
                return as(part::singletons, false);
            }
            if (top.key != "pages") return note(result_.unknown), nullptr;
            if (const char* const error = entities_.begin_list()) return error;
            return as(part::pages, true);
        case part::pages:
            if (const char* const error = entities_.add_listed_page()) return error;
            return as(part::page, false);
        case part::page:
            if (!is_first_of_page(top)) return twice;
            if (top.key == "free") return as(part::free_of_page, false);
            if (top.key != "kind") return note(result_.unknown), nullptr;
            entities_.begin_kind();
            return as(part::kind_of_page, true);
        case part::children:
            f.parent = entities_.at();
            [[fallthrough]];
        case part::entities:
            entities_.at() = {};
            f.line = static_cast<std::uint32_t>(place_.line);
            f.column = static_cast<std::uint32_t>(place_.column);
            return as(part::entity, false);
        case part::kind_of_page:
        case part::free_of_page:
        case part::bytes_of_text:
            return "a number or a name is wanted";
        case part::past:
            return nullptr;
        case part::entity:
            if (top.key == "id") return "an entity is wanted, as \"0:65537\"";
            if (top.key == "name" && family().name() != nullptr) return "a text is wanted";
            if (top.key == "prefab" && has_prefabs()) return "a text is wanted";
            if (top.key == "children" && family().kin() != nullptr) {
                if (const char* const error = entities_.begin_children()) return error;
                return as(part::children, true);
            }
            break;
        default:
            break;
        }
        target to;
        if (const char* const error = aim(top, to)) return error;
        f.type = to.type;
        f.at = to.at;
        f.relation = to.relation;
        if (f.relation != nullptr) return f.where = part::links, nullptr;
        if (to.unmade != nullptr) return json_values::bytes_are_wanted;
        if (to.is_tag) return true_is_wanted;
        if (to.type == nullptr) return nullptr;
        switch (to.type->kind) {
        case value_kind::structure:
            return as(part::structure, false);
        case value_kind::list:
            (void)to.type->list->resize(*to.type, to.at, 0);
            return as(part::elements, true);
        case value_kind::array:
            return as(part::elements, true);
        case value_kind::text:
            text_.clear();
            return f.is_array ? as(part::bytes_of_text, true) : "a text is wanted";
        default:
            return values_.store(*to.type, to.at, {});
        }
    }
    bool end() {
        frame& f = frames_.back();
        if (f.where == part::structure) {
            for (std::size_t i = 0; i < f.type->fields.size(); ++i) {
                if (!f.seen.has(i)) note(result_.missing, f.type->fields[i].name);
            }
        } else if (f.where == part::elements && f.type->kind == value_kind::array) {
            for (; f.index < f.type->count && result_.missing.size() < 16; ++f.index) note(result_.missing);
        } else if (f.where == part::bytes_of_text) {
            f.type->text->set(f.at, text_);
        } else if (f.where == part::entity) {
            const auto parent = f.parent;
            const char* error = entities_.begin();
            if (error == nullptr) {
                const std::uint32_t index = entities_.here().index();
                if (parent.page != nullptr) error = entities_.end_child(parent);
                places_.put(index, parent.page == nullptr ? json_places::none : entities_.here().index(),
                            frames_[frames_.size() - 2].index, f.line, f.column);
            }
            if (error != nullptr) {
                frames_.pop_back();
                return fail(error);
            }
        } else if (f.where == part::kind_of_page) {
            entities_.end_kind();
        }
        frames_.pop_back();
        if (!frames_.empty()) ++frames_.back().index;
        return true;
    }

    /// Where the next value goes in the object or array.
    const char* aim(frame& top, target& to) {
        if (top.where == part::structure) {
            const field_description* const field = find_field(*top.type, top.key);
            if (field == nullptr) return note(result_.unknown), nullptr;
            const auto i = static_cast<std::size_t>(field - top.type->fields.data());
            if (!top.seen.is_first(i)) return twice;
            to = {field->type, static_cast<std::byte*>(top.at) + field->offset};
            return nullptr;
        }
        if (top.where == part::elements) {
            const description& element = *top.type->element;
            if (top.type->kind == value_kind::list) to = {&element, top.type->list->add(*top.type, top.at)};
            else if (top.index == top.type->count) return "there is not so much room";
            else to = {&element, static_cast<std::byte*>(top.at) + top.index * element.size};
            return nullptr;
        }
        if (top.where == part::links)
            return top.is_array ? links_.wanted : add_link(*top.relation, top.at, top.key, to);
        if (const char* const error = top.where == part::entity ? entities_.begin() : nullptr) return error;
        const component_entry* const its = those_.find(top.key);
        if (its == nullptr && top.where == part::entity) to.relation = links_.find(top.key);
        if (to.relation != nullptr) {
            const char* const error = entities_.make(*to.relation, to.at);
            if (error == nullptr) links_.set_self(*to.relation, to.at, entities_.here());
            return error;
        }
        if (its == nullptr) return note(result_.unknown), nullptr;
        if (top.where == part::singletons && its->single == 0) return "it cannot be a singleton";
        if (top.where == part::singletons && !top.seen.is_first(static_cast<std::size_t>(its - those_.begin())))
            return twice;
        if (its->restore != nullptr && its->its->kind == value_kind::custom) {
            to.unmade = its;
            return nullptr;
        }
        if (its->type.size != 0 && !its->type.can_be_made()) return "it cannot be made of nothing";
        const auto construct = [its](void* at) { its->type.make_value(at, nullptr); };
        return make(*its, construct, to);
    }
    /// One more link, to the entity of that id.
    const char* add_link(const component_entry& relation, void* value, std::string_view id, target& to) {
        entity e;
        if (!json_values::read_entity(id, e)) return links_.wanted;
        to = {};
        to.at = links_.add(relation, value, e, to.type);
        to.is_tag = to.type == nullptr;
        if (!entities_.can_be_referred_to(e)) refer(e);
        return nullptr;
    }
    const char* take_kind(const json_scalar& s) {
        if (!s.is_text()) return "a name is wanted";
        const component_entry* const its = those_.find(s.text);
        if (its == nullptr) return note(result_.unknown), nullptr;
        return entities_.take_kind(*its);
    }
    [[nodiscard]] bool has_prefabs() const noexcept {
        return prefab_of_ ? those_.find("prefab") == nullptr : family().base() != nullptr;
    }
    const char* take_prefab(const json_scalar& s) {
        if (!s.is_text()) return "a text is wanted";
        if (!prefab_of_) {
            if (s.text.empty()) return no_such_prefab;
            if (const char* const error = entities_.begin_base()) return error;
            refer(entities_.here(), s.text);
            return nullptr;
        }
        if (!frames_.back().seen.is_first(0)) return twice;
        entity pattern;
        if (const char* const error = prefab_of_(s.text, pattern)) return error;
        if (const char* const error = entities_.begin()) return error;
        instances_.push_back({entities_.here(), pattern});
        return nullptr;
    }
    [[nodiscard]] const json_family<Allocator>& family() const noexcept { return entities_.family(); }
    template <class Construct> const char* make(const component_entry& its, Construct construct, target& to) {
        to.is_tag = its.type.size == 0;
        to.type = to.is_tag ? nullptr : its.its;
        if (frames_.back().where == part::singletons) {
            to.at = to_.set_single(its.single, its.as_single, construct);
            return nullptr;
        }
        return entities_.make(its, construct, to.at);
    }
    const char* restore(const component_entry& its, const json_scalar& s) {
        // (Before there is a value: it has to be one.)
        if (!values_.read_bytes(s)) return json_values::bytes_are_wanted;
        const char* error = nullptr;
        target to;
        const auto construct = [&](void* at) { error = values_.restore(its.restore, at); };
        if (const char* const wrong = make(its, construct, to)) return wrong;
        return error;
    }

    std::function<const char*(std::string_view, entity&)> prefab_of_;
    contents_type& to_;
    const saved_components<Allocator>& those_;
    const json_place& place_;
    json_entities<Allocator> entities_;
    json_links<Allocator> links_;
    json_places places_;
    std::vector<json_reference> references_;
    std::vector<json_instance> instances_;
    json_result result_;
    std::vector<frame> frames_;
    json_values values_;
    std::string text_;
};

} // namespace throng::core
