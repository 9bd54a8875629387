#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<two_lists>(std::size_t);

} // namespace bench
