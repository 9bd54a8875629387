#include "mortal_crowd.hpp"

#include <throng/weak_list.hpp>

#include <memory>
#include <vector>

namespace bench {

namespace {

/// As the text has it: an object says by itself that it is deleted, and all lists forget it when a walk comes to it.
/// Its memory goes when the game is over.
struct reported {
    participant value;
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};

/// A base class, so that they outlive the lists.
struct owners {
    std::vector<std::unique_ptr<reported>> all;
};

class weak_lists_by_address : owners, public mortal_crowd<reported, throng::weak_list<reported>> {
  public:
    void add(participant&& p) { enter(*all.emplace_back(std::make_unique<reported>(std::move(p)))); }
    static void remove(reported& x) { x.gone = true; }
};

} // namespace

std::unique_ptr<contestant> hunting_weak_lists_by_address(std::size_t n, std::size_t most_bytes) {
    return hunting<weak_lists_by_address>(n, most_bytes);
}

} // namespace bench
