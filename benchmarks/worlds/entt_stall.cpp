#include "../growing_crowd.hpp"

#include <cstdint>
#include <entt/entt.hpp>
#include <span>
#include <vector>

namespace bench {

namespace {

/// (Its usual one counts to a million only.)
enum class number : std::uint64_t {};

class crowd : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) things_.emplace(registry_.create(), nth_thing(first));
    }
    void play(std::span<const std::uint64_t>) override {
        for (auto [e, t] : registry_.view<thing>().each())
            if (t.step()) registry_.destroy(e);
    }
    std::size_t size() const final { return things_.size(); }
    void show(digest& d) const final {
        for (const auto [e, t] : registry_.view<const thing>().each()) d.add(t.hash());
    }

  protected:
    entt::basic_registry<number> registry_;
    entt::storage_for_t<thing, number>& things_ = registry_.storage<thing>();
};

class crowd_by_entity final : public crowd {
  public:
    void expect(std::uint64_t serials) override { entities_.resize(serials); }
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) things_.emplace(entities_[first] = registry_.create(), nth_thing(first));
    }
    void play(std::span<const std::uint64_t> leaving) override {
        for (const std::uint64_t serial : leaving) registry_.destroy(entities_[serial]);
    }

  private:
    std::vector<number> entities_;
};

} // namespace

std::vector<growing_entry> growing_entt() { return {grows<crowd>("EnTT", kind::peer, false)}; }
std::vector<growing_entry> churning_entt() { return {grows<crowd_by_entity>("EnTT", kind::peer, false)}; }

} // namespace bench
