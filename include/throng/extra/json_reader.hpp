#pragma once

#include <throng/extra/json_entities.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/contents.hpp>
#include <throng/world/saved_component.hpp>
#include <throng/world/saved_type.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {

/// Whether a text could be read: true if it could.
struct json_result {
    /// Empty if all is well; else what is wrong, and where: of a value its JSON pointer, "/entities/3/position/x".
    std::string error = {};
    std::string pointer = {};
    /// From 1 on.
    std::size_t line = 0;
    std::size_t column = 0;
    /// JSON pointers of components and fields that there are not, which have been read past, and of fields that were
    /// not there, which are as they were made. The first 16 of each.
    std::vector<std::string> unknown = {};
    std::vector<std::string> missing = {};
    [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};

namespace core {

/// What the parser says is wrong, without what it says of the place.
[[nodiscard]] inline std::string json_syntax_error(std::string_view what) {
    // (It says in brackets which exception it is, and then perhaps where.)
    for (const std::string_view end : {"] ", "column "}) {
        if (const std::size_t at = what.find(end); at != what.npos) what.remove_prefix(at + end.size());
    }
    if (const std::size_t at = what.find(": "); at < 8) what.remove_prefix(at + 2);
    return std::string(what);
}

/// Fills a world's contents by what the parser tells, piece by piece.
template <class Allocator> class json_world_reader {
    using contents_type = world_contents<Allocator>;
    using component_entry = saved_component<Allocator>;

  public:
    /// `prefab_of(path)` finds patterns that stand elsewhere; where it is empty, they are among the entities
    /// themselves.
    json_world_reader(contents_type& to, const saved_components<Allocator>& those, const json_place& place,
                      std::function<entity(std::string_view)> prefab_of = {})
        : prefab_of_(std::move(prefab_of)), to_(to), those_(those), place_(place), entities_(to, those) {}

    json_result& result() noexcept { return result_; }
    /// All has been read. False if it cannot be so.
    bool finish() {
        if (std::string error = entities_.finish(); !error.empty()) return fail(std::move(error));
        for (unresolved& u : unresolved_) {
            const entity pattern = entities_.find(u.path);
            if (!pattern) {
                result_ = std::move(u.place);
                result_.error = no_such_prefab;
                return false;
            }
            entities_.set_base(u.of, pattern);
        }
        return true;
    }
    /// Entities, and what they are instances of.
    struct instance {
        entity of;
        entity pattern;
    };
    [[nodiscard]] const std::vector<instance>& instances() const noexcept { return instances_; }

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
        past
    };
    struct frame {
        part where;
        bool is_array = false;
        const description* type = nullptr;
        void* at = nullptr;
        /// How many elements have been read.
        std::uint64_t index = 0;
        /// Which of the first 64 fields were there.
        std::uint64_t seen = 0;
        /// Of an entity: that in which it stands, whose child it is.
        typename json_entities<Allocator>::place parent = {};
        std::string key = {};
    };
    /// Where the next value goes: nowhere, if its type is null.
    struct target {
        const description* type = nullptr;
        void* at = nullptr;
        /// Of a component that is restored by a function of its own: it is not made yet.
        const component_entry* unmade = nullptr;
    };

    static constexpr const char* no_such_prefab = "there is no prefab of that name, or it is a part of itself";
    /// Patterns that others are based on may stand behind them.
    struct unresolved {
        entity of;
        std::string path;
        json_result place;
    };

    bool fail(std::string why) {
        result_.error = std::move(why);
        result_.pointer = pointer();
        result_.line = place_.line;
        result_.column = place_.column;
        return false;
    }
    [[nodiscard]] std::string pointer() const {
        std::string text;
        for (const frame& f : frames_) {
            text += '/';
            if (f.is_array) text += std::to_string(f.index);
            for (const char c : f.key) {
                if (c == '~') text += "~0";
                else if (c == '/') text += "~1";
                else text += c;
            }
        }
        return text;
    }
    void note(std::vector<std::string>& where, std::string_view below = {}) {
        if (where.size() == 16) return;
        where.push_back(pointer());
        if (below.empty()) return;
        where.back().resize(where.back().rfind('/') + 1);
        where.back() += below;
    }

