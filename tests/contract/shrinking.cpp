#include "contract/shrinking.hpp"

#include "contract/dice.hpp"
#include "contract/player.hpp"
#include "contract/volume.hpp"

#include <rapidcheck.h>

#include <cstdlib>
#include <ostream>
#include <sstream>
#include <string>

namespace contract {
namespace {

/// A script as RapidCheck makes, shrinks and shows it.
struct generated {
    script steps;
    friend std::ostream& operator<<(std::ostream& out, const generated& g) { return out << to_text(g.steps); }
};

rc::Gen<op> any_op() {
    unsigned total = 0;
    for (const frequency& f : frequencies) total += f.outside + f.inside;
    return rc::gen::map(rc::gen::pair(rc::gen::inRange(0U, total), rc::gen::inRange(0U, 256U)),
                        [](std::pair<unsigned, unsigned> rolled) {
                            std::size_t i = 0;
                            for (; rolled.first >= frequencies[i].outside + frequencies[i].inside; ++i)
                                rolled.first -= frequencies[i].outside + frequencies[i].inside;
                            const act what = static_cast<act>(i);
                            const unsigned argument = what == act::add_many ? rolled.second / 2 : rolled.second;
                            return op{what, static_cast<std::uint8_t>(argument)};
                        });
}
rc::Gen<generated> any_script() {
    return rc::gen::map(rc::gen::container<script>(any_op()), [](script s) { return generated{std::move(s)}; });
}

} // namespace

std::string play_generated_scripts(make_subject make) {
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    if (std::getenv("RC_PARAMS") == nullptr) {
        params.seed = 1;
        params.maxSuccess = static_cast<int>(edits_to_play() / 1000) + 1;
        params.maxSize = 300;
    }
    const auto result = rc::detail::checkTestable(
        [make] {
            const generated g = *any_script();
            const outcome o = play(g.steps, make, {true, 0});
            if (!o.failure.empty()) RC_FAIL(o.failure);
        },
        rc::detail::TestMetadata{}, params);
    if (result.template is<rc::detail::SuccessResult>()) return {};
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    return text.str();
}

} // namespace contract
