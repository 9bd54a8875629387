#pragma once

#include "../replay/run.hpp"

#include <string>
#include <vector>

namespace throng::tool {

/// The table for the terminal: a row a contestant, a column a trace, nanoseconds a visit.
std::string as_table(const report& r);

/// The report as JSON (see README.md for its form), with a line end.
std::string as_json(const report& r);

/// The report as one HTML page without any reference to another file.
std::string as_html(const report& r);

/// What visits are held to where the game cannot say it: a promise, and the names of those that give it.
struct held_to {
    std::string promise;
    std::string names;
};

/// Of the contestants that are compared with a model, in their order, each promise once.
std::vector<held_to> held_to_a_model(const report& r);

/// The results in sentences: the cost of a visit in a list and by hand, the fastest and the slowest collection, and
/// whether any differed. Empty where nothing was timed.
std::vector<std::string> findings(const report& r);

/// The words that the report uses of the games, each with its meaning: "tic", and the games that the traces are named
/// after.
struct term {
    std::string word;
    std::string meaning;
};
std::vector<term> glossary(const report& r);

/// The last line: what was replayed, how much was compared, how much of it failed.
std::string summary(const report& r);

/// The program's version, and what built it.
std::string version();
std::string build_description();

} // namespace throng::tool
