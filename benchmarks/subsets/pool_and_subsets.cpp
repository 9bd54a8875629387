#include "pool_crowd.hpp"

#include <throng/subset.hpp>

std::unique_ptr<bench::contestant> bench::hunting_pool_and_subsets(std::size_t n, std::size_t most_bytes) {
    return hunting<pool_crowd_with<throng::subset<pool_of_participants>>>(n, most_bytes);
}
