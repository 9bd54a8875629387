#include "../peers.hpp"

namespace bench {

std::vector<entry> churning_hive() { return {}; }
std::vector<entry> waiting_hive() { return {}; }
std::vector<entry> drifting_hive() { return {}; }

} // namespace bench
