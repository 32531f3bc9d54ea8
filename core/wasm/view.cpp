// A whole state as numbers, read in the same order by web/src/core/view.ts.
#include "exchange.hpp"

namespace harmonies::wasm {
namespace {

void add_tokens(Numbers& numbers, const TokenCount& tokens) {
  for (const int count : tokens.of) numbers.add(count);
}

void add_needs(Numbers& numbers, const State& state) {
  const Need wanted = state.phase == Phase::deal ? need(state) : Need{};
  numbers.add(std::popcount(wanted.groups));
  numbers.add(std::popcount(wanted.river));
  numbers.add(wanted.spirits);
}

void add_table(Numbers& numbers, const State& state) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.group_slots()); ++i)
    add_tokens(numbers, state.groups[i]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.river_slots()); ++i)
    numbers.add(number_of_card(state.river[i]));
  numbers.add_set(state.pile);
  numbers.add_set(state.gone);
  add_tokens(numbers, state.bag);
}

void add_turn(Numbers& numbers, const Game& game) {
  const State& state = game.state();
  numbers.add(state.turn + 1);
  numbers.add(state.to_move());
  numbers.add(static_cast<int>(state.phase));
  numbers.add(state.last_round);
  numbers.add(state.taken == kNoGroup ? kNone : state.taken);
  add_tokens(numbers, state.hand);
  numbers.add(state.drafted);
  numbers.add(state.discarded);
  for (const Card card : state.dealt) numbers.add(number_of_card(card));
  add_needs(numbers, state);
  numbers.add(game.undoable());
}

void add_seat(Numbers& numbers, const State& state, const Seat& seat) {
  for_each_space(all_spaces(state.side),
                 [&](Space space) { numbers.add(static_cast<int>(seat.board.stack(space))); });
  numbers.add_set(packed(seat.board.cubes));
  const std::uint32_t cards = seat.held | seat.completed;
  numbers.add_set(cards);
  for_each_card(cards, [&](Card card) { numbers.add(state.settled[card]); });
  numbers.add(number_of_card(seat.spirit));
  numbers.add(seat.spirit_settled());
  numbers.add(number_of(seat.spirit_space));
  numbers.add(number_of_card(seat.returned));
}

}  // namespace

EXPORTED(int, game_view)(const Game* game) {
  const State& state = game->state();
  Numbers numbers;
  numbers.add(static_cast<int>(state.side));
  numbers.add(state.players);
  numbers.add(state.spirits);
  numbers.add(state.first);
  add_turn(numbers, *game);
  add_table(numbers, state);
  for (std::size_t seat = 0; seat < state.players; ++seat)
    add_seat(numbers, state, state.seats[seat]);
  return numbers.size();
}

}  // namespace harmonies::wasm
