#pragma once

/// Worlds that are divided over the ranks of MPI: `throng::mpi::divided`. With CMake, link the target throng::mpi,
/// which needs MPI (Debian: libopenmpi-dev). docs/divided.md shows it.
#include <throng/extra/mpi/divided.hpp>
#include <throng/extra/mpi/saving.hpp>
