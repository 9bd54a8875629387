#pragma once

#include <filesystem>
#include <string>
#include <string_view>

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
