// A level is restarted from a copy: copies are assigned to a collection, and handles from before are asked. They are
// stale, for good; subsets stay with their master.
#include <throng/throng.hpp>

#include <cstdio>

struct thing {
    int number;
    void update(double) {}
    friend bool operator==(const thing&, const thing&) = default;
};

template <class C> void play(const char* name) {
    const auto say = [name](const char* how, bool found) {
        std::printf("%s, %s: the old handle %s\n", name, how, found ? "finds another thing" : "is stale");
    };
    C saved;
    saved.push_back(thing{7});
    if constexpr (requires { saved.commit(); }) saved.commit();
    {
        C c;
        const auto old = c.add(thing{1});
        c = saved;
        (void)c.add(thing{2});
        if constexpr (requires { c.commit(); }) c.commit();
        say("= copy", c.contains(old));
    }
    {
        C c;
        const auto old = c.add(thing{1});
        c = {thing{8}, thing{9}};
        (void)c.add(thing{2});
        if constexpr (requires { c.commit(); }) c.commit();
        say("= {a, b}", c.contains(old));
    }
    {
        C c;
        const auto old = c.add(thing{1});
        c = saved;
        for (const thing& t : c) (void)c.handle_of(t);
        say("= copy, and handle_of()", c.contains(old));
    }
}

template <class C> void play_with_a_subset(const char* name) {
    C c;
    C saved;
    c.push_back(thing{1});
    saved.push_back(thing{7});
    throng::subset<C> marked(c);
    for (const thing& t : c) marked.join(t);
    c = saved;
    std::printf("%s = copy: %zu of the subset", name, marked.size());
    for (const thing& t : c) marked.join(t);
    std::printf(", then %zu\n", marked.size());
    c = {thing{8}, thing{9}};
    std::printf("%s = {a, b}: %zu of the subset", name, marked.size());
    for (const thing& t : c) marked.join(t);
    std::printf(", then %zu\n", marked.size());
}

int main() {
    play<throng::list<thing>>("list");
    play<throng::bag<thing>>("bag");
    play<throng::buffered_list<thing>>("buffered_list");
    play<throng::entity_list<thing>>("entity_list");
    play_with_a_subset<throng::list<thing>>("list");
    play_with_a_subset<throng::entity_list<thing>>("entity_list");
}
