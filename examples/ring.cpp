// The last messages of a game: a new one drops the oldest, even while the messages are being drawn.
#include <throng/ring.hpp>

#include <cstdio>
#include <string>

namespace {

void show(const char* what, const throng::ring<std::string>& messages) {
    std::printf("%-16s", what);
    for (const std::string& m : messages) std::printf(" %s", m.c_str());
    std::printf("\n");
}

} // namespace

int main() {
    throng::ring<std::string> messages(4, {"dawn", "rain", "wolves"});
    messages.on_remove([](const std::string& m) { std::printf("forgotten:       %s\n", m.c_str()); });
    show("three of four:", messages);

    const throng::handle<std::string> first = messages.handle_of(*messages.first());
    messages.push_back("howling");
    messages.push_back("fire");
    std::printf("the first is %s\n", messages.contains(first) ? "there" : "removed");

    // The oldest is dropped while the loop visits it: it stays readable to the end of the visit.
    for (const std::string& m : messages) {
        if (m == "rain") messages.push_back("smoke");
        std::printf("drawn:           %s\n", m.c_str());
    }

    // A frozen view shows the elements of one moment.
    {
        const auto then = messages.freeze();
        for (const char* m : {"embers", "dusk", "night"}) messages.push_back(m);
        std::printf("%-16s", "then:");
        for (const std::string& m : then) std::printf(" %s", m.c_str());
        std::printf("\n");
    }
    show("now:", messages);
}