    bool take_number(const any_number& n) {
        // (The character behind a number has been read, too.)
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
            if (top.key == "kind") return s.is_null() ? nullptr : "an array of names is wanted, or null";
            if (top.key == "begun with") return entities_.take_generation(s, entities_.last_page().begun_with);
            if (top.key != "upper") return note(result_.unknown), nullptr;
            if (!s.is_up_to(0xffff) || s.number.bits == 0) return "a number from 1 to 65535 is wanted";
            entities_.last_page().upper = static_cast<std::uint32_t>(s.number.bits) << 16U;
            return nullptr;
        case part::kind_of_page:
            return take_kind(s);
        case part::free_of_page:
            return entities_.take_free(top.key, s);
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
            if (const char* const error = aim(top, to)) return error;
            if (to.unmade != nullptr) return restore(*to.unmade, s);
            return to.type == nullptr ? nullptr : values_.store(*to.type, to.at, s);
        }
        case part::past:
            return nullptr;
        }
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
            entities_.add_listed_page();
            return as(part::page, false);
        case part::page:
            if (top.key == "free") return as(part::free_of_page, false);
            if (top.key != "kind") return note(result_.unknown), nullptr;
            entities_.begin_kind();
            return as(part::kind_of_page, true);
        case part::children:
            f.parent = entities_.at();
            [[fallthrough]];
        case part::entities:
            entities_.at() = {};
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
        if (to.unmade != nullptr) return json_values::bytes_are_wanted;
        if (to.type == nullptr) return nullptr;
        f.type = to.type;
        f.at = to.at;
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
            for (std::size_t i = 0; i < f.type->fields.size() && i < 64; ++i) {
                if ((f.seen >> i & 1U) == 0) note(result_.missing, f.type->fields[i].name);
            }
        } else if (f.where == part::bytes_of_text) {
            f.type->text->set(f.at, text_);
        } else if (f.where == part::entity) {
            const auto parent = f.parent;
            const char* error = entities_.begin();
            if (error == nullptr && parent.page != nullptr) error = entities_.end_child(parent);
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
            if (i < 64) top.seen |= std::uint64_t{1} << i;
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
        if (const char* const error = top.where == part::entity ? entities_.begin() : nullptr) return error;
        const component_entry* const its = those_.find(top.key);
        if (its == nullptr) return note(result_.unknown), nullptr;
        if (top.where == part::singletons && its->single == 0) return "it cannot be a singleton";
        if (its->restore != nullptr && its->its->kind == value_kind::custom) {
            to.unmade = its;
            return nullptr;
        }
        if (its->type.size != 0 && !its->type.can_be_made()) return "it cannot be made of nothing";
        const auto construct = [its](void* at) { its->type.make_value(at, nullptr); };
        return make(*its, construct, to);
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
            if (const char* const error = entities_.begin_base()) return error;
            unresolved_.push_back({entities_.here(), std::string(s.text), {}});
            json_result& where = unresolved_.back().place;
            where.pointer = pointer();
            where.line = place_.line;
            where.column = place_.column;
            return nullptr;
        }
        const entity pattern = prefab_of_(s.text);
        if (!pattern) return no_such_prefab;
        if (const char* const error = entities_.begin()) return error;
        instances_.push_back({entities_.here(), pattern});
        return nullptr;
    }
    [[nodiscard]] const json_family<Allocator>& family() const noexcept { return entities_.family(); }
    template <class Construct> const char* make(const component_entry& its, Construct construct, target& to) {
        to.type = its.type.size == 0 ? nullptr : its.its;
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
        if (const char* const twice = make(its, construct, to)) return twice;
        return error;
    }

    std::function<entity(std::string_view)> prefab_of_;
    contents_type& to_;
    const saved_components<Allocator>& those_;
    const json_place& place_;
    json_entities<Allocator> entities_;
    std::vector<unresolved> unresolved_;
    std::vector<instance> instances_;
    json_result result_;
    std::vector<frame> frames_;
    json_values values_;
    std::string text_;
};

} // namespace core
} // namespace throng
