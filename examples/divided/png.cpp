#include "picture.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <png.h>
#include <system_error>

namespace models {

std::string make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return error ? folder + ": " + error.message() : std::string();
}

std::string picture::write(const std::string& file) const {
    std::vector<png_byte> rgb;
    rgb.reserve(pixels_.size() * 3);
    for (const std::uint64_t p : pixels_) {
        for (const unsigned shift : {42U, 21U, 0U})
            rgb.push_back(static_cast<png_byte>(std::min<std::uint64_t>(p >> shift & 0x1fffffU, 255)));
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = side;
    image.height = side;
    image.format = PNG_FORMAT_RGB;
    const std::string beside = file + ".part";
    if (png_image_write_to_file(&image, beside.c_str(), 0, rgb.data(), 0, nullptr) == 0) {
        std::remove(beside.c_str());
        return file + ": " + image.message;
    }
    std::error_code error;
    std::filesystem::rename(beside, file, error);
    return error ? file + ": " + error.message() : std::string();
}

} // namespace models
