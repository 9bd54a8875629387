#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<pool_by_range_for>(std::size_t);
template std::unique_ptr<contestant> drifting<pool_by_range_for, &pool_crowd::drift_range_for>(std::size_t);

} // namespace bench
