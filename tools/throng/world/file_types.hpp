#pragma once

#include <throng/world/save.hpp>
#include <throng/world/save_collection.hpp>

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace throng::tool {

[[nodiscard]] bool is_saved_collection(std::span<const std::byte> bytes);

/// Memory for a value of a type of `file_types`, which is zero or empty, until the program ends.
[[nodiscard]] void* empty_value(const description& type);

/// The types of the components of a saved world, as components of run time, or that of the elements of a saved
/// collection: the program knows no game.
class file_types {
  public:
    /// The bytes are those of a saved world or collection. Throws `malformed`, which names the file.
    file_types(const std::string& file, std::span<const std::byte> bytes);
    file_types(const file_types&) = delete;
    file_types& operator=(const file_types&) = delete;

    /// A world gets all of the components. It must be gone before this is.
    void define_in(world& w) const;
    /// Of a collection; null of a world.
    [[nodiscard]] const description* element() const noexcept { return element_; }

    /// As a user reads it: "{x: float, y: float}".
    [[nodiscard]] static std::string spelling(const description& d);

  private:
    using saved = core::saved_types<std::allocator<std::byte>>;
    struct laid_out {
        description type;
        std::size_t alignment;
    };
    laid_out lay_out(const saved& types, saved::index i);
    laid_out lay_out_fields(const saved& types, saved::index first);
    const description& keep(const description& d);
    void read_collection(const std::string& file, byte_reader from);
    void read_world(const std::string& file, byte_reader from);

    /// What descriptions refer to stays where it is.
    std::deque<std::string> names_;
    std::deque<description> descriptions_;
    std::deque<std::vector<field_description>> fields_;
    std::deque<std::vector<enumerator>> enumerators_;
    std::vector<core::component_type> components_;
    const description* element_ = nullptr;
};

} // namespace throng::tool
