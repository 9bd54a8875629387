#include "../articles/deletable_object_list.hpp"
#include "mortal_crowd.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace bench {

namespace {

struct mortal {
    participant value;
    bool deleted = false;
    /// So many arrays refer to it still; the last one frees it.
    int references = 0;
};

class tombstones : public mortal_crowd<mortal, deletable_object_list<mortal>> {
  public:
    void add(participant&& p) { enter(*new mortal{std::move(p)}); }
    static void remove(mortal& x) { x.deleted = true; }
};

} // namespace

std::unique_ptr<contestant> hunting_tombstones(std::size_t n, std::size_t most_bytes) {
    return hunting<tombstones>(n, most_bytes);
}

} // namespace bench
