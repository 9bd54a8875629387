#pragma once

#include <throng/extra/json_values.hpp>
#include <throng/world/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// Where the entities of a text stand in it, for errors that are found when all has been read. Costs 16 bytes an
/// entity, however deep it stands: JSON pointers are made when one is wanted.
class json_places {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// The entity of that index is the `order`-th of the list, or of the children of the entity of index `above`.
    void put(std::uint32_t index, std::uint32_t above, std::uint64_t order, std::uint32_t line, std::uint32_t column) {
        if (index >= all_.size()) all_.resize(std::size_t{index} + 1);
        all_[index] = {above, static_cast<std::uint32_t>(order), line, column};
    }
    /// "/entities/3/children/1"; empty if none of that index has been read.
    [[nodiscard]] std::string pointer(std::uint32_t index) const {
        std::vector<std::uint32_t> path;
        for (std::uint32_t i = index; i != none && i < all_.size() && all_[i].line != 0; i = all_[i].above)
            path.push_back(all_[i].order);
        std::string text;
        for (std::size_t i = path.size(); i-- > 0;)
            (text += i + 1 == path.size() ? "/entities/" : "/children/") += std::to_string(path[i]);
        return text;
    }
    [[nodiscard]] std::size_t line(std::uint32_t index) const noexcept { return find(index).line; }
    [[nodiscard]] std::size_t column(std::uint32_t index) const noexcept { return find(index).column; }

  private:
    struct place {
        std::uint32_t above = none;
        std::uint32_t order = 0;
        /// Of its beginning; 0 where none has been read.
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };
    [[nodiscard]] place find(std::uint32_t index) const noexcept { return index < all_.size() ? all_[index] : place(); }

    std::vector<place> all_;
};

/// A value that names something which may stand further down: an entity by its id, a pattern by its path.
struct json_reference {
    entity to;
    std::string path;
    /// The entity that it is in, or none; and the rest of its JSON pointer.
    std::uint32_t in = json_places::none;
    std::string below;
    std::size_t line = 0;
    std::size_t column = 0;
};

} // namespace throng::core
