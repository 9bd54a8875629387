#include "../growing_crowd.hpp"

#include <cstdint>
#include <entt/entt.hpp>

namespace bench {

namespace {

class crowd final : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) things_.emplace(registry_.create(), nth_thing(first));
    }
    void step_all() override {
        for (auto [e, t] : registry_.view<thing>().each())
            if (t.step()) registry_.destroy(e);
    }
    std::size_t size() const override { return things_.size(); }
    void show(digest& d) const override {
        for (const auto [e, t] : registry_.view<const thing>().each()) d.add(t.hash());
    }

  private:
    /// (Its usual one counts to a million only.)
    enum class number : std::uint64_t {};

    entt::basic_registry<number> registry_;
    entt::storage_for_t<thing, number>& things_ = registry_.storage<thing>();
};

} // namespace

std::vector<growing_entry> growing_entt() { return {grows<crowd>("EnTT", kind::peer, false)}; }

} // namespace bench
