#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<bag_by_update_bool>(std::size_t);
template std::unique_ptr<contestant> drifting<bag_by_update_bool, &bag_crowd::drift_span>(std::size_t);

} // namespace bench
