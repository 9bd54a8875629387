#include "packing.hpp"

#include <zstd.h>

#include <stdexcept>

std::string packed(std::string_view bytes, bool checksum) {
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
    const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
    ZSTD_freeCCtx(context);
    if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
    out.resize(size);
    return out;
}
