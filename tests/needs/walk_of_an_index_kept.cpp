// A walk of an index, or of a row of handles, is kept from one call to the next, as a walk of a list is: whose turn is
// it, from click to click.
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

struct fighter {
    char name;
    int initiative;
};

int main() {
    throng::list<fighter> all{{'a', 3}, {'b', 1}, {'c', 2}};
    throng::ordered_by order(all, &fighter::initiative);
    std::optional turns(order.walk(throng::residents));
    std::printf("%c\n", turns->next()->name);
    auto kept = std::move(*turns);
    turns.reset();
    all.remove(*all.first());
    std::printf("%c\n", kept.next()->name);
    kept = order.walk(throng::backward);
    std::printf("%c\n", kept.next()->name);

    std::vector<throng::handle<fighter>> handles;
    for (fighter& f : all) handles.push_back(all.handle_of(f));
    std::optional row(all.walk(handles));
    std::printf("%c\n", row->next()->name);
    auto rest = std::move(*row);
    row.reset();
    all.remove(*rest.current()); // it stays readable: the walk stands on it
    std::printf("%c\n", rest.current()->name);
    std::printf("%c\n", rest.next()->name);
}
