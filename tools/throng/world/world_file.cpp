#include "world_file.hpp"

#include "collection_file.hpp"
#include "file_types.hpp"
#include "json_survey.hpp"
#include "trace/byte_source.hpp"
#include "trace/malformed.hpp"

#include <throng/extra/json.hpp>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

constexpr std::string_view begins_save(core::saved_magic, sizeof("throng world ") - 1);
constexpr std::string_view begins_collection(core::saved_collection_magic, sizeof("throng collection ") - 1);

bool begins_as_saved(std::string_view text) {
    return text.starts_with(begins_save) || text.starts_with(begins_collection);
}

/// A file as a stream. What cannot be read is thrown as `malformed`.
class stream_of_file : public std::streambuf {
  public:
    explicit stream_of_file(const std::string& file) : source_(open_file(file)) {}

  protected:
    int_type underflow() override {
        const std::size_t n = source_->read(buffer_, 0);
        setg(buffer_.data(), buffer_.data(), buffer_.data() + n);
        return n == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_[0]);
    }

  private:
    std::unique_ptr<byte_source> source_;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
};

/// All of a file, if it begins as a saved world or collection does: else nothing more than its beginning is read.
std::vector<std::byte> read_save(const std::string& file) {
    std::vector<std::byte> bytes;
    std::array<char, 1U << 16> some{};
    const auto source = open_file(file);
    while (const std::size_t n = source->read(some, 0)) {
        const auto* const first = reinterpret_cast<const std::byte*>(some.data());
        bytes.insert(bytes.end(), first, first + n);
        if (bytes.size() >= begins_collection.size() &&
            !begins_as_saved({reinterpret_cast<const char*>(bytes.data()), begins_collection.size()}))
            break;
    }
    if (bytes.empty()) throw malformed(file, 0, "a saved world or collection", "an empty file");
    return bytes;
}

/// The first characters of a file that are no white space, and not the mark of UTF-8.
std::string beginning(const std::string& file) {
    std::array<char, 4096> some{};
    std::string_view text(some.data(), open_file(file)->read(some, 0));
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return std::string(text.substr(at == std::string_view::npos ? text.size() : at));
}
bool is_save(const std::string& file) { return begins_as_saved(beginning(file)); }

[[noreturn]] void fail(const std::string& file, std::size_t line, std::size_t column, std::string_view pointer,
                       std::string_view error) {
    throw std::runtime_error(
        fmt::format("{}:{}:{}: {}{}{}", file, line, column, pointer, pointer.empty() ? "" : ": ", error));
}
void require(const std::string& file, const restored& r) {
    if (r) return;
    std::string where = fmt::format("byte {}", r.position);
    if (!r.component.empty()) where += fmt::format(", component {}", in_quotes(r.component));
    if (!r.field().empty()) where += fmt::format(", field {}", in_quotes(r.field()));
    if (r.entity) where += fmt::format(", entity {}:{}", r.entity.index(), r.entity.generation());
    throw std::runtime_error(fmt::format("{}: {}: {}", file, where, r.error));
}

/// The bytes of a saved world or collection, and the types of its components or elements.
struct saved_file {
    explicit saved_file(const std::string& file) : bytes(checked(file)), types(file, bytes) {}

    std::vector<std::byte> bytes;
    file_types types;

  private:
    static std::vector<std::byte> checked(const std::string& file) {
        std::vector<std::byte> all = read_save(file);
        require(file, is_saved_collection(all) ? core::check_sum_of(all) : core::check_saved(all));
        return all;
    }
};

void put_row(std::string& to, std::string_view what, std::string_view value) {
    fmt::format_to(std::back_inserter(to), "  {:<28} {}\n", what, value);
}
std::string entities_of(std::size_t n, bool is_singleton) {
    std::string text;
    if (n != 0 || !is_singleton) text = fmt::format("{} {}", n, n == 1 ? "entity" : "entities");
    if (is_singleton) text += text.empty() ? "singleton" : ", singleton";
    return text;
}

std::string describe_save(const std::string& file) {
    const saved_file saved(file);
    if (saved.types.element() != nullptr) return describe_collection(file, saved.bytes, saved.types);
    byte_reader from(saved.bytes);
    core::saved_start start;
    (void)start.read(from);
    world w;
    saved.types.define_in(w);
    require(file, restore(w, saved.bytes, components<>));
    std::string out = file + '\n';
    put_row(out, "form", fmt::format("saved world, version {}, {} bytes", start.version, saved.bytes.size()));
    put_row(out, "entities", fmt::format("{}, on {} pages", w.size(), w.storage().page_count()));
    w.each_component([&](world::component_type c) {
        const std::size_t n = w.query<>(c.present()).count();
        put_row(out, c.name(),
                fmt::format("{}: {}", entities_of(n, w.singleton(c) != nullptr),
                            c.size() == 0 ? "tag" : file_types::spelling(*c.description())));
    });
    return out;
}

