#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<compaction_in_blocks>(std::size_t);

} // namespace bench
