#include "inspection.hpp"

namespace shooter {

std::unique_ptr<inspection> inspect(game&, const options&, std::string& why) {
    why = "it was built without throng::inspector, which needs nlohmann/json and POSIX";
    return nullptr;
}

} // namespace shooter
