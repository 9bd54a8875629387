#pragma once

#include <throng/extra/json_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace throng::tool {

/// What can be said of a world or a collection in JSON without knowing what its components are made of. The parser
/// tells it.
class json_survey {
  public:
    struct component {
        std::size_t entities = 0;
        bool is_singleton = false;
        /// The sorts of its values, or of its fields', by their names.
        std::map<std::string, std::string> fields;
        std::string sort;
    };
    std::size_t entities = 0;
    std::size_t pages = 0;
    std::map<std::string, component> components;
    /// The form of a collection, and its elements; empty of a world.
    std::string collection;
    component element;
    /// Empty if all is well.
    std::string error;

    using json = nlohmann::json;
    bool null() { return take("null"); }
    bool boolean(bool value) { return take(value ? "true" : "bool"); }
    bool number_integer(json::number_integer_t) { return take("number"); }
    bool number_unsigned(json::number_unsigned_t) { return take("number"); }
    bool number_float(json::number_float_t, const std::string&) { return take("number"); }
    bool string(std::string& value) {
        if (frames_.size() == 1 && frames_.back().key == "collection") collection = value;
        return take("text");
    }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return begin("object"); }
    bool start_array(std::size_t) { return begin("array"); }
    bool key(std::string& name) {
        frames_.back().key = name;
        return true;
    }
    bool end_object() { return end(); }
    bool end_array() { return end(); }
    template <class Exception> bool parse_error(std::size_t, const std::string&, const Exception& e) {
        error = core::json_syntax_error(e.what());
        return false;
    }

  private:
    enum class part : std::uint8_t { root, pages, singletons, entities, entity, elements, component, past };
    struct frame {
        part where;
        std::string key;
        component* its = nullptr;
    };
    bool take(const char* sort);
    bool begin(const char* sort);
    bool end();

    /// Objects and arrays that are open.
    std::vector<frame> frames_;
};

} // namespace throng::tool
