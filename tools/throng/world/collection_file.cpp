#include "collection_file.hpp"

#include <throng/extra/json_collection_reader.hpp>
#include <throng/extra/json_collection_writer.hpp>

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace throng::tool {

namespace {

/// Memory for an element, again and again.
class element_memory final : public core::json_element {
  public:
    explicit element_memory(const description& type) : core::json_element(type), at_(empty_value(type)) {}
    void* make() override { return std::memset(at_, 0, type().size); }

  private:
    void* at_;
};

std::string_view meaning_of(core::saved_form form) {
    switch (form) {
    case core::saved_form::row:
        return "elements in a row (list, bag, entity_list, ...)";
    case core::saved_form::slots:
        return "elements in slots (pool)";
    case core::saved_form::branches:
        return "nodes of a tree";
    default:
        return "values without handles (ordered_set, ...)";
    }
}

void write(const std::string& file, core::json_collection_writer& writer) {
    if (const char* const error = writer.write()) throw std::runtime_error(fmt::format("{}: {}", file, error));
}

void put_row(std::string& to, std::string_view what, std::string_view value) {
    fmt::format_to(std::back_inserter(to), "  {:<28} {}\n", what, value);
}

} // namespace

std::string describe_collection(const std::string& file, std::span<const std::byte> bytes, const file_types& types) {
    std::ostream nowhere(nullptr);
    element_memory element(*types.element());
    core::json_collection_writer writer(bytes, element, nowhere);
    write(file, writer);
    std::string out = file + '\n';
    put_row(out, "form", fmt::format("saved collection, version 1, {} bytes", bytes.size()));
    put_row(out, "kind", meaning_of(writer.form()));
    put_row(out, "elements", fmt::format("{}: {}", writer.elements(), file_types::spelling(element.type())));
    put_row(out, "subsets", fmt::format("{}", writer.subsets()));
    return out;
}

std::string collection_as_json(const std::string& file, std::span<const std::byte> bytes, const file_types& types) {
    std::ostringstream text;
    element_memory element(*types.element());
    core::json_collection_writer writer(bytes, element, text);
    write(file, writer);
    return std::move(text).str();
}

json_result collection_of_json(std::streambuf& from, std::span<const std::byte> like, const file_types& types,
                               std::string& bytes) {
    byte_reader start(like);
    (void)start.get_bytes(sizeof(core::saved_collection_magic));
    element_memory element(*types.element());
    core::json_collection_reader reader(start.get<core::saved_form>(), element);
    const auto made = reader.read(from);
    bytes.assign(reinterpret_cast<const char*>(made.data()), made.size());
    return std::move(reader.result());
}

} // namespace throng::tool
