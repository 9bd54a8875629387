#include "../growing_crowd.hpp"
#include "../worlds.hpp"

/// Libraries that are not installed take no part.
namespace bench {

#if defined(MISSING_ENTT)
entrants entt_e1() { return {}; }
entrants entt_e2() { return {}; }
entrants entt_e3() { return {}; }
entrants entt_e4() { return {}; }
entrants entt_e5() { return {}; }
entrants entt_e6() { return {}; }
entrants entt_e8() { return {}; }
entrants entt_s1() { return {}; }
std::vector<growing_entry> growing_entt() { return {}; }
std::vector<growing_entry> churning_entt() { return {}; }
#endif

#if defined(MISSING_FLECS)
entrants flecs_e1() { return {}; }
entrants flecs_e2() { return {}; }
entrants flecs_e3() { return {}; }
entrants flecs_e4() { return {}; }
entrants flecs_e5() { return {}; }
entrants flecs_e6() { return {}; }
entrants flecs_e7() { return {}; }
entrants flecs_e8() { return {}; }
entrants flecs_s1() { return {}; }
#endif

#if defined(MISSING_GAIA)
entrants gaia_e1() { return {}; }
entrants gaia_e2() { return {}; }
entrants gaia_e3() { return {}; }
entrants gaia_e4() { return {}; }
entrants gaia_e5() { return {}; }
entrants gaia_e6() { return {}; }
#endif

} // namespace bench
