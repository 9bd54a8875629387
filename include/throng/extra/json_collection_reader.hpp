#pragma once

#include <throng/extra/json_collection_writer.hpp>
#include <throng/extra/json_value_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// A text becomes the bytes of a saved collection. Each element is written into them when the next one begins, so that
/// there is one of them in memory.
class json_collection_reader {
  public:
    static constexpr std::string_view noted = "elements";

    json_collection_reader(saved_form form, json_element& element) : form_(form), element_(element) {
        const description& parts = description_of<json_collection_parts>();
        fields_.assign(parts.fields.begin(), parts.fields.end());
        list_.kind = value_kind::list;
        list_.size = sizeof(element_list);
        list_.element = &element.type();
        static constexpr list_access access{
            [](const void* at) noexcept { return static_cast<const element_list*>(at)->home->lines_.size(); },
            [](const void*) noexcept -> const void* { return nullptr; },
            [](const description&, void*, std::size_t) -> void* { return nullptr; },
            [](const description&, void* at) { return static_cast<element_list*>(at)->home->add_element(); }};
        list_.list = &access;
        const auto offset =
            reinterpret_cast<std::byte*>(&contents_.elements) - reinterpret_cast<std::byte*>(&contents_);
        fields_.push_back({.name = noted, .type = &list_, .offset = static_cast<std::size_t>(offset)});
        type_ = structure_of({}, sizeof(contents_), fields_);
        contents_.elements.home = this;
    }
    json_collection_reader(const json_collection_reader&) = delete;
    json_collection_reader& operator=(const json_collection_reader&) = delete;
    ~json_collection_reader() = default;

    /// The bytes of the collection; empty if the text cannot be read.
    std::span<const std::byte> read(std::streambuf& from) {
        json_value_reader<json_collection_reader> reader(*this, place_);
        const bool is_read = nlohmann::json::sax_parse(json_characters(from, place_), json_characters(), &reader,
                                                       nlohmann::json::input_format_t::json, true, true) &&
                             finish(reader);
        result_ = std::move(reader.result());
        return is_read ? std::span<const std::byte>(bytes_.bytes()) : std::span<const std::byte>();
    }
    [[nodiscard]] json_result& result() noexcept { return result_; }
    /// The bytes cannot be restored.
    void fail(const restored& why, bool is_of_text) {
        result_.error = why.error;
        if (!is_of_text) return;
        std::string_view field = why.field();
        if (field.starts_with('[')) return fail_in_element(field);
        const section* its = nullptr;
        for (const section& s : sections_) {
            if (s.begin < why.position) its = &s;
        }
        if (its != nullptr) set_place('/' + std::string(its->key), place_of(its->key));
    }

    // --- what the reader of values asks for --------------------------------------------------------------------------

    [[nodiscard]] const description& type() const noexcept { return type_; }
    [[nodiscard]] void* value() noexcept { return &contents_; }
    const char* check(std::string_view key) {
        keys_.push_back({std::string(key), place_});
        if (key == "throng" && contents_.parts.throng != 1) return "it is of a version that is not known";
        if (key == "collection" && contents_.parts.collection != form_) return "saved by a collection of another kind";
        return nullptr;
    }

  private:
    /// A list, for the reader of values.
    struct element_list {
        json_collection_reader* home = nullptr;
    };
    struct contents {
        json_collection_parts parts;
        element_list elements;
    };
    struct known_key {
        std::string key;
        json_place place;
    };
    struct section {
        std::size_t begin;
        std::string_view key;
    };
    struct line {
        std::uint32_t line;
        std::uint32_t column;
    };
    using words = std::vector<std::uint64_t>;

    void* add_element() {
        end_element();
        lines_.push_back({static_cast<std::uint32_t>(place_.line), static_cast<std::uint32_t>(place_.column)});
        return pending_ = element_.make();
    }
    void end_element() {
        if (pending_ != nullptr) write_value(element_.type(), pending_, values_);
        pending_ = nullptr;
    }
    [[nodiscard]] bool has(std::string_view key) const {
        return std::ranges::any_of(keys_, [key](const known_key& k) { return k.key == key; });
    }
    [[nodiscard]] json_place place_of(std::string_view key) const {
        for (const known_key& k : keys_) {
            if (k.key == key) return k.place;
        }
        return place_;
    }
    void set_place(std::string pointer, const json_place& at) {
        result_.pointer = std::move(pointer);
        result_.line = at.line;
        result_.column = at.column;
    }
    /// The field is as "[3].post.x": a slot, or the place of an element, and what is in it.
    void fail_in_element(std::string_view field) {
        std::size_t place = 0;
        std::size_t at = 1;
        for (; at < field.size() && field[at] != ']'; ++at)
            place = 10 * place + static_cast<std::size_t>(field[at] - '0');
        std::size_t i = place;
        if (form_ == saved_form::slots || form_ == saved_form::branches) {
            for (const std::uint32_t free : contents_.parts.handles.free) i -= free < place ? 1U : 0U;
        }
        std::string pointer = "/elements/" + std::to_string(i);
        for (const char c : field.substr(std::min(at + 1, field.size()))) {
            if (c == '.' || c == '[') pointer += '/';
            else if (c != ']') pointer += c;
        }
        json_place where;
        if (i < lines_.size()) where.line = lines_[i].line, where.column = lines_[i].column;
        set_place(std::move(pointer), where);
    }

