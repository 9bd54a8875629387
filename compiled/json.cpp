#include <throng/extra/json_definitions.hpp>

namespace throng::core {

template void json_write_world(const storage<standard_allocator>&, const saved_components<standard_allocator>&,
                               std::ostream&);
template void json_write_families(const storage<standard_allocator>&, const saved_components<standard_allocator>&,
                                  std::ostream&);
template json_result json_read_contents(world_contents<standard_allocator>&,
                                        const saved_components<standard_allocator>&, std::streambuf&,
                                        std::function<const char*(std::string_view, entity&)>,
                                        const std::function<const char*(entity&, const char*&)>&,
                                        std::vector<json_instance>&);
template bool json_write_collection(std::span<const std::byte>, json_element&, std::ostream&);
template json_result json_read_collection(saved_form, json_element&, std::streambuf&,
                                          const std::function<restored(std::span<const std::byte>)>&);

} // namespace throng::core
