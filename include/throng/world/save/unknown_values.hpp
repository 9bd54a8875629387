#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/kernel/storage.hpp>
#include <throng/world/restored.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::core {

/// A component of a save that its reader does not know, with its values as bytes.
struct unknown_component {
    struct value {
        entity e;
        std::size_t begin;
        std::size_t end;
    };
    std::string name;
    /// Its description, as in the save.
    std::vector<std::byte> type;
    /// In the order of the entities' indices.
    std::vector<value> values;
    std::vector<std::byte> bytes;
    std::vector<std::byte> single;
    bool has_single = false;

    [[nodiscard]] std::span<const std::byte> bytes_of(const value& v) const noexcept {
        return std::span(bytes).subspan(v.begin, v.end - v.begin);
    }
    /// The values of entities with these indices.
    [[nodiscard]] std::span<const value> between(std::uint32_t first, std::uint32_t last) const noexcept {
        const auto index = [](const value& v) { return v.e.index(); };
        const auto begin = std::ranges::lower_bound(values, first, {}, index);
        return {begin, std::ranges::upper_bound(begin, values.end(), last, {}, index)};
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return name.size() + type.size() + values.size() * sizeof(value) + bytes.size() + single.size();
    }
};

/// Writes unknown components behind those that are known.
struct unknown_writer {
    std::vector<const unknown_component*> those;

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(those.size()); }
    void put_types(byte_writer<>& to) const {
        for (const unknown_component* const c : those) {
            to.put_text(c->name.data(), c->name.size());
            to.write(c->type.data(), c->type.size());
        }
    }
    /// Of the entities of a page that are alive.
    template <class Allocator>
    void put_values(const storage<Allocator>& home, std::uint32_t page, byte_writer<>& to) const {
        for (const unknown_component* const c : those) {
            const auto its = c->between(page * page_slots, page * page_slots + (page_slots - 1));
            word present[page_words] = {};
            word any_there{};
            for (const auto& v : its) {
                if (!home.is_alive(v.e)) continue;
                present[v.e.index() % page_slots / word_bits] |= bit(v.e.index() % word_bits);
                any_there |= bit(0);
            }
            to.put(any(any_there));
            if (!any(any_there)) continue;
            const std::size_t begin = to.bytes().size();
            to.put(std::uint64_t{0});
            for (const word w : present) to.put(bits(w));
            for (const auto& v : its) {
                if (home.is_alive(v.e)) to.write(c->bytes_of(v).data(), v.end - v.begin);
            }
            to.overwrite(begin, to.bytes().size() - begin - sizeof(std::uint64_t));
        }
    }
    /// Gives how many there are. `first` is the number of the first of those.
    std::uint64_t put_singles(std::uint32_t first, byte_writer<>& to) const {
        std::uint64_t n = 0;
        for (std::uint32_t i = 0; i < those.size(); ++i) {
            if (!those[i]->has_single) continue;
            ++n;
            to.put(first + i);
            to.put(static_cast<std::uint64_t>(those[i]->single.size()));
            to.write(those[i]->single.data(), those[i]->single.size());
        }
        return n;
    }
};

/// Takes the components that are not known out of a save.
struct unknown_reader {
    std::vector<unknown_component> all;

    /// Null, or what is wrong; `number` is the component's.
    const char* add(std::string_view name, std::span<const std::byte> type, std::uint32_t& number) {
        for (const unknown_component& c : all) {
            if (c.name == name) return "it is there twice";
        }
        number = static_cast<std::uint32_t>(all.size());
        unknown_component& c = all.emplace_back();
        c.name = name;
        c.type.assign(type.begin(), type.end());
        return nullptr;
    }
    /// The values of a page. Null, or what is wrong, of which entity, and at which byte.
    template <class Types, class Page> const char* read_values(std::uint32_t number, const Types& types,
                                                               typename Types::index type, const Page& page,
                                                               std::span<const std::byte> bytes, restored& result) {
        unknown_component& c = all[number];
        byte_reader from(bytes);
        word present[page_words];
        for (word& w : present) w = word{from.get<std::uint64_t>()};
        const char* error = from.good() ? nullptr : "too short for its values";
        for (unsigned w = 0; error == nullptr && w < page_words; ++w) {
            if (any(present[w] & ~page.alive[w])) error = "an entity that is not alive has it";
            for (word rest = present[w]; error == nullptr && any(rest); rest = without_lowest(rest)) {
                const unsigned s = w * word_bits + lowest(rest);
                const entity e =
                    entity::of_number(std::uint64_t{page.generation(s)} << 32U | (page.number * page_slots + s));
                const std::size_t at = from.position();
                error = types.read(type, from, nullptr, result.path);
                if (error == nullptr && !from.good()) error = "too short for its values";
                if (error != nullptr) result.entity = e;
                else put(c, e, bytes.subspan(at, from.position() - at));
            }
        }
        if (error == nullptr && from.rest() != 0) error = "it has more bytes than its values take";
        result.position = error == nullptr ? result.position : from.position();
        return error;
    }
    template <class Types> const char* read_single(std::uint32_t number, const Types& types, typename Types::index type,
                                                   std::span<const std::byte> bytes, restored& result) {
        byte_reader from(bytes);
        const char* error = types.read(type, from, nullptr, result.path);
        if (error == nullptr && !from.good()) error = "too short for its values";
        if (error == nullptr && from.rest() != 0) error = "it has more bytes than its value takes";
        all[number].single.assign(bytes.begin(), bytes.end());
        all[number].has_single = true;
        return error;
    }

  private:
    static void put(unknown_component& c, entity e, std::span<const std::byte> its) {
        const std::size_t begin = c.bytes.size();
        c.bytes.insert(c.bytes.end(), its.begin(), its.end());
        c.values.push_back({e, begin, c.bytes.size()});
    }
};

} // namespace throng::core
