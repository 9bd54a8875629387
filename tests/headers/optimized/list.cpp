#include "loops.hpp"

#include <throng/list.hpp>

namespace loops {
template struct loop<throng::list<small>>;
template struct loop<throng::list<large>>;
template struct update<throng::list<small>>;
template struct update<throng::list<large>>;
} // namespace loops
