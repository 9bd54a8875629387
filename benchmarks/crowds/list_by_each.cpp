#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_by_each>(std::size_t);
template std::unique_ptr<contestant> drifting<list_by_each, &list_crowd::drift_each>(std::size_t);

} // namespace bench
