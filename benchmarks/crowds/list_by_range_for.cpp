#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_by_range_for>(std::size_t);
template std::unique_ptr<contestant> drifting<list_by_range_for, &list_crowd::drift_range_for>(std::size_t);

} // namespace bench
