#pragma once

#include <throng/core/compiler.hpp>

#include <streambuf>
#include <string_view>

namespace throng::core {

/// Characters in memory as a stream.
class json_text : public std::streambuf {
  public:
    explicit json_text(std::string_view text) {
        char* const begin = const_cast<char*>(text.data()); // (It is read only.)
        setg(begin, begin, begin + text.size());
    }
};

} // namespace throng::core
