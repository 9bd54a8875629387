// needs POSIX

#include "report/output_file.hpp"
#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace {

using namespace throng::tool;

void write(const std::string& text, const std::string& path) {
    output_file file(path);
    write_all({{file, text}});
}

TEST(output_file, may_be_a_device) {
    if (::access("/dev/full", W_OK) == 0) {
        EXPECT_THROW(write("new", "/dev/full"), unwritable);
    }
    EXPECT_TRUE(std::filesystem::exists("/dev/null"));
    write("new", "/dev/null");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(output_file, is_not_interrupted_while_it_is_written) {
    const scratch_folder folder;
    const std::string target = folder.file("a", "old");
    const std::string text(std::size_t{1} << 26, 'x');
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        // (It is ended by the signal that waits until all is written.)
        write(text, target);
        ::pause();
        ::_exit(0);
    }
    const std::string beside = target + '.' + std::to_string(child) + ".part";
    const auto begun = [&] {
        std::error_code not_there;
        const auto size = std::filesystem::file_size(beside, not_there);
        return !not_there && size > 0;
    };
    while (!begun() && std::filesystem::file_size(target) == 3) {
    }
    ::kill(child, SIGTERM);
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    EXPECT_TRUE(WIFSIGNALED(state) && WTERMSIG(state) == SIGTERM);
    EXPECT_FALSE(std::filesystem::exists(beside));
    EXPECT_TRUE(bytes_of(target) == text);
}

} // namespace
