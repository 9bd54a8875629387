#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<linear_search>(std::size_t);

} // namespace bench
