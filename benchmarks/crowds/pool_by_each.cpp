#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<pool_by_each>(std::size_t);
template std::unique_ptr<contestant> drifting<pool_by_each, &pool_crowd::drift_each>(std::size_t);

} // namespace bench
