#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_by_update>(std::size_t);
template std::unique_ptr<contestant> drifting<list_by_update, &list_crowd::drift_range_for>(std::size_t);
template std::unique_ptr<contestant> drifting<list_by_update, &list_crowd::drift_each>(std::size_t);

} // namespace bench
