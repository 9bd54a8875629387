#include "malformed.hpp"
#include "zstd.hpp"

namespace throng::tool {

std::unique_ptr<byte_source> unpack_zstd(std::unique_ptr<byte_source>, const std::string& name) {
    throw malformed(name, 0, "plain text, since this program was built without zstd", "zstd data");
}

} // namespace throng::tool
