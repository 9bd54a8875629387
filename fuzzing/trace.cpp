/// The bytes of a file, plain or packed with zstd, as a recorded game or, where the first byte is odd, as its
/// positions: what is not one is refused with a message that names the file, and nothing worse. What is a trace is
/// replayed, too.

#include "replay/contestant.hpp"
#include "replay/run.hpp"
#include "trace/malformed.hpp"
#include "trace/moves.hpp"
#include "trace/parse.hpp"
#include "trace/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace throng::tool;

constexpr const char* name = "fuzz";
constexpr limits small{std::uint64_t{1} << 18U, 4096, 20'000};

void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void read_as_moves(std::string_view bytes) {
    const moves m = read_moves_bytes(bytes, name, small);
    insist(m.tics() > 0, "moves without a tic");
    std::size_t sum = 0;
    for (std::size_t t = 0; t < m.tics(); ++t) {
        const auto of_tic = m.of_tic(t);
        for (std::size_t i = 1; i < of_tic.size(); ++i)
            insist(of_tic[i - 1].id < of_tic[i].id, "ids that do not ascend in a tic");
        sum += of_tic.size();
    }
    insist(sum == m.all.size(), "moves that belong to no tic");
}

void read_as_trace(std::string_view bytes) {
    trace t = read_trace_bytes(bytes, name, small);
    insist(!describe(t).empty(), "nothing to tell of a trace");
    if (t.contradiction) return;
    std::vector<trace> traces;
    traces.push_back(std::move(t));
    const auto all = contestants();
    const report r = replay(std::move(traces), {all.begin(), all.end()}, 0, [](const std::string&, double) {});
    for (const std::string& complaint : r.complaints()) std::fprintf(stderr, "%s\n", complaint.c_str());
    insist(r.failures() == 0, "a trace that does not contradict itself is replayed otherwise");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
    try {
        if (data[0] % 2 != 0) read_as_moves(bytes);
        else read_as_trace(bytes);
    } catch (const malformed& error) {
        insist(std::string_view(error.what()).starts_with("fuzz:"), "a message without the file's name");
    }
    return 0;
}
