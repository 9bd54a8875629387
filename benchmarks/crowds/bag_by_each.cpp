#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<bag_by_each>(std::size_t);
template std::unique_ptr<contestant> drifting<bag_by_each, &bag_crowd::drift_each>(std::size_t);

} // namespace bench
