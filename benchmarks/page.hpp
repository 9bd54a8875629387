#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// When, where and with what the records were made, in a line.
std::string circumstances(const options& o);

/// The records as one HTML page without any reference to another file: for each workload a picture of time against N,
/// and a table.
std::string as_html(const std::vector<workload>& workloads, const std::vector<record>& records,
                    const std::string& circumstances);

/// The same tables for the documentation.
std::string as_markdown(const std::vector<workload>& workloads, const std::vector<record>& records,
                        const std::string& circumstances);

} // namespace bench
