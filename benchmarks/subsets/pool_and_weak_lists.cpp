#include "pool_crowd.hpp"

std::unique_ptr<bench::contestant> bench::hunting_pool_and_weak_lists(std::size_t n, std::size_t most_bytes) {
    return hunting<pool_crowd_with<throng::weak_list<participant, pool_of_participants>>>(n, most_bytes);
}
