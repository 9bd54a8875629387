#pragma once

#include <throng/core/language.hpp>

// std::allocator, std::allocator_traits and std::pmr::polymorphic_allocator, which every container of the standard
// library brings along, from the cheapest of them: <memory> and <memory_resource> would triple the compile time of a
// program's every file that includes one of throng's headers.
#include <list> // IWYU pragma: export
