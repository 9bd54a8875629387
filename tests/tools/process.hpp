#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What the program did.
struct ended {
    /// Its exit status; 128 and more: the signal that killed it.
    int status = -1;
    std::string out;
    std::string err;
};

/// Runs the built program in a folder. Kills it after a minute, so that a hang is a failure (status 137).
ended run_throng(const std::vector<std::string>& arguments, const std::filesystem::path& in = ".");
/// The same by a line of the shell's, in which "$0" is the program.
ended run_by_shell(const std::string& line, const std::filesystem::path& in = ".");

/// A folder of a test's own, which goes with it.
class scratch_folder {
  public:
    scratch_folder();
    ~scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// The path of a file in it with these bytes.
    std::string file(std::string_view name, std::string_view bytes) const;

  private:
    std::filesystem::path path_;
};

std::string bytes_of(const std::filesystem::path& file);
