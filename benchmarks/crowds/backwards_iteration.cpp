#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<backwards_iteration>(std::size_t);

} // namespace bench
