#pragma once

#include <throng/extra/json_entities.hpp>
#include <throng/extra/json_values.hpp>
#include <throng/world/relation/related.hpp>
#include <throng/world/save/saved_component.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throng::core {

/// Links as a hand writes them: the name of a relation with an id, an array of ids, or an object with a value for each
/// id stands for the component `throng::related:NAME`, where that is listed and no component is called so. It is found
/// by its name and fields, so that a program without the relation's type can also read it.
template <class Allocator> class json_links {
    using component_entry = saved_component<Allocator>;

  public:
    static constexpr const char* wanted = "an entity is wanted, as \"0:65537\", an array of these, or an object with "
                                          "a value for each";

    explicit json_links(const saved_components<Allocator>& those) noexcept : those_(those) {}

    /// Null if no relation has this name.
    [[nodiscard]] const component_entry* find(std::string_view name) const {
        const component_entry* const c = those_.find(std::string(before_relation).append(name));
        return c != nullptr && link_of(*c) != nullptr ? c : nullptr;
    }
    static void set_self(const component_entry& c, void* value, entity e) noexcept {
        *static_cast<entity*>(field(*c.its, value, "self")) = e;
    }
    /// One more link of a relation's component: it, and, through `type`, where its value is; null if it has none.
    void* add(const component_entry& c, void* value, entity target, const description*& type) {
        targets_.push_back({&c, target});
        const description& links = *c.its->find("targets")->type;
        void* const link = links.list->add(links, field(*c.its, value, "targets"));
        *static_cast<entity*>(field(*links.element, link, "other")) = target;
        const field_description* const its = links.element->find("value");
        type = its == nullptr ? nullptr : its->type;
        return its == nullptr ? nullptr : static_cast<std::byte*>(link) + its->offset;
    }
    /// Targets that have no component of the relation get one, after all entities have been read.
    void give_to_targets(json_entities<Allocator>& entities) const {
        for (const link_target& t : targets_)
            entities.give(*t.of, t.its, [&](void* value) { set_self(*t.of, value, t.its); });
    }
    /// The name by which the text has said it.
    [[nodiscard]] std::string_view name_in_text(std::string_view component) const noexcept {
        for (const link_target& t : targets_) {
            if (t.of->name == component) return component.substr(before_relation.size());
        }
        return component;
    }

  private:
    struct link_target {
        const component_entry* of;
        entity its;
    };

    [[nodiscard]] static void* field(const description& d, void* value, std::string_view name) noexcept {
        return static_cast<std::byte*>(value) + d.find(name)->offset;
    }
    /// Null if it is no component of a relation.
    [[nodiscard]] static const description* link_of(const component_entry& c) noexcept {
        const auto type_of = [](const description& d, std::string_view name, value_kind kind) {
            const field_description* const f = d.find(name);
            return f != nullptr && f->type->kind == kind ? f->type : nullptr;
        };
        const description* const links = type_of(*c.its, "targets", value_kind::list);
        if (links == nullptr || type_of(*c.its, "self", value_kind::entity) == nullptr) return nullptr;
        const description& link = *links->element;
        return type_of(link, "other", value_kind::entity) == nullptr ? nullptr : &link;
    }

    const saved_components<Allocator>& those_;
    std::vector<link_target> targets_;
};

} // namespace throng::core
