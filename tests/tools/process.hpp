#pragma once

#include "scratch_folder.hpp"

#include <filesystem>
#include <string>
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
