#include "game.hpp"

#include <sstream>

void add_rules(throng::world& w, throng::schedule& systems, int& woken) {
    w.on_remove<asleep>([&woken](throng::entity, asleep&) { ++woken; });
    systems.add("grazing", w.query<sheep>(throng::none_of<asleep>), [&w](throng::entity e, sheep& s) {
        if (s.hunger > 0) --s.hunger;
        else w.add<asleep>(e);
    });
    systems.add("waking", w.query<sheep>(throng::all_of<asleep>), [&w](throng::entity e, sheep& s) {
        if (++s.hunger == 3) w.remove<asleep>(e);
    });
}

std::string text_of(const throng::world& w) {
    std::ostringstream to;
    throng::write_json(w, to, all_components);
    return to.str();
}
std::string text_of(const throng::list<drop>& rain) {
    std::ostringstream to;
    throng::write_json(rain, to);
    return to.str();
}
throng::json_result read(throng::world& w, const std::string& text) {
    return throng::read_json(w, text, all_components);
}
throng::json_result read(throng::list<drop>& rain, const std::string& text) { return throng::read_json(rain, text); }
