#pragma once

namespace throng::tool {

/// The program: does what its arguments ask for, tells what is wrong with them on the standard error, and gives the
/// exit status (0 all agrees, 1 a replay differs from the recorded game, 2 something cannot be used). Throws nothing.
int command(int argc, char** argv);

} // namespace throng::tool
