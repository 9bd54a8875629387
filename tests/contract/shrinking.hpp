#pragma once

#include "contract/player.hpp"

#include <string>

namespace contract {

/// Scripts made by RapidCheck, where that is to be had (THRONG_HAS_RAPIDCHECK). Empty if all went well.
[[nodiscard]] std::string play_generated_scripts(make_subject make);

} // namespace contract
