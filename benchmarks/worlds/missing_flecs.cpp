#include "../worlds.hpp"

namespace bench {

entrants flecs_e1() { return {}; }
entrants flecs_e2() { return {}; }
entrants flecs_e3() { return {}; }
entrants flecs_e4() { return {}; }
entrants flecs_e5() { return {}; }
entrants flecs_e6() { return {}; }

} // namespace bench
