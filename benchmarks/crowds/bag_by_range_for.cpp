#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<bag_by_range_for>(std::size_t);
template std::unique_ptr<contestant> drifting<bag_by_range_for, &bag_crowd::drift_range_for>(std::size_t);

} // namespace bench
