#include "../growing_crowd.hpp"
#include "../worlds.hpp"

namespace bench {

entrants entt_e1() { return {}; }
entrants entt_e2() { return {}; }
entrants entt_e3() { return {}; }
entrants entt_e4() { return {}; }
entrants entt_e5() { return {}; }
entrants entt_e6() { return {}; }
std::vector<growing_entry> growing_entt() { return {}; }
std::vector<growing_entry> churning_entt() { return {}; }

} // namespace bench