std::string spelling_of(const json_survey::component& c) {
    if (c.sort == "true") return "tag";
    if (c.sort != "object") return c.sort;
    std::string fields;
    for (const auto& [field, its] : c.fields) fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", field, its);
    return '{' + fields + '}';
}

std::string describe_json(const std::string& file) {
    stream_of_file from(file);
    json_survey seen;
    core::json_place place;
    if (!nlohmann::json::sax_parse(core::json_characters(from, place), core::json_characters(), &seen,
                                   nlohmann::json::input_format_t::json, true, true))
        fail(file, place.line, place.column, {}, seen.error);
    std::string out = file + '\n';
    put_row(out, "form", "JSON");
    if (!seen.collection.empty()) {
        put_row(out, "kind", fmt::format("collection, {}", seen.collection));
        put_row(out, "elements", fmt::format("{}: {}", seen.element.entities, spelling_of(seen.element)));
        return out;
    }
    put_row(out, "entities", fmt::format("{}, on {} pages", seen.entities, seen.pages));
    for (const auto& [name, c] : seen.components) {
        put_row(out, name, fmt::format("{}: {}", entities_of(c.entities, c.is_singleton), spelling_of(c)));
    }
    return out;
}

std::string written(const world& w, const std::string& to) {
    if (to.ends_with(".json")) {
        std::ostringstream text;
        write_json(w, text, components<>);
        return std::move(text).str();
    }
    byte_writer<> bytes;
    save(w, bytes, components<>);
    return {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.bytes().size()};
}

} // namespace

bool is_world(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return false;
    try {
        const std::string begin = beginning(file);
        return begins_as_saved(begin) || begin.starts_with('{') || begin.starts_with('/');
    } catch (const malformed&) {
        return false; // (It is told where it is read.)
    }
}

std::string describe_world(const std::string& file) {
    return is_save(file) ? describe_save(file) : describe_json(file);
}

converted convert_world(const std::string& from, const std::string& to, const std::string& types) {
    if (!to.ends_with(".json") && !to.ends_with(".save"))
        throw std::runtime_error(fmt::format("{}: expected a name that ends in .json or .save", to));
    const std::string begin = beginning(from);
    const bool from_save = begins_as_saved(begin);
    if (!from_save && !begin.starts_with('{') && !begin.starts_with('/'))
        throw malformed(from, 1, "a world or collection, saved or in JSON",
                        begin.empty() ? "nothing" : in_quotes(std::string_view(begin).substr(0, begin.find('\n'))));
    if (from_save && !types.empty())
        throw std::runtime_error(
            fmt::format("--types: {} is saved, and has the types of its components or elements", from));
    if (!from_save && types.empty())
        throw std::runtime_error(
            fmt::format("{}: JSON does not say what components are made of: expected --types SAVE, "
                        "a saved world or collection of the same game",
                        from));
    const saved_file saved(from_save ? from : types);
    converted result;
    const bool is_collection = saved.types.element() != nullptr;
    world w;
    saved.types.define_in(w);
    if (!from_save) {
        stream_of_file text(from);
        const json_result r = is_collection ? collection_of_json(text, saved.bytes, saved.types, result.bytes)
                                            : read_json(w, text, components<>);
        if (!r) fail(from, r.line, r.column, r.pointer, r.error);
        // (What would be lost is no conversion.)
        if (!r.unknown.empty())
            throw std::runtime_error(
                fmt::format("{}: {}: there is no such component or field in {}", from, r.unknown.front(), types));
        for (const std::string& missing : r.missing)
            result.remarks += fmt::format("{}: {}: nothing is said of it: it is zero or empty\n", from, missing);
    } else if (!is_collection) {
        require(from, restore(w, saved.bytes, components<>));
    }
    if (is_collection) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(result.bytes.data());
        const std::span<const std::byte> all =
            from_save ? std::span(saved.bytes) : std::span(bytes, result.bytes.size());
        // (It is also read through where it is not wanted as text: what is damaged is not written.)
        std::string text = collection_as_json(from, all, saved.types);
        if (to.ends_with(".json")) result.bytes = std::move(text);
        else if (from_save) result.bytes.assign(reinterpret_cast<const char*>(all.data()), all.size());
        return result;
    }
    result.bytes = written(w, to);
    return result;
}

} // namespace throng::tool
