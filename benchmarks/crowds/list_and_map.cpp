#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_and_map>(std::size_t);

} // namespace bench
