#pragma once

/// # Random scripts

#include "contract/dice.hpp"
#include "contract/player.hpp"
#include "contract/situation.hpp"

#include <rapidcheck.h>

#include <cstdlib>
#include <ostream>
#include <sstream>

namespace contract {

/// A script as RapidCheck makes, shrinks and shows it.
struct generated {
    script steps;
    friend std::ostream& operator<<(std::ostream& out, const generated& g) { return out << to_text(g.steps); }
};

[[nodiscard]] inline rc::Gen<op> any_op() {
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
[[nodiscard]] inline rc::Gen<generated> any_script() {
    return rc::gen::map(rc::gen::container<script>(any_op()), [](script s) { return generated{std::move(s)}; });
}

/// Scripts made by RapidCheck, which also shrinks those that fail. RC_PARAMS sets another seed, number or size.
SITUATION(random_scripts_that_shrink, true) {
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    if (std::getenv("RC_PARAMS") == nullptr) {
        params.seed = 1;
        params.maxSuccess = 1000;
        params.maxSize = 300;
    }
    const auto result = rc::detail::checkTestable(
        [] {
            const generated g = *any_script();
            const outcome o = player<Adapter>{g.steps, {true, 0}}.play();
            if (!o.failure.empty()) RC_FAIL(o.failure);
        },
        rc::detail::TestMetadata{}, params);
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
}

} // namespace contract
