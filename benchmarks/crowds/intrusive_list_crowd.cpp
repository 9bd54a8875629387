#include "contestant.hpp"

namespace bench {

template std::unique_ptr<contestant> churning<intrusive_list_crowd>(std::size_t);
template std::unique_ptr<contestant> drifting<intrusive_list_crowd, &intrusive_list_crowd::drift>(std::size_t);

} // namespace bench
