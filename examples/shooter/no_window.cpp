#include "options.hpp"

namespace shooter {

bool play_in_window(const options&, std::string& why) {
    why = "it was built without SDL2";
    return false;
}

} // namespace shooter
