// Objects with costly buffers: a removed object leaves its buffer to the next new one, which is nevertheless another
// object with another handle.
#include <throng/pool.hpp>

#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

struct trail {
    std::vector<float> points;
};

class trails {
  public:
    trails() {
        // Takes the buffer of each removed object, whatever removed it.
        all_.on_remove([this](trail& t) { spare_.push_back(std::move(t.points)); });
    }

    throng::handle<trail> start() {
        trail t;
        if (!spare_.empty()) {
            t.points = std::move(spare_.back());
            spare_.pop_back();
            t.points.clear();
        } else {
            t.points.reserve(256);
            ++made_;
        }
        return all_.add(std::move(t));
    }

    throng::pool<trail>& all() { return all_; }
    [[nodiscard]] std::size_t made() const { return made_; }

  private:
    std::vector<std::vector<float>> spare_;
    throng::pool<trail> all_;
    std::size_t made_ = 0;
};

} // namespace

int main() {
    trails t;
    const auto first = t.start();
    t.all().remove(first);
    t.all().remove(first); // the second call does nothing
    const auto second = t.start();
    std::printf("the first is %s, the second has room for %zu points\n", t.all().contains(first) ? "there" : "removed",
                t.all().get(second)->points.capacity());

    for (int frame = 0; frame < 1000; ++frame) {
        for (int i = 0; i < 20; ++i) t.start();
        for (trail& each : t.all()) {
            each.points.push_back(1);
            t.all().remove(each);
        }
    }
    std::printf("20,002 trails, %zu buffers\n", t.made());
}
