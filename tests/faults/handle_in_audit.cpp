// A C struct that keeps a handle: eight bytes, as handle.hpp says, in the audit build, too.
// define: THRONG_AUDIT=1
#include <throng/list.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

struct shared_with_c {
    std::uint32_t state;
    unsigned char target[throng::handle<int>::bytes];
};
static_assert(sizeof(throng::handle<int>) == sizeof(std::uint64_t));
static_assert(sizeof(throng::handle<int>) == throng::handle<int>::bytes);

} // namespace

int main() {
    throng::list<int> numbers;
    const throng::handle<int> h = numbers.add(7);
    shared_with_c s{};
    std::memcpy(s.target, &h, sizeof(h));
    throng::handle<int> back;
    std::memcpy(static_cast<void*>(&back), s.target, sizeof(back));
    std::printf("%zu bytes, %d\n", sizeof(h), *numbers.get(back));

    throng::handle<int> zero;
    std::memset(static_cast<void*>(&zero), 0, sizeof(zero));
    std::printf("of zero bytes: %s\n", zero ? "something" : "nothing");
}
