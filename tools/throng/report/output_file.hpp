#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::tool {

/// A file that could not be written; `what()` names it and says why.
class unwritable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct output;

/// Where something is to be written. What is no regular file (a pipe, a terminal) is open from the start; a regular
/// file is not touched before `write_all`.
class output_file {
  public:
    /// Tries what can be tried, so that a wrong path is known before the work: also a pipe without a reader.
    /// Throws `unwritable`.
    explicit output_file(std::string path);

  private:
    friend void write_all(const std::vector<output>& outputs);
    class part;

    struct close {
        void operator()(std::FILE* f) const noexcept { std::fclose(f); }
    };
    using stream = std::unique_ptr<std::FILE, close>;

    void write(stream to, const std::string& text) const;
    [[noreturn]] void fail(const std::string& why) const;
    [[noreturn]] void fail(int error) const;

    std::string path_;
    /// Where a regular file goes: a symbolic link's target rather than the link. Else empty.
    std::string target_;
    /// What is no regular file.
    stream direct_;
};

/// An output and what is to be in it.
struct output {
    output_file& file;
    std::string text;
};

/// Writes all of them, or leaves every regular file as it was and throws `unwritable`: each is written to a neighbour,
/// and the neighbours take the names when all are whole. (Where a name cannot be taken, which is seen only then, those
/// before it are renewed.)
void write_all(const std::vector<output>& outputs);

} // namespace throng::tool
