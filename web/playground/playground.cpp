// What the page calls: `script` gives room for a script, `play` plays it, and gives the steps as JSON.
#include "of_others.hpp"
#include "of_throng.hpp"
#include "script.hpp"

#include <memory>

namespace {

std::string text;
std::string answer;

std::unique_ptr<playground::contestant> made(int which) {
    using namespace playground;
    switch (which) {
    case 0:
        return std::make_unique<of_throng<throng::list<element>>>();
    case 1:
        return std::make_unique<of_throng<throng::bag<element>>>();
    case 2:
        return std::make_unique<of_throng<throng::pool<element>>>();
    case 3:
        return std::make_unique<of_vector>();
    default:
        return std::make_unique<of_queue>();
    }
}

} // namespace

extern "C" {

/// Where a script of so many bytes is to be written.
[[clang::export_name("script")]] char* script(std::size_t bytes) {
    text.resize(bytes);
    return text.data();
}
/// Plays it on 0: list, 1: bag, 2: pool, 3: std::vector, 4: a queue. Ends with a zero.
[[clang::export_name("play")]] const char* play(int which) {
    const std::unique_ptr<playground::contestant> c = made(which);
    answer = playground::player(*c).play(text);
    return answer.c_str();
}
}
