#include "../crowd_of_slots.hpp"
#include "../crowds/contestant.hpp"
#include "../peers.hpp"

#include <plf_hive.h>

namespace bench {

using hive_crowd = crowd_of_slots<plf::hive<bullet>>;

std::vector<entry> churning_hive() { return {{"plf::hive", kind::peer, false, &churning<hive_crowd>}}; }
std::vector<entry> waiting_hive() {
    return {{"plf::hive", kind::peer, false, &churning<crowd_of_slots<plf::hive<bullet>, true>>}};
}
std::vector<entry> drifting_hive() {
    return {{"plf::hive", kind::peer, false, &drifting<hive_crowd, &hive_crowd::drift>}};
}

} // namespace bench
