#include "png.hpp"

#include <cstdio>
#include <filesystem>
#include <png.h>
#include <system_error>
#include <vector>

namespace shooter {

std::string make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return error ? folder + ": " + error.message() : std::string();
}

std::string write_png(const canvas& picture, const std::string& file) {
    std::vector<png_byte> rgb;
    for (const std::uint32_t p : picture.pixels()) {
        for (const unsigned shift : {16U, 8U, 0U}) rgb.push_back(static_cast<png_byte>(p >> shift & 255U));
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width());
    image.height = static_cast<png_uint_32>(picture.height());
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

} // namespace shooter
