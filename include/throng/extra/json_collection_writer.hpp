#pragma once

#include <throng/extra/json_element.hpp>
#include <throng/extra/json_writer.hpp>
#include <throng/world/save_collection.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Collections as text, from the bytes of `throng::save` and back to them: the same code serves collections of any
/// type, and files of which only the bytes are known.
namespace throng::core {

/// The parts of a saved collection other than its elements. Slots and places are numbered from 0 on, entries of the
/// table of handles from 1 on, as in the bytes.
struct json_collection_handles {
    bool in_use = false;
    std::uint32_t first = 1;
    /// Of slots.
    std::uint32_t last_used = 0;
    /// Of a table.
    std::uint32_t first_generation = 1;
    std::uint32_t unused_generation = 1;
    /// Of each slot, or of each entry of the table.
    std::vector<std::uint32_t> generations;
    /// The entry of each element.
    std::vector<std::uint32_t> entries;
    /// Slots without an element, or free entries in the order in which they will be used.
    std::vector<std::uint32_t> free;
};
struct json_collection_subset {
    std::uint64_t made = 0;
    std::vector<std::uint32_t> members;
};
struct json_collection_link {
    std::uint32_t node = 0;
    std::uint32_t parent = 0;
    std::uint32_t next = 0;
};
struct json_collection_parts {
    std::uint32_t throng = 0;
    saved_form collection = saved_form::row;
    std::uint64_t waiting = 0;
    json_collection_handles handles;
    std::vector<json_collection_subset> subsets;
    bool expired = false;
    std::vector<json_collection_link> links;
};

/// The bytes of a saved collection behind its type, piece by piece.
class json_collection_writer {
  public:
    json_collection_writer(std::span<const std::byte> bytes, json_element& element, std::ostream& to)
        : from_(bytes), element_(element), to_(to) {}

    /// Null, or what is wrong with the bytes; they are all of a saved collection.
    const char* write() {
        (void)from_.get_bytes(sizeof(saved_collection_magic));
        form_ = from_.get<saved_form>();
        field_path path;
        if (const char* const error = types_.parse(from_, type_)) return error;
        if (const char* const error = types_.aim(type_, element_.type(), path)) return error;
        to_.put("{\n\"throng\": 1,\n\"collection\": ");
        to_.put_value(description_of<saved_form>(), &form_);
        if (const char* const error = form_ == saved_form::values ? write_values() : write_image()) return error;
        to_.put("\n}\n");
        to_.flush();
        return from_.good() && from_.rest() == saved_sum_bytes ? nullptr : damaged;
    }

    // Afterwards.
    [[nodiscard]] saved_form form() const noexcept { return form_; }
    [[nodiscard]] std::uint64_t elements() const noexcept { return elements_; }
    [[nodiscard]] std::uint32_t subsets() const noexcept { return subsets_; }

  private:
    static constexpr const char* damaged = "its bytes are damaged";

