#include "loops.hpp"

#include <throng/bag.hpp>

namespace loops {
template struct loop<throng::bag<small>>;
template struct loop<throng::bag<large>>;
template struct update<throng::bag<small>>;
template struct update<throng::bag<large>>;
} // namespace loops
