#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<jump_free_compaction>(std::size_t);

} // namespace bench
