#pragma once

#include <throng/world/save/saved_component.hpp>

#include <cstddef>
#include <string_view>

namespace throng::core {

/// Names, families and patterns as text: "name", "children" and "prefab" of an entity stand for its components
/// `entity_name`, `kin` and `based_on`, where those are listed and no component is called so. They are found by their
/// names and fields, so that a program without these types can also write and read them.
template <class Allocator> class json_family {
    using component_entry = saved_component<Allocator>;

  public:
    explicit json_family(const saved_components<Allocator>& those) noexcept {
        for (const component_entry& c : those) {
            if (c.name == "throng::name" && those.find("name") == nullptr && aim(*c.its, name_fields)) name_ = &c;
            if (c.name == "throng::based_on" && those.find("prefab") == nullptr && aim(*c.its, base_fields)) base_ = &c;
            if (c.name == "throng::kin" && those.find("children") == nullptr && aim(*c.its, kin_fields)) kin_ = &c;
        }
    }
    /// Null where they are components like others.
    [[nodiscard]] const component_entry* name() const noexcept { return name_; }
    [[nodiscard]] const component_entry* kin() const noexcept { return kin_; }

    [[nodiscard]] const component_entry* base() const noexcept { return base_; }
    void set_base(void* value, entity pattern) const noexcept { link(*base_, value, "pattern") = pattern; }

    /// Null, or why it cannot be a name.
    [[nodiscard]] static const char* check(std::string_view text) noexcept {
        return text.empty() || text.find('/') != text.npos ? "a name is not empty, and has no slash in it" : nullptr;
    }
    void set_name(void* value, entity e, std::string_view text) const {
        link(*name_, value, "self") = e;
        const field_description& its = *name_->its->find("text");
        its.type->text->set(static_cast<std::byte*>(value) + its.offset, text);
    }
    /// Empty if it is not the entity's own.
    [[nodiscard]] std::string_view name_in(const void* value, entity e) const noexcept {
        if (value == nullptr || link(*name_, const_cast<void*>(value), "self") != e) return {};
        const field_description& its = *name_->its->find("text");
        return its.type->text->get(static_cast<const std::byte*>(value) + its.offset);
    }
    /// The field of a value of `kin`.
    [[nodiscard]] entity& kin_in(void* value, std::string_view field) const noexcept {
        return link(*kin_, value, field);
    }
    [[nodiscard]] entity kin_in(const void* value, std::string_view field) const noexcept {
        return link(*kin_, const_cast<void*>(value), field);
    }

  private:
    struct wanted {
        const char* name;
        value_kind kind;
    };
    static constexpr wanted name_fields[] = {{"self", value_kind::entity}, {"text", value_kind::text}};
    static constexpr wanted base_fields[] = {{"pattern", value_kind::entity}};
    static constexpr wanted kin_fields[] = {{"self", value_kind::entity},        {"parent", value_kind::entity},
                                            {"first_child", value_kind::entity}, {"last_child", value_kind::entity},
                                            {"next", value_kind::entity},        {"previous", value_kind::entity}};

    template <std::size_t N> [[nodiscard]] static bool aim(const description& d, const wanted (&those)[N]) noexcept {
        for (const wanted& w : those) {
            const field_description* const f = d.find(w.name);
            if (f == nullptr || f->type->kind != w.kind) return false;
        }
        return true;
    }
    [[nodiscard]] static entity& link(const component_entry& c, void* value, std::string_view field) noexcept {
        return *reinterpret_cast<entity*>(static_cast<std::byte*>(value) + c.its->find(field)->offset);
    }

    const component_entry* name_ = nullptr;
    const component_entry* kin_ = nullptr;
    const component_entry* base_ = nullptr;
};

} // namespace throng::core
