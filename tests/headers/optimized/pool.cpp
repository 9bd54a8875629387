#include "loops.hpp"

#include <throng/pool.hpp>

namespace loops {
template struct loop<throng::pool<small>>;
template struct loop<throng::pool<large>>;
} // namespace loops
