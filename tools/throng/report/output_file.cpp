#include "output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace throng::tool {

output_file::output_file(std::string path) : path_(std::move(path)), target_(path_) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path_, error);
    if (path_.empty()) fail(ENOENT);
    if (fs::is_directory(status)) fail(EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        file_.reset(std::fopen(path_.c_str(), "wb"));
        if (!file_) fail(errno);
        return;
    }
    if (fs::exists(status)) {
        // A file without write permission is meant to stay as it is, although its folder would let it be replaced.
        if (::access(path_.c_str(), W_OK) != 0) fail(errno);
        if (const fs::path real = fs::canonical(path_, error); !error) target_ = real.string();
    }
    beside_ = fmt::format("{}.{}.part", target_, ::getpid());
    file_.reset(std::fopen(beside_.c_str(), "wbx"));
    if (!file_) {
        beside_.clear();
        fail(errno);
    }
}

output_file::~output_file() {
    file_.reset();
    if (!beside_.empty()) ::unlink(beside_.c_str());
}

void output_file::commit(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0)
        fail(errno);
    if (std::fclose(file_.release()) != 0) fail(errno);
    if (beside_.empty()) return;
    if (std::rename(beside_.c_str(), target_.c_str()) != 0) fail(errno);
    beside_.clear();
}

void output_file::fail(int error) const {
    throw unwritable(fmt::format("{}: cannot be written: {}", path_, std::generic_category().message(error)));
}

} // namespace throng::tool
