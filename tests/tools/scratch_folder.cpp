#include "scratch_folder.hpp"

#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <utility>

scratch_folder::scratch_folder() {
    std::random_device any;
    do path_ = std::filesystem::temp_directory_path() / ("throng-test-" + std::to_string(any()));
    while (!std::filesystem::create_directory(path_));
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string scratch_folder::file(std::string_view name, std::string_view bytes) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.string();
}

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return std::move(out).str();
}
