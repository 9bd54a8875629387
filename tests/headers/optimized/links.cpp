#include "loops.hpp"

#include <throng/linked_list.hpp>
#include <throng/weak_list.hpp>

namespace loops {
struct linked_object : throng::list_hook<> {
    int age = 0;
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};
using linked = throng::linked_list<linked_object>;
using weak = throng::weak_list<linked_object>;

[[gnu::flatten]] void range_for(linked& c) {
    for (linked_object& x : c) {
        ++x.age;
        if (dice() == 10) c.remove(x);
    }
}
[[gnu::flatten]] void each(linked& c, linked& other) {
    c.each([&](linked_object& x) {
        if (dice() == 10) other.push_back(x);
    });
}
[[gnu::flatten]] void range_for(weak& c) {
    for (linked_object& x : c) {
        x.gone = dice() == 10;
        if (dice() == 1) c.clear();
    }
}
[[gnu::flatten]] void each(weak& c) {
    c.each([&](linked_object& x) {
        if (dice() == 10) c.remove(x);
    });
}

} // namespace loops
