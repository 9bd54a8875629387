/// A small level editor: each line is a command, which can be undone and redone.

#include <throng/world/edit_history.hpp>
#include <throng/world/relation.hpp>

#include <cstdio>
#include <sstream>
#include <string>

namespace {

struct position {
    int x = 0;
    int y = 0;
};
/// A switch opens a door.
struct opens {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<opens> {
    static constexpr const char* name = "opens";
};

namespace {

struct editor {
    throng::world level;
    throng::family family{level};
    throng::naming names{level};
    throng::relation<opens> opening{level};
    throng::edit_history history{
        level, throng::components<position, throng::kin, throng::entity_name, throng::related<opens>>};

    /// False if it cannot be done: the level is unchanged then.
    bool run(const std::string& line) {
        std::istringstream words(line);
        std::string verb, name, other;
        words >> verb >> name >> other;
        if (verb == "undo") return history.undo();
        if (verb == "redo") return history.redo();
        return history.make(line, [&] { return edit(verb, name, other); });
    }
    bool edit(const std::string& verb, const std::string& name, const std::string& other) {
        const throng::entity e = names.find(name);
        if (verb == "place") return names.set(level.create(position{}), name);
        if (verb == "move") return level.patch<position>(e, [](position& p) { ++p.x, ++p.y; });
        if (verb == "into") return family.adopt(names.find(other), e);
        if (verb == "link") return opening.relate(e, names.find(other));
        if (verb == "copy") return names.set(level.clone(e), other);
        return verb == "delete" && level.destroy(e);
    }
    void show() const {
        level.query<const position>().each([&](throng::entity e, const position& p) {
            const throng::entity door = opening.target_of(e);
            std::printf("  %s at %d,%d%s%s\n", names.path_of(e).c_str(), p.x, p.y, door ? " opens " : "",
                        names.path_of(door).c_str());
        });
    }
};

} // namespace

int main() {
    editor e;
    for (const char* line : {"place room", "place door", "place lever", "into door room", "link lever room/door",
                             "move lever", "delete room", "undo", "move moon", "copy lever lever", "undo", "undo",
                             "redo", "delete lever", "delete room", "undo", "undo"}) {
        const bool done = e.run(line);
        std::printf("%s%s\n", line, done ? "" : ": cannot be done");
    }
    e.show();
    std::printf("to undo: %zu, the next one is '%s'; to redo: %zu\n", e.history.undo_count(),
                std::string(e.history.undo_name()).c_str(), e.history.redo_count());
    while (e.history.undo()) {
    }
    std::printf("all undone: %zu entities\n", e.level.size());
    while (e.history.redo()) {
    }
    std::printf("all redone: %zu entities\n", e.level.size());
}
