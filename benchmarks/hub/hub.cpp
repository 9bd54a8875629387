#include "../crowd_of_slots.hpp"
#include "../crowds/contestant.hpp"
#include "../peers.hpp"

#include <boost/container/hub.hpp>

namespace bench {

using hub_crowd = crowd_of_slots<boost::container::hub<bullet>>;

std::vector<entry> churning_hub() { return {{"boost::container::hub", kind::peer, false, &churning<hub_crowd>}}; }
std::vector<entry> waiting_hub() {
    return {
        {"boost::container::hub", kind::peer, false, &churning<crowd_of_slots<boost::container::hub<bullet>, true>>}};
}
std::vector<entry> drifting_hub() {
    return {{"boost::container::hub", kind::peer, false, &drifting<hub_crowd, &hub_crowd::drift>}};
}

} // namespace bench
