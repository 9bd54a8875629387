#include "output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <list>
#include <new>
#include <signal.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace throng::tool {

namespace {

/// While it lives, signals wait: a program that is interrupted while there are files beside others would leave them
/// behind.
/// (A file without a name would need no such care, but cannot take the name of another, nor is it known everywhere.)
class signals_wait {
  public:
    signals_wait() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~signals_wait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    signals_wait(const signals_wait&) = delete;
    signals_wait& operator=(const signals_wait&) = delete;

  private:
    sigset_t before_;
};

/// Opens what is no regular file. In the usual way, a pipe would wait for its reader, which may never come. A reader
/// that was started together with the program may be a moment late, so it is waited for a second.
int open_for_writing(const std::string& path) {
    constexpr auto patience = std::chrono::seconds(1);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY);
        if (file >= 0 || errno != ENXIO || std::chrono::steady_clock::now() > deadline) return file;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace

/// A file beside another, which it replaces or is gone.
class output_file::part {
  public:
    explicit part(const output_file& file)
        : file_(file),
          name_(fmt::format("{}.{}.part", file.target_, ::getpid())),
          open_(std::fopen(name_.c_str(), "wbx")) {
        if (!open_) file.fail(errno);
    }
    ~part() {
        if (!placed_) ::unlink(name_.c_str());
    }

    part(const part&) = delete;
    part& operator=(const part&) = delete;

    void write(const std::string& text) { file_.write(std::move(open_), text); }

    void put_in_place() {
        if (std::rename(name_.c_str(), file_.target_.c_str()) != 0) file_.fail(errno);
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
        const int file = open_for_writing(path_);
        if (file < 0 && errno == ENXIO && fs::is_fifo(status)) fail("expected a pipe with a reader");
        if (file < 0) fail(errno);
        direct_.reset(::fdopen(file, "wb"));
        if (!direct_) {
            ::close(file);
            throw std::bad_alloc();
        }
        // Once the reader is there, it may take its time.
        if (::fcntl(file, F_SETFL, 0) != 0) fail(errno);
        return;
    }
    target_ = path_;
    if (fs::exists(status)) {
        // A file without write permission is meant to stay as it is, although its folder would let it be replaced.
        if (::access(path_.c_str(), W_OK) != 0) fail(errno);
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
    throw unwritable(fmt::format("{}: cannot be written: {}", path_, why));
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
