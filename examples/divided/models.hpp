#pragma once

#include "options.hpp"

#include <throng/extra/mpi/communicator.hpp>

namespace models {

/// Birds, each of which flies as those around it do.
[[nodiscard]] int flocking(throng::mpi::communicator& ranks, const options& o);
/// The same on one process, in arrays and a grid of cells that are written for nothing else.
[[nodiscard]] int flocking_by_hand(const options& o);
/// A disease that goes from one to those around; some die of it, and some are born.
[[nodiscard]] int epidemic(throng::mpi::communicator& ranks, const options& o);

} // namespace models
