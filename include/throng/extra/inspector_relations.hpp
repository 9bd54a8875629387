#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_relation.hpp>
#include <throng/world/family.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// Families, as if they were a relation of children to their parents; whatever has no parent is a top.
template <class Allocator> class shown_family final : public inspected_relation {
  public:
    explicit shown_family(const storage<Allocator>& home) : inspected_relation("family"), home_(home) {}
    [[nodiscard]] bool is_top(entity e) const override { return !kin_of(e).parent; }
    [[nodiscard]] bool has_sources(entity e) const override { return static_cast<bool>(kin_of(e).first_child); }
    [[nodiscard]] std::vector<entity> list(entity e, bool sources, std::size_t from, std::size_t most) const override {
        std::vector<entity> those;
        std::size_t n = 0;
        for (entity k = sources ? kin_of(e).first_child : kin_of(e).parent; k && those.size() < most;
             k = sources ? kin_of(k).next : entity()) {
            if (n++ >= from) those.push_back(k);
        }
        return those;
    }
    [[nodiscard]] std::optional<relation_kind> kind() const override { return {}; }

  private:
    /// The kin of a clone belongs to its original.
    [[nodiscard]] kin kin_of(entity e) const noexcept {
        const kin* const k = home_.template find_value<kin>(e);
        return k != nullptr && k->self == e ? *k : kin();
    }

    const storage<Allocator>& home_;
};

inline void put_entities(json_writer& to, const std::vector<entity>& those) {
    const char* before = "";
    to.put("[");
    for (const entity e : those) {
        to.put(std::exchange(before, ","));
        to.put_entity(e);
    }
    to.put("]");
}

/// The relations that an inspector shows.
class inspected_relations {
  public:
    /// Throws what the allocator throws.
    void add(std::unique_ptr<inspected_relation> its) { all_.push_back(std::move(its)); }
    bool remove(std::string_view name) noexcept {
        return std::erase_if(all_, [name](const auto& r) { return r->name() == name; }) != 0;
    }
    /// Null if there is none of that name.
    [[nodiscard]] const inspected_relation* find(std::string_view name) const noexcept {
        for (const auto& r : all_) {
            if (r->name() == name) return r.get();
        }
        return nullptr;
    }
    [[nodiscard]] http_response list() const {
        json_answer to;
        json_members m(*to);
        json_writer& all = m.name("relations");
        const char* before = "";
        all.put("[");
        for (const auto& r : all_) {
            all.put(std::exchange(before, ","));
            json_members its(all);
            its.text("name", r->name());
            if (const auto kind = r->kind()) {
                its.flag("exclusive", kind->exclusive);
                its.flag("one_source", kind->one_source);
                its.flag("symmetric", kind->symmetric);
                its.flag("acyclic", kind->acyclic);
            }
            its.end();
        }
        all.put("]");
        m.end();
        return to.take();
    }
    /// The targets and the sources of an entity: the first of each.
    void put(json_members& m, entity e) const {
        std::optional<json_members> all;
        for (const auto& r : all_) {
            const std::vector<entity> targets = r->list(e, false, 0, most);
            const std::vector<entity> sources = r->list(e, true, 0, most);
            if (targets.empty() && sources.empty()) continue;
            if (!all) all.emplace(m.name("relations"));
            json_members its(all->name(r->name()));
            put_entities(its.name("targets"), targets);
            put_entities(its.name("sources"), sources);
            its.end();
        }
        if (all) all->end();
    }

  private:
    static constexpr std::size_t most = 100;
    std::vector<std::unique_ptr<inspected_relation>> all_;
};

} // namespace throng::core
