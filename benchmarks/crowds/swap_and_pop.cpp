#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<swap_and_pop>(std::size_t);
template std::unique_ptr<contestant> drifting<swap_and_pop, &array_crowd::drift>(std::size_t);

} // namespace bench
