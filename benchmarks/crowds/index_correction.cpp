#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<index_correction>(std::size_t);

} // namespace bench
