#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<pool_crowd>(std::size_t);
template std::unique_ptr<contestant> drifting<pool_crowd, &pool_crowd::drift>(std::size_t);

} // namespace bench
