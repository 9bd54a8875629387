#include "png.hpp"

namespace shooter {

std::string make_folder(const std::string& folder) { return folder + ": no pictures: it was built without libpng"; }

std::string write_png(const canvas&, const std::string& file) { return make_folder(file); }

} // namespace shooter
