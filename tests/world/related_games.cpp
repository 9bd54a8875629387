// needs exceptions
// (The machinery of random edits throws.)

#include "world/played.hpp"
#include "world/related_game.hpp"

using world_game::play_many;
using world_game::related_game;

namespace {

struct game_of_one_source : related_game {
    explicit game_of_one_source(world_game::choices c)
        : related_game(std::move(c), of_one_source, relations - of_one_source) {}
};

} // namespace

// Rules 1, 2, 3, 5, 7, 8, 9 of world.
TEST(random_relations, short_games) { play_many<related_game>(1, 6'000, 400); }
// Rules 1, 2, 3, 5, 7, 8, 9 of world.
TEST(random_relations, long_games) { play_many<related_game>(1'000, 20'000, 3'000); }
// Rules 1, 2, 3, 5, 7, 8, 9 of world.
TEST(random_relations, games_of_one_source) { play_many<game_of_one_source>(1, 15'000, 400); }
