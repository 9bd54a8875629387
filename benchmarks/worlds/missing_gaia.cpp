#include "../worlds.hpp"

namespace bench {

entrants gaia_e1() { return {}; }
entrants gaia_e2() { return {}; }
entrants gaia_e3() { return {}; }
entrants gaia_e4() { return {}; }
entrants gaia_e5() { return {}; }
entrants gaia_e6() { return {}; }

} // namespace bench
