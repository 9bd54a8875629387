// refused: throng: a collection is printed by {fmt} as its elements, and they have no formatter
#if __has_include(<fmt/format.h>)
#include <throng/extra/format.hpp>
#include <throng/list.hpp>

struct bullet {
    int damage;
};

void mistake() {
#if defined(MISTAKE)
    throng::list<bullet> bullets;
#else
    throng::list<int> bullets;
#endif
    (void)fmt::format("{}", bullets);
}
#elif defined(MISTAKE)
#error throng: a collection is printed by {fmt} as its elements, and they have no formatter
#endif
