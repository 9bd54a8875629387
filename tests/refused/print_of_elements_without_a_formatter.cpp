// refused: Cannot format an argument
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
#error Cannot format an argument
#endif
