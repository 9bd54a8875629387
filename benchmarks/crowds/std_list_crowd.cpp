#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<std_list_crowd>(std::size_t);
template std::unique_ptr<contestant> drifting<std_list_crowd, &std_list_crowd::drift>(std::size_t);

} // namespace bench
