#include "json_survey.hpp"

#include <cstring>
#include <utility>

namespace throng::tool {

bool json_survey::take(const char* sort) {
    if (frames_.empty()) {
        if (std::strcmp(sort, "object") == 0) return true;
        error = "an object is wanted";
        return false;
    }
    frame& top = frames_.back();
    top.its = nullptr;
    switch (top.where) {
    case part::pages:
        ++pages;
        break;
    case part::entities:
        ++entities;
        break;
    case part::elements:
        top.its = &element;
        ++element.entities;
        element.sort = std::strcmp(sort, "true") == 0 ? "bool" : sort;
        break;
    case part::entity:
    case part::singletons:
        // (As in the library: the words of its own, unless they are components.)
        if (top.where == part::entity &&
            (top.key == "id" || (top.key == "children" && std::strcmp(sort, "array") == 0)))
            break;
        top.its = &components[top.key];
        if (top.where == part::entity) ++top.its->entities;
        else top.its->is_singleton = true;
        top.its->sort = sort;
        break;
    case part::component:
        frames_[frames_.size() - 2].its->fields[top.key] = std::strcmp(sort, "true") == 0 ? "bool" : sort;
        break;
    default:
        break;
    }
    return true;
}

bool json_survey::begin(const char* sort) {
    if (!take(sort)) return false;
    const bool is_array = std::strcmp(sort, "array") == 0;
    part where = part::past;
    if (frames_.empty()) {
        where = part::root;
    } else {
        const frame& top = frames_.back();
        if (top.where == part::root && top.key == "singletons") where = part::singletons;
        if (top.where == part::root && is_array && top.key == "entities") where = part::entities;
        if (top.where == part::root && is_array && top.key == "pages") where = part::pages;
        if (top.where == part::root && is_array && top.key == "elements") where = part::elements;
        if (top.where == part::entities && !is_array) where = part::entity;
        if (top.its != nullptr && !is_array) where = part::component;
        else if (top.where == part::entity && is_array && top.key == "children") where = part::entities;
    }
    frames_.push_back({where, {}});
    return true;
}

bool json_survey::end() {
    frames_.pop_back();
    return true;
}

} // namespace throng::tool
