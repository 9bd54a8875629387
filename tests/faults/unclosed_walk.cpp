// Walks kept in storage that C gave, left by return without being closed: the collections still point into the storage,
// which is used for something else. The audit build names the walk at the next edit, and where it was opened.
// define: THRONG_AUDIT=1
// status: 4
#include <throng/throng.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

struct thing : throng::list_hook<>, throng::grid_hook<> {};

alignas(16) unsigned char frame[1024];

/// Leaves a walk open in the frame, and lets the frame be used again.
template <class Open> void leave_open(Open open) {
    using walk = decltype(open());
    static_assert(sizeof(walk) <= sizeof(frame));
    ::new (static_cast<void*>(frame)) walk(open());
    std::memset(frame, 0x5a, sizeof(frame));
}

/// Where the collections live that are damaged then: their destructors never run.
template <class C, class... Args> C& everlasting(Args... args) { return *new C(args...); }

int opened_at = 0;

struct refused {};
void refuse(const throng::violation& v) {
    std::printf("%s: %s, opened %s\n", v.collection, v.what,
                static_cast<int>(v.walk.line) == opened_at ? "there" : "elsewhere");
    std::fflush(stdout);
    static int refusals = 0;
    if (++refusals == 7) std::_Exit(4);
    throw refused{};
}

template <class Edit> void expect_refusal(Edit edit) {
    try {
        edit();
        std::puts("nothing was refused");
    } catch (const refused&) {
    }
}

template <class C> void play(const char* name) {
    C& c = everlasting<C>();
    c.name(name);
    c.add(1);
    opened_at = __LINE__ + 1;
    leave_open([&] { return c.walk(throng::live); });
    expect_refusal([&] { c.add(2); });
}

} // namespace

// needs exceptions
int main() {
    throng::on_violation(refuse);
    play<throng::list<int>>("list");
    play<throng::bag<int>>("bag");
    play<throng::pool<int>>("pool");
    play<throng::buffered_list<int>>("buffered list");
    play<throng::ordered_set<int>>("set");

    auto& world = everlasting<throng::world>();
    world.name("world");
    world.create(1);
    opened_at = __LINE__ + 1;
    leave_open([&] { return world.query<int>().walk(throng::live); });
    expect_refusal([&] { world.create(2); });

    // (Where the edit is noexcept the handler must not throw.)
    auto& linked = everlasting<throng::linked_list<thing>>();
    linked.name("linked list");
    auto& t = everlasting<thing>();
    opened_at = __LINE__ + 1;
    leave_open([&] { return linked.walk(throng::live); });
    linked.push_back(t);
}
