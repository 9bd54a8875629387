// needs exceptions
// (The machinery of random edits throws.)

#include "world/played.hpp"
#include "world/related_game.hpp"

using world_game::play_many;
using world_game::related_game;

// Rules 1, 2, 3, 5, 7, 8, 9 of world.
TEST(random_relations, short_games) { play_many<related_game>(1, 6'000, 400); }
// Rules 1, 2, 3, 5, 7, 8, 9 of world.
TEST(random_relations, long_games) { play_many<related_game>(1'000, 20'000, 3'000); }
