#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<pool_waiting>(std::size_t);

} // namespace bench
