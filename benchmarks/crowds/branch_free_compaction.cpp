#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<branch_free_compaction>(std::size_t);
template std::unique_ptr<contestant> drifting<branch_free_compaction, &array_crowd::drift>(std::size_t);

} // namespace bench
