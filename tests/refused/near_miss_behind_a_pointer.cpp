// refused: throng: the entity has isExpired(); entities have expired()
#include <throng/entity/layers.hpp>

#include <memory>

enum class on { front, count };
struct base {
    virtual ~base() = default;
    virtual void update(throng::time_step) = 0;
#if defined(MISTAKE)
    virtual bool isExpired() const = 0;
#else
    virtual bool expired() const = 0;
#endif
};

void mistake() {
    throng::layers<on, std::unique_ptr<base>> all;
    all.update(throng::time_step{1});
}
