#include "file_types.hpp"

#include "trace/malformed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string_view>

namespace throng::tool {

namespace {

/// A text, a list, or what a component has saved by itself, in the worlds that are made of a file: plain bytes, which
/// are nothing while they are zero. What they refer to stays until the program ends.
struct run {
    std::byte* first;
    std::size_t size;
    std::size_t capacity;
};
run& run_at(void* at) { return *static_cast<run*>(at); }
const run& run_at(const void* at) { return *static_cast<const run*>(at); }

void* zeros(std::size_t bytes) {
    static std::pmr::monotonic_buffer_resource memory;
    return std::memset(memory.allocate(bytes == 0 ? 1 : bytes), 0, bytes);
}
void set_bytes(void* at, const void* from, std::size_t n) {
    run& r = run_at(at);
    r = {static_cast<std::byte*>(zeros(n)), n, n};
    if (n != 0) std::memcpy(r.first, from, n);
}

constexpr core::text_access text_of_run{[](const void* at) -> std::string_view {
                                            return {reinterpret_cast<const char*>(run_at(at).first), run_at(at).size};
                                        },
                                        [](void* at, std::string_view to) { set_bytes(at, to.data(), to.size()); }};
constexpr core::list_access list_of_run{[](const void* at) noexcept { return run_at(at).size; },
                                        [](const void* at) noexcept -> const void* { return run_at(at).first; },
                                        [](const description& type, void* at, std::size_t n) -> void* {
                                            run_at(at) = {static_cast<std::byte*>(zeros(n * type.element->size)), n, n};
                                            return run_at(at).first;
                                        },
                                        [](const description& type, void* at) -> void* {
                                            run& r = run_at(at);
                                            const std::size_t size = type.element->size;
                                            if (r.size == r.capacity) {
                                                const std::size_t more = std::max<std::size_t>(4, 2 * r.capacity);
                                                auto* const made = static_cast<std::byte*>(zeros(more * size));
                                                if (r.size != 0) std::memcpy(made, r.first, r.size * size);
                                                r = {made, r.size, more};
                                            }
                                            return r.first + size * r.size++;
                                        }};
constexpr core::custom_access custom_of_run{
    [](const void* at, byte_writer<>& to) { to.write(run_at(at).first, run_at(at).size); },
    [](byte_reader& from, void* at) {
        const auto bytes = from.get_bytes(from.rest());
        set_bytes(at, bytes.data(), bytes.size());
    }};

description of_run(value_kind kind) {
    description d{.kind = kind, .size = sizeof(run)};
    if (kind == value_kind::text) d.text = &text_of_run;
    else if (kind == value_kind::list) d.list = &list_of_run;
    else d.custom = &custom_of_run;
    return d;
}
[[nodiscard]] std::size_t rounded(std::size_t n, std::size_t alignment) {
    return (n + alignment - 1) / alignment * alignment;
}

} // namespace

void* empty_value(const description& type) { return zeros(type.size); }

bool is_saved_collection(std::span<const std::byte> bytes) {
    constexpr auto& magic = core::saved_collection_magic;
    return bytes.size() >= sizeof(magic) && std::memcmp(bytes.data(), magic, sizeof(magic)) == 0;
}

file_types::file_types(const std::string& file, std::span<const std::byte> bytes) {
    if (is_saved_collection(bytes)) read_collection(file, byte_reader(bytes));
    else read_world(file, byte_reader(bytes));
}

void file_types::read_collection(const std::string& file, byte_reader from) {
    (void)from.get_bytes(sizeof(core::saved_collection_magic) + sizeof(core::saved_form));
    saved types{std::allocator<std::byte>()};
    saved::index i = 0;
    if (const char* const error = types.parse(from, i))
        throw malformed(file, 0, "a description of its elements", error);
    element_ = &keep(lay_out(types, i).type);
}

void file_types::read_world(const std::string& file, byte_reader from) {
    core::saved_start start;
    if (const char* const error = start.read(from)) throw malformed(file, 0, "a saved world", error);
    saved types{std::allocator<std::byte>()};
    for (auto n = from.get<std::uint32_t>(); n != 0; --n) {
        const std::span<const char> text = from.get_text();
        const std::string& name = names_.emplace_back(text.data(), text.size());
        if (!from.good()) throw malformed(file, 0, "descriptions of its components", "its end");
        if (name.empty() || name.find('\0') != std::string::npos)
            throw malformed(file, 0, "components with names", fmt::format("one that is called {}", in_quotes(name)));
        saved::index i = 0;
        if (const char* const error = types.parse(from, i))
            throw malformed(file, 0, fmt::format("what component {} is made of", in_quotes(name)), error);
        const laid_out its = lay_out(types, i);
        components_.push_back({.name = name.c_str(),
                               .size = its.type.size,
                               .alignment = its.alignment,
                               .sparse = its.type.size > 4096,
                               .made_of = &keep(its.type)});
    }
}

void file_types::define_in(world& w) const {
    for (const core::component_type& c : components_) (void)w.define(c);
}

const description& file_types::keep(const description& d) { return descriptions_.emplace_back(d); }

file_types::laid_out file_types::lay_out(const saved& types, saved::index i) {
    const saved::saved_type& t = types[i];
    const auto size = static_cast<std::size_t>(t.size);
    switch (t.kind) {
    case value_kind::structure:
        return lay_out_fields(types, t.first);
    case value_kind::array: {
        const laid_out element = lay_out(types, t.first);
        return {array_of(keep(element.type), static_cast<std::size_t>(t.count)), element.alignment};
    }
    case value_kind::list: {
        description d = of_run(t.kind);
        d.element = &keep(lay_out(types, t.first).type);
        return {d, alignof(run)};
    }
    case value_kind::text:
    case value_kind::custom:
        return {of_run(t.kind), alignof(run)};
    case value_kind::entity:
        return {description_of<entity>(), alignof(entity)};
    case value_kind::bytes:
        return {{.kind = t.kind, .size = size, .is_packed = true}, 1};
    case value_kind::enumeration: {
        auto& names = enumerators_.emplace_back();
        for (std::uint32_t n = 0; n < t.names; ++n) {
            const enumerator its = types.name_of(t, n);
            names.push_back({names_.emplace_back(its.name), its.value});
        }
        return {enumeration_of({}, size, t.is_signed, names), size};
    }
    default:
        return {{.kind = t.kind, .size = size, .is_packed = true}, size};
    }
}

file_types::laid_out file_types::lay_out_fields(const saved& types, saved::index first) {
    auto& fields = fields_.emplace_back();
    std::size_t end = 0;
    std::size_t alignment = 1;
    for (saved::index f = first; f != saved::none; f = types[f].next) {
        const laid_out its = lay_out(types, f);
        const std::size_t offset = rounded(end, its.alignment);
        fields.push_back({.name = names_.emplace_back(types[f].name), .type = &keep(its.type), .offset = offset});
        end = offset + its.type.size;
        alignment = std::max(alignment, its.alignment);
    }
    return {structure_of({}, rounded(end, alignment), fields), alignment};
}

std::string file_types::spelling(const description& d) {
    switch (d.kind) {
    case value_kind::boolean:
        return "bool";
    case value_kind::integer:
        return fmt::format("int{}", d.size * 8);
    case value_kind::natural:
        return fmt::format("uint{}", d.size * 8);
    case value_kind::real:
        return d.size == 4 ? "float" : "double";
    case value_kind::enumeration: {
        std::string names;
        for (const enumerator& e : d.names) names += fmt::format("{}{}", names.empty() ? "" : ", ", e.name);
        return fmt::format("enum({})", names);
    }
    case value_kind::text:
        return "text";
    case value_kind::entity:
        return "entity";
    case value_kind::structure: {
        std::string fields;
        for (const field_description& f : d.fields)
            fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", f.name, spelling(*f.type));
        return '{' + fields + '}';
    }
    case value_kind::array:
        return fmt::format("{}[{}]", spelling(*d.element), d.count);
    case value_kind::list:
        return spelling(*d.element) + "[]";
    case value_kind::bytes:
        return fmt::format("{} bytes", d.size);
    default:
        return "bytes of its own";
    }
}

} // namespace throng::tool
