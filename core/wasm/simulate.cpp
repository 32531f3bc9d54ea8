// What tests and benchmarks compare with the native core.
#include "harmonies/simulate.hpp"

#include "exchange.hpp"

namespace harmonies::wasm {

// A double holds every count up to 2^53, and needs no BigInt on the other side.
EXPORTED(double, game_perft)(const Game* game, int depth) {
  demand(depth >= 0);
  return static_cast<double>(perft(game->state(), depth));
}

// The moves played and the points of all seats.
EXPORTED(void, random_games)(int side, int players, int spirits, std::uint32_t games,
                             std::uint32_t seed) {
  demand(players >= 1 && players <= kMostSeats);
  const RandomGames sum = harmonies::random_games(
      {side_numbered(side), static_cast<std::uint8_t>(players), spirits != 0, 0}, games, seed);
  Numbers numbers;
  numbers.add(static_cast<int>(sum.moves));
  numbers.add(static_cast<int>(sum.points));
}

}  // namespace harmonies::wasm
