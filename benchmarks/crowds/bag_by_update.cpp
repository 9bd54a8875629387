#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<bag_by_update>(std::size_t);

} // namespace bench
