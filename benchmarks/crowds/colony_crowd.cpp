#include "../colony.hpp"
#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<colony_crowd>(std::size_t);
template std::unique_ptr<contestant> churning<waiting_colony>(std::size_t);
template std::unique_ptr<contestant> drifting<colony_crowd, &colony_crowd::drift>(std::size_t);

} // namespace bench
