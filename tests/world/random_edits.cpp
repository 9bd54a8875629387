// needs exceptions

#include "world/played.hpp"

using world_game::game;
using world_game::play_many;

// Rules 1, 2, 3, 4, 5, 7, 9 of world.
TEST(random_edits, small_worlds) { play_many<game>(1, 300'000, 400); }
// Rules 1, 2, 3, 4, 5, 7, 9 of world.
TEST(random_edits, large_worlds) { play_many<game>(1'000'000, 700'000, 6'000); }
