#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<branchy_compaction>(std::size_t);

} // namespace bench
