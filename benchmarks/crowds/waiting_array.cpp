#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<waiting_array>(std::size_t);

} // namespace bench
