#pragma once

#include <throng/extra/json_result.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/save/saved_type.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// Reads a text into a value, by its description. The parser calls it. `Root` has the value: `root.type()` is its
/// description, that of a structure, `root.value()` its memory; `root.check(key)` is called after each field of it has
/// been read, and returns null or an error. Fields that are missing are noted below the field `root.noted` only.
template <class Root> class json_value_reader {
  public:
    json_value_reader(Root& root, const json_place& place) : root_(root), place_(place) {}

    json_result& result() noexcept { return result_; }
    bool fail_at(std::string pointer, const json_place& where, std::string why) {
        result_.error = std::move(why);
        result_.pointer = std::move(pointer);
        result_.line = where.line;
        result_.column = where.column;
        return false;
    }

    // --- called by the parser ----------------------------------------------------------------------------------------

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
    enum class part : std::uint8_t { structure, elements, bytes_of_text, past };
    struct frame {
        part where;
        bool is_array;
        const description* type = nullptr;
        void* at = nullptr;
        std::uint64_t index = 0;
        json_seen seen = {};
        std::string key = {};
    };
    struct target {
        const description* type = nullptr;
        void* at = nullptr;
    };

    bool fail(std::string why) { return fail_at(pointer(), place_, std::move(why)); }
    [[nodiscard]] std::string pointer() const {
        std::string text;
        for (const frame& f : frames_) add_json_key(text, f.is_array ? std::to_string(f.index) : f.key);
        return text;
    }
    void note(std::vector<std::string>& where, std::string_view below = {}) {
        if (where.size() == 16) return;
        std::string text = pointer();
        if (!below.empty()) {
            text.resize(text.rfind('/'));
            add_json_key(text, below);
        }
        where.push_back(std::move(text));
    }

    bool take_number(const any_number& n) {
        // (The parser has also read the character after a number.)
        if (take({json_scalar::sort::number, n})) return true;
        result_.line = place_.line_before;
        result_.column = place_.column_before;
        return false;
    }
    bool take(const json_scalar& s) {
        if (frames_.empty()) return fail("an object is wanted");
        if (const char* const error = take(frames_.back(), s)) return fail(error);
        return passed();
    }
    const char* take(frame& top, const json_scalar& s) {
        if (top.where == part::past) return nullptr;
        if (top.where == part::bytes_of_text) {
            if (!s.is_up_to(255)) return "a number from 0 to 255 is wanted";
            text_ += static_cast<char>(static_cast<unsigned char>(s.number.bits));
            return nullptr;
        }
        target to;
        if (const char* const error = aim(top, to)) return error;
        return to.type == nullptr ? nullptr : values_.store(*to.type, to.at, s);
    }
    /// A value has been read.
    bool passed() {
        if (frames_.empty()) return true;
        frame& top = frames_.back();
        if (frames_.size() == 1) {
            if (const char* const error = root_.check(top.key)) return fail(error);
        }
        ++top.index;
        return true;
    }

    bool begin(bool is_array) {
        frame f{part::past, is_array};
        if (frames_.empty()) {
            if (is_array) return fail("an object is wanted");
            f.where = part::structure;
            f.type = &root_.type();
            f.at = root_.value();
        } else if (const char* const error = begin(frames_.back(), f)) {
            return fail(error);
        }
        frames_.push_back(std::move(f));
        return true;
    }
    const char* begin(frame& top, frame& f) {
        if (top.where == part::past) return nullptr;
        if (top.where == part::bytes_of_text) return "a number from 0 to 255 is wanted";
        target to;
        if (const char* const error = aim(top, to)) return error;
        if (to.type == nullptr) return nullptr;
        f.type = to.type;
        f.at = to.at;
        switch (to.type->kind) {
        case value_kind::structure:
            f.where = part::structure;
            return f.is_array ? "an object is wanted" : nullptr;
        case value_kind::list:
            (void)to.type->list->resize(*to.type, to.at, 0);
            [[fallthrough]];
        case value_kind::array:
            f.where = part::elements;
            return f.is_array ? nullptr : "an array is wanted";
        case value_kind::text:
            text_.clear();
            f.where = part::bytes_of_text;
            return f.is_array ? nullptr : "a text is wanted";
        default:
            return values_.store(*to.type, to.at, {});
        }
    }
    bool end() {
        frame& f = frames_.back();
        const bool is_noted = frames_.size() > 1 && frames_.front().key == root_.noted;
        if (f.where == part::structure && is_noted) {
            for (std::size_t i = 0; i < f.type->fields.size(); ++i) {
                if (!f.seen.has(i)) note_missing(f.type->fields[i].name);
            }
        } else if (f.where == part::elements && f.type->kind == value_kind::array && is_noted) {
            for (; f.index < f.type->count && result_.missing.size() < 16; ++f.index) note(result_.missing);
        } else if (f.where == part::bytes_of_text) {
            f.type->text->set(f.at, text_);
        }
        frames_.pop_back();
        return passed();
    }
    void note_missing(std::string_view field) { note(result_.missing, field); }

    /// Where the next value goes in the object or array.
    const char* aim(frame& top, target& to) {
        if (top.where == part::structure) {
            const field_description* const field = find_field(*top.type, top.key);
            if (field == nullptr) return note(result_.unknown), nullptr;
            const auto i = static_cast<std::size_t>(field - top.type->fields.data());
            if (!top.seen.is_first(i)) return "it is there twice";
            to = {field->type, static_cast<std::byte*>(top.at) + field->offset};
            return nullptr;
        }
        const description& element = *top.type->element;
        if (top.type->kind == value_kind::list) to = {&element, top.type->list->add(*top.type, top.at)};
        else if (top.index == top.type->count) return "there is not so much room";
        else to = {&element, static_cast<std::byte*>(top.at) + top.index * element.size};
        return nullptr;
    }

    Root& root_;
    const json_place& place_;
    json_result result_;
    std::vector<frame> frames_;
    json_values values_;
    std::string text_;
};

} // namespace throng::core
