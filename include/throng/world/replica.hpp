#pragma once

/// Replication: the part of a server's world that a client may see, in the client's world. It opens no socket; any
/// connection that carries bytes will do.
#include <throng/world/net/replica_decoder.hpp>
#include <throng/world/net/replica_encoder.hpp>
