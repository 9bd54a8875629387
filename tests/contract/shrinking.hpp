#pragma once

#include "contract/player.hpp"

#include <string>

namespace contract {

/// RapidCheck is not to be had everywhere.
#if defined(THRONG_HAS_RAPIDCHECK)
inline constexpr bool can_shrink = true;
#else
inline constexpr bool can_shrink = false;
#endif

/// Scripts made by RapidCheck. Empty if all went well.
[[nodiscard]] std::string play_generated_scripts(make_subject make);

} // namespace contract
