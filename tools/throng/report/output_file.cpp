#include "output_file.hpp"

#include "system/system.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <list>
#include <system_error>
#include <utility>

namespace throng::tool {

/// A file beside another, which it replaces or is gone.
class output_file::part {
  public:
    explicit part(const output_file& file)
        : file_(file),
          name_(fmt::format("{}.{}.part", file.target_, process_number())),
          open_(std::fopen(name_.c_str(), "wbx")) {
        if (!open_) file.fail(errno);
    }
    ~part() {
        if (placed_) return;
        // (Windows removes no file that is open.)
        open_.reset();
        std::remove(name_.c_str());
    }

    part(const part&) = delete;
    part& operator=(const part&) = delete;

    void write(const std::string& text) { file_.write(std::move(open_), text); }

    void put_in_place() {
        std::error_code error;
        std::filesystem::rename(name_, file_.target_, error);
        if (error) file_.fail(error.message());
        placed_ = true;
    }

  private:
    const output_file& file_;
    std::string name_;
    stream open_;
    bool placed_ = false;
};

output_file::output_file(std::string path) : path_(std::move(path)) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path_, error);
    if (path_.empty()) fail(ENOENT);
    if (fs::is_directory(status)) fail(EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        direct_.reset(open_device(path_));
        if (!direct_) {
            if (errno == ENXIO && fs::is_fifo(status)) fail("expected a pipe with a reader");
            fail(errno);
        }
        return;
    }
    target_ = path_;
    if (fs::exists(status)) {
        // A file without write permission is meant to stay as it is, although its folder would let it be replaced.
        if (!may_be_written(path_)) fail(errno);
        if (const fs::path real = fs::canonical(path_, error); !error) target_ = real.string();
    }
    const signals_wait uninterrupted;
    const part tried(*this);
}

void output_file::write(stream to, const std::string& text) const {
    if (std::fwrite(text.data(), 1, text.size(), to.get()) != text.size() || std::fflush(to.get()) != 0) fail(errno);
    if (std::fclose(to.release()) != 0) fail(errno);
}

void output_file::fail(const std::string& why) const {
    throw unwritable(fmt::format("cannot write {}: {}", path_, why));
}

void output_file::fail(int error) const { fail(std::generic_category().message(error)); }

void write_all(const std::vector<output>& outputs) {
    // First what may take as long as its reader likes: meanwhile the program can still be interrupted.
    for (const output& o : outputs)
        if (o.file.target_.empty()) o.file.write(std::move(o.file.direct_), o.text);
    const signals_wait uninterrupted;
    std::list<output_file::part> parts;
    for (const output& o : outputs)
        if (!o.file.target_.empty()) parts.emplace_back(o.file).write(o.text);
    for (output_file::part& p : parts) p.put_in_place();
}

} // namespace throng::tool
