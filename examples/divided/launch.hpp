#pragma once

#include "options.hpp"

namespace models {

/// Whether this process is one of those that MPI has started.
[[nodiscard]] bool is_rank();

/// Starts the program once more, with the same arguments, on as many ranks as are asked for, and waits for them. Where
/// one dies, says which. The program's exit status.
[[nodiscard]] int launch(const options& o, char** words);

} // namespace models