    const char* write_values() {
        const auto n = from_.get<std::uint64_t>();
        return write_elements(n);
    }
    const char* write_elements(std::uint64_t n) {
        to_.put(",\n\"elements\": [");
        elements_ = n;
        if (types_[type_].least == 0 || n > from_.rest() / types_[type_].least) return damaged;
        field_path path;
        for (std::uint64_t i = 0; i < n; ++i) {
            void* const value = element_.make();
            if (const char* const error = types_.read(type_, from_, value, path)) return error;
            to_.put(i == 0 ? "\n" : ",\n");
            to_.put_value(element_.type(), value);
        }
        to_.put("]");
        return nullptr;
    }
    const char* write_image() {
        const auto places = from_.get<std::uint64_t>();
        const auto waiting = from_.get<std::uint64_t>();
        if (!from_.good() || places > from_.rest()) return damaged;
        if (waiting != 0) {
            to_.put(",\n\"waiting\": ");
            to_.put_number(waiting);
        }
        std::uint64_t live = places;
        if (form_ == saved_form::row) write_table(places);
        else live -= write_slots(places);
        if (!from_.good()) return damaged;
        if (const char* const error = write_elements(live)) return error;
        write_subsets(places);
        if (form_ == saved_form::branches) write_links(live);
        return from_.good() ? nullptr : damaged;
    }
    void write_table(std::uint64_t places) {
        json_collection_handles h;
        h.in_use = from_.get<std::uint8_t>() != 0;
        h.first = from_.get<std::uint32_t>();
        if (!h.in_use && h.first == 1) return;
        to_.put(",\n\"handles\": {");
        put_field("", "in_use", h.in_use);
        put_field(",", "first", h.first);
        if (h.in_use) {
            put_field(",", "first_generation", from_.get<std::uint32_t>());
            put_field(",", "unused_generation", from_.get<std::uint32_t>());
            put_list("generations", from_.get<std::uint32_t>());
            put_list("entries", places);
            to_.put(",\n\"free\": [");
            const char* before = "";
            for (auto free = from_.get<std::uint32_t>(); free != 0; free = from_.get<std::uint32_t>()) {
                to_.put(std::exchange(before, ","));
                to_.put_number(free);
            }
            to_.put("]");
        }
        to_.put("}");
    }
    /// The number of slots without elements.
    std::uint64_t write_slots(std::uint64_t places) {
        to_.put(",\n\"handles\": {");
        put_field("", "in_use", from_.get<std::uint8_t>() != 0);
        put_field(",", "first", from_.get<std::uint32_t>());
        put_field(",", "last_used", from_.get<std::uint32_t>());
        put_list("generations", places);
        const std::uint64_t free = put_bits("free", places, false);
        to_.put("}");
        return free;
    }
    void write_subsets(std::uint64_t places) {
        auto n = subsets_ = from_.get<std::uint32_t>();
        if (n == 0) return;
        to_.put(",\n\"subsets\": [");
        for (const char* before = "\n"; n != 0 && from_.good(); --n) {
            to_.put(std::exchange(before, ",\n"));
            to_.put("{");
            put_field("", "made", from_.get<std::uint64_t>());
            put_bits("members", places, true);
            to_.put("}");
        }
        to_.put("]");
    }
    void write_links(std::uint64_t n) {
        to_.put(",\n\"expired\": ");
        to_.put(from_.get<std::uint8_t>() != 0 ? "true" : "false");
        to_.put(",\n\"links\": [");
        for (std::uint64_t i = 0; i < n && from_.good(); ++i) {
            to_.put(i == 0 ? "\n{" : ",\n{");
            put_field("", "node", from_.get<std::uint32_t>());
            put_field(",", "parent", from_.get<std::uint32_t>());
            put_field(",", "next", from_.get<std::uint32_t>());
            to_.put("}");
        }
        to_.put("]");
    }
    template <class Value> void put_field(const char* before, std::string_view name, Value value) {
        to_.put(before);
        to_.put_text(name);
        to_.put(":");
        if constexpr (std::is_same_v<Value, bool>) to_.put(value ? "true" : "false");
        else to_.put_number(value);
    }
    void put_list(std::string_view name, std::uint64_t n) {
        to_.put(",\n");
        to_.put_text(name);
        to_.put(": [");
        for (std::uint64_t i = 0; i < n && from_.good(); ++i) {
            if (i != 0) to_.put(",");
            to_.put_number(from_.get<std::uint32_t>());
        }
        to_.put("]");
    }
    /// The numbers of the bits that are so; how many.
    std::uint64_t put_bits(std::string_view name, std::uint64_t n, bool are_set) {
        to_.put(",\n");
        to_.put_text(name);
        to_.put(": [");
        std::uint64_t all = 0;
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < n && from_.good(); ++i) {
            if (i % 64 == 0) all = from_.get<std::uint64_t>();
            if ((all >> i % 64 & 1U) != std::uint64_t{are_set}) continue;
            if (count++ != 0) to_.put(",");
            to_.put_number(i);
        }
        to_.put("]");
        return count;
    }

    byte_reader from_;
    json_element& element_;
    json_writer to_;
    saved_form form_{};
    std::uint64_t elements_ = 0;
    std::uint32_t subsets_ = 0;
    saved_types<std::allocator<std::byte>> types_{std::allocator<std::byte>()};
    typename saved_types<std::allocator<std::byte>>::index type_ = 0;
};

} // namespace throng::core
