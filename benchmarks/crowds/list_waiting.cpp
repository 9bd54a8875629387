#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_waiting>(std::size_t);

} // namespace bench
