#include "allows.hpp"

namespace bench {

namespace {

struct row {
    /// Part of a contestant's name.
    std::string_view part;
    std::string_view allowed;
};

// The first row whose part is in the name counts.
constexpr row rows[] = {
    {"throng::buffered", "anything; newcomers wait for commit()"},
    {"throng::world", "anything; newcomers wait for the next walk"},
    {"throng::", "anything: add, remove any, clear, nested walks, break, throw"},
    {"compaction", "remove itself, add at the end; one walk at a time; elements move after their visit"},
    {"two lists", "remove itself, add at the end; one walk at a time; twice the memory"},
    {"erase_if", "add at the end; the dead stay to the end of the walk"},
    {"swap and pop", "remove itself, add at the end; one walk at a time"},
    {"tombstone array", "remove any, add at the end, nested walks; the dead stay until all arrays have met them"},
    {"stored nodes", "remove any, add at the end; one walk at a time"},
    {"index correction", "remove itself, add at the end; one walk at a time"},
    {"backwards iteration", "remove itself; what is added is not met"},
    {"linear search", "remove any if the index is corrected, add at the end; one walk at a time"},
    {"std::vector", "nothing that changes its size, but by index and with care"},
    {"std::list", "erase by the returned iterator; another only if no walk stands on it; add anywhere"},
    {"std::unordered", "erase by the returned iterator; adding may rehash and end the walk"},
    {"std::map", "erase by the returned iterator; another only if no walk stands on it; add anywhere"},
    {"std::set", "erase by the returned iterator; another only if no walk stands on it; add anywhere"},
    {"boost::intrusive", "erase by the returned iterator; another only if no walk stands on it; add anywhere"},
    {"boost::", "erase by the returned iterator; another only if no walk stands on it"},
    {"tsl::ordered", "nothing: an erase moves what is behind it"},
    {"tsl::", "erase by the returned iterator; adding may rehash and end the walk"},
    {"plf::", "erase by the returned iterator; what is added may be seen or not, and may move the end"},
    {"EnTT", "remove the current one; removing another is undefined (in-place storage: allowed); added are not seen"},
    {"entt", "remove the current one; removing another is undefined (in-place storage: allowed); added are not seen"},
    {"flecs", "deferred: changes wait for the end of the walk, and are not seen until then"},
    {"gaia", "deferred by a command buffer; changes in place are an error"},
    {"limit", "nothing: it is a bound, not a collection"},
};

} // namespace

std::string_view allows(std::string_view contestant) {
    for (const row& r : rows)
        if (contestant.find(r.part) != std::string_view::npos) return r.allowed;
    return "";
}

} // namespace bench
