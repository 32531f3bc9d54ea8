// Points and their reasons, and where cards fit.
#include "exchange.hpp"
#include "harmonies/score.hpp"
#include "near.hpp"

namespace harmonies::wasm {

EXPORTED(int, seat_points)(const Game* game, int seat) {
  demand_seat(game->state(), seat);
  Numbers numbers;
  for (const int points : score(game->state(), seat).of) numbers.add(points);
  return numbers.size();
}

// How many reasons, and for each its category, points, size, card, spaces, and how many spaces its
// path has with those spaces from end to end.
EXPORTED(int, seat_reasons)(const Game* game, int seat) {
  demand_seat(game->state(), seat);
  Numbers numbers;
  const Reasons reasons = explain(tableau(game->state(), seat));
  numbers.add(static_cast<int>(reasons.size()));
  for (const Reason& reason : reasons) {
    numbers.add(static_cast<int>(reason.category));
    numbers.add(reason.points);
    numbers.add(reason.size);
    numbers.add(number_of_card(reason.card));
    numbers.add_set(packed(reason.spaces));
    numbers.add(count(reason.path));
    for_each_along(reason.path, [&](Space space) { numbers.add(number_of(space)); });
  }
  return numbers.size();
}

// Three numbers a seat: place, points, cubes.
EXPORTED(int, places)(const Game* game) {
  const Standings table = standings(game->state());
  Numbers numbers;
  for (std::size_t seat = 0; seat < game->state().players; ++seat) {
    numbers.add(table.place[seat]);
    numbers.add(table.points[seat]);
    numbers.add(table.cubes[seat]);
  }
  return numbers.size();
}

EXPORTED(int, seat_suns)(const Game* game, int seat) {
  const State& state = game->state();
  demand_seat(state, seat);
  return suns(score(state, seat).total(), state.side, state.spirits,
              state.seats[static_cast<std::size_t>(seat)].spirit);
}

EXPORTED(std::uint32_t, card_fits)(const Game* game, int seat, int card) {
  demand_seat(game->state(), seat);
  return packed(fits(game->state(), seat, card_numbered(card)));
}

// Three numbers a space: the space, how many tokens are missing, and where.
EXPORTED(int, card_nears)(const Game* game, int seat, int card) {
  demand_seat(game->state(), seat);
  const Board& board = game->state().seats[static_cast<std::size_t>(seat)].board;
  Numbers numbers;
  for_each_space(all_spaces(game->state().side), [&](Space space) {
    const Lack lack = lacking(board, game->state().side, habitat_of(card_numbered(card)), space);
    if (!lack.possible) return;
    numbers.add(number_of(space));
    numbers.add(lack.tokens);
    numbers.add_set(packed(lack.spaces));
  });
  return numbers.size();
}

}  // namespace harmonies::wasm
