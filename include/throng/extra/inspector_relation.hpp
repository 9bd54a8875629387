#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/relation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::core {

struct relation_kind {
    bool exclusive;
    bool one_source;
    bool symmetric;
    bool acyclic;
};

/// A relation that an inspector shows under a name: what is related to what, without the type of it.
class inspected_relation {
  public:
    virtual ~inspected_relation() = default;
    inspected_relation& operator=(const inspected_relation&) = delete;
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Where a tree of it begins: something is related to it, and, in a relation without cycles, it to nothing.
    [[nodiscard]] virtual bool is_top(entity e) const = 0;
    [[nodiscard]] virtual bool has_sources(entity e) const = 0;
    /// At most so many of an entity's targets, or sources, from that number on, in their order.
    [[nodiscard]] virtual std::vector<entity> list(entity e, bool sources, std::size_t from,
                                                   std::size_t most) const = 0;
    /// None for families.
    [[nodiscard]] virtual std::optional<relation_kind> kind() const = 0;

  protected:
    explicit inspected_relation(std::string_view name) : name_(name) {}
    inspected_relation(const inspected_relation&) = default;

  private:
    std::string name_;
};

template <class R, class Allocator> class shown_relation final : public inspected_relation {
  public:
    shown_relation(std::string_view name, const basic_relation<R, Allocator>& its)
        : inspected_relation(name), its_(its) {}
    [[nodiscard]] bool is_top(entity e) const override {
        if (!has_sources(e)) return false;
        if constexpr (is_acyclic<R>()) return !its_.target_of(e);
        else return true;
    }
    [[nodiscard]] bool has_sources(entity e) const override { return static_cast<bool>(its_.source_of(e)); }
    [[nodiscard]] std::vector<entity> list(entity e, bool sources, std::size_t from, std::size_t most) const override {
        return sources ? some_of(its_.sources(e), from, most) : some_of(its_.targets(e), from, most);
    }
    [[nodiscard]] std::optional<relation_kind> kind() const override {
        return relation_kind{is_exclusive<R>(), has_one_source<R>(), is_symmetric<R>(), is_acyclic<R>()};
    }

  private:
    template <class Walk>
    [[nodiscard]] static std::vector<entity> some_of(Walk walk, std::size_t from, std::size_t most) {
        std::vector<entity> those;
        std::size_t n = 0;
        for (entity e = walk.next(); e && those.size() < most; e = walk.next()) {
            if (n++ >= from) those.push_back(e);
        }
        return those;
    }

    basic_relation<R, Allocator> its_;
};

} // namespace throng::core
