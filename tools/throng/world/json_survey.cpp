#include "json_survey.hpp"

#include <cstring>

namespace throng::tool {

bool json_survey::take(const char* sort) {
    const std::size_t depth = keys_.size();
    if (depth == 0) {
        if (std::strcmp(sort, "object") == 0) return true;
        error = "an object is wanted";
        return false;
    }
    // (An array's elements have no key.)
    if (depth == 2 && keys_[0] == "pages") ++pages;
    if (depth == 2 && keys_[0] == "entities") ++entities;
    const bool is_singleton = keys_[0] == "singletons";
    const std::size_t at = is_singleton ? 1 : 2;
    if ((!is_singleton && keys_[0] != "entities") || depth <= at) return true;
    if (!is_singleton && keys_[at] == "id") return true;
    component& c = components[keys_[at]];
    if (depth == at + 1) {
        if (is_singleton) c.is_singleton = true;
        else ++c.entities;
        c.sort = sort;
    } else if (depth == at + 2 && !keys_[at + 1].empty()) {
        c.fields[keys_[at + 1]] = std::strcmp(sort, "true") == 0 ? "bool" : sort;
    }
    return true;
}

bool json_survey::begin(const char* sort) {
    if (!take(sort)) return false;
    keys_.emplace_back();
    return true;
}

bool json_survey::end() {
    keys_.pop_back();
    return true;
}

} // namespace throng::tool
