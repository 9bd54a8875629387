#pragma once

/// What a client may see of a server's world, in its own: the server's half, and the client's. No socket is in it, and
/// whatever carries bytes will do.
#include <throng/world/net/replica_decoder.hpp>
#include <throng/world/net/replica_encoder.hpp>
