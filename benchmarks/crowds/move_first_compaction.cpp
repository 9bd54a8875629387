#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<move_first_compaction>(std::size_t);

} // namespace bench
