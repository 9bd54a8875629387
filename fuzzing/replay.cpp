/// Feeds a fuzzing target files, so that its corpus is an ordinary test, with any compiler: PROGRAM FILE-OR-FOLDER...
/// It stands in for libFuzzer's main; nothing is mutated.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t*, std::size_t size, std::size_t) { return size; }
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv) {
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        std::error_code error;
        if (std::filesystem::is_directory(argv[i], error)) {
            for (const auto& entry : std::filesystem::directory_iterator(argv[i])) files.push_back(entry.path());
        } else {
            files.emplace_back(argv[i]);
        }
    }
    // A target may go to a folder of its own.
    for (auto& file : files) file = std::filesystem::absolute(file);
    std::sort(files.begin(), files.end());
    std::size_t taken = 0;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
        if (!in) {
            std::fprintf(stderr, "%s cannot be read\n", file.c_str());
            return 2;
        }
        // Told before, for the case that it ends the program.
        std::fprintf(stderr, "%s\n", file.c_str());
        if (LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) == 0) ++taken;
    }
    std::fprintf(stderr, "%zu of %zu files played\n", taken, files.size());
    return files.empty() || taken == 0 ? 1 : 0;
}
