#include "../peers.hpp"

namespace bench {

std::vector<entry> churning_hub() { return {}; }
std::vector<entry> waiting_hub() { return {}; }
std::vector<entry> drifting_hub() { return {}; }

} // namespace bench
