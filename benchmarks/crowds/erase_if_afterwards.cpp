#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<erase_if_afterwards>(std::size_t);
template std::unique_ptr<contestant> drifting<erase_if_afterwards, &vector_crowd::drift>(std::size_t);

} // namespace bench