    bool finish(json_value_reader<json_collection_reader>& reader) {
        end_element();
        const json_collection_parts& its = contents_.parts;
        const auto fail = [&](std::string_view key, std::string why) {
            return reader.fail_at(key.empty() ? std::string() : '/' + std::string(key), place_of(key), std::move(why));
        };
        if (!has("throng") || !has("collection"))
            return fail({}, R"(a collection is wanted, with "throng": 1 and "collection": "row" or another form)");
        bytes_.write(saved_collection_magic, sizeof(saved_collection_magic));
        bytes_.put(form_);
        write_type(element_.type(), bytes_);
        if (form_ == saved_form::values) {
            bytes_.put(std::uint64_t{lines_.size()});
            begin_section("elements");
            bytes_.write(values_.bytes().data(), values_.bytes().size());
        } else {
            const bool has_slots = form_ != saved_form::row;
            // (By hand, handles are left out.)
            generations_ = its.handles.generations;
            if (has_slots && generations_.empty()) generations_.assign(lines_.size(), its.handles.first);
            const std::size_t places = has_slots ? generations_.size() : lines_.size();
            words live;
            if (has_slots) {
                if (!set_bits(live, places, its.handles.free)) return fail("handles", "a slot there is not is free");
                std::size_t n = 0;
                for (std::size_t i = 0; i < places; ++i)
                    n += (live[i / 64] ^= std::uint64_t{1} << i % 64) >> i % 64 & 1U;
                if (n != lines_.size())
                    return fail("handles", "there are " + std::to_string(n) + " slots for " +
                                               std::to_string(lines_.size()) + " elements");
            } else if (its.handles.in_use && its.handles.entries.size() != places) {
                return fail("handles", "each element wants one entry, 0 for none");
            }
            bytes_.put(std::uint64_t{places});
            begin_section("waiting");
            bytes_.put(its.waiting);
            begin_section("handles");
            if (has_slots) put_slots(live);
            else put_table();
            begin_section("elements");
            bytes_.write(values_.bytes().data(), values_.bytes().size());
            begin_section("subsets");
            bytes_.put(static_cast<std::uint32_t>(its.subsets.size()));
            for (const json_collection_subset& s : its.subsets) {
                words members;
                if (!set_bits(members, places, s.members))
                    return fail("subsets", "an element there is not is a member");
                bytes_.put(s.made);
                for (const std::uint64_t w : members) bytes_.put(w);
            }
            if (form_ == saved_form::branches) {
                begin_section("links");
                if (its.links.size() != lines_.size()) return fail("links", "each node wants one link");
                bytes_.put(its.expired);
                for (const json_collection_link& l : its.links) {
                    for (const std::uint32_t n : {l.node, l.parent, l.next}) bytes_.put(n);
                }
            }
        }
        bytes_.put(mix(0, bytes_.bytes().data(), bytes_.bytes().size()));
        return true;
    }
    void begin_section(std::string_view key) { sections_.push_back({bytes_.bytes().size(), key}); }
    /// False where one of the numbers is too large.
    static bool set_bits(words& bits, std::size_t n, const std::vector<std::uint32_t>& those) {
        bits.assign((n + 63) / 64, 0);
        for (const std::uint32_t i : those) {
            if (i >= n) return false;
            bits[i / 64] |= std::uint64_t{1} << i % 64;
        }
        return true;
    }
    void put_slots(const words& live) {
        const json_collection_handles& h = contents_.parts.handles;
        bytes_.put(h.in_use);
        bytes_.put(h.first);
        bytes_.put(h.last_used);
        for (const std::uint32_t g : generations_) bytes_.put(g);
        for (const std::uint64_t w : live) bytes_.put(w);
    }
    void put_table() {
        const json_collection_handles& h = contents_.parts.handles;
        bytes_.put(h.in_use);
        bytes_.put(h.first);
        if (!h.in_use) return;
        bytes_.put(h.first_generation);
        bytes_.put(h.unused_generation);
        bytes_.put(static_cast<std::uint32_t>(h.generations.size()));
        for (const std::uint32_t g : h.generations) bytes_.put(g);
        for (const std::uint32_t e : h.entries) bytes_.put(e);
        for (const std::uint32_t e : h.free) bytes_.put(e);
        bytes_.put(std::uint32_t{0});
    }

    saved_form form_;
    json_element& element_;
    json_place place_;
    json_result result_;
    std::vector<field_description> fields_;
    description list_;
    description type_;
    contents contents_;
    void* pending_ = nullptr;
    byte_writer<> values_;
    byte_writer<> bytes_;
    std::vector<std::uint32_t> generations_;
    std::vector<line> lines_;
    std::vector<known_key> keys_;
    std::vector<section> sections_;
};

} // namespace throng::core
