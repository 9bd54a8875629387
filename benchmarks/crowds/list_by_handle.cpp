#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<list_by_handle>(std::size_t);

} // namespace bench
