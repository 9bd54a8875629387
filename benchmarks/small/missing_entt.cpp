#include "small.hpp"

namespace bench {

entrants small_by_entt() { return {}; }

} // namespace bench
