#include "picture.hpp"

namespace models {

std::string make_folder(const std::string& folder) { return folder + ": no pictures: it was built without libpng"; }

std::string picture::write(const std::string& file) const { return make_folder(file); }

} // namespace models
