#pragma once

#include "harness.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bench {

/// The records of one workload.
struct results {
    std::string name;
    std::string title;
    std::string unit;
    std::string why_behind;
    std::vector<std::size_t> sizes;
    /// In the order in which they first appear.
    std::vector<std::string> contestants;
    std::vector<const record*> records;

    const record* at(const std::string& contestant, std::size_t n) const;
    /// Any record of that contestant, for what does not depend on N.
    const record& of(const std::string& contestant) const;
    /// The fastest at N of those that keep order, or of all; ours, or the others' (limits are neither's).
    const record* best(std::size_t n, bool of_ours, bool keeping_order) const;
    const record* limit(std::size_t n) const;
};

std::vector<results> by_workload(const std::vector<workload>& workloads, const std::vector<record>& records);

/// How throng stands, a sentence for each N and promise: first by how much, or behind which.
struct sentence {
    std::string text;
    bool lost;
};
std::vector<sentence> verdicts(const results& r);

/// A note if the quartiles were so far apart that differences of a few percent say nothing; empty if not.
std::string noise_note(const results& r);

} // namespace bench
