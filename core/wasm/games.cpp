// Games by their address: making, copying, freeing, and what happens to them.
#include "exchange.hpp"
#include "harmonies/dealer.hpp"
#include "harmonies/text.hpp"

namespace harmonies::wasm {
namespace {

int games_in_use = 0;

Game* keep(const Game& game) {
  ++games_in_use;
  return new Game(game);
}

int fault(TextError error, int column) {
  Numbers().add(column);
  return static_cast<int>(error);
}

}  // namespace

EXPORTED(int, games_open)() { return games_in_use; }

EXPORTED(Game*, game_new)(int side, int players, int spirits, int first) {
  demand(players >= 1 && players <= kMostSeats && first >= 0 && first < players);
  return keep(Game(new_game({side_numbered(side), static_cast<std::uint8_t>(players), spirits != 0,
                             static_cast<std::uint8_t>(first)})));
}

// No game when the text says none; then the numbers are the error and its column.
EXPORTED(Game*, game_parse)(int length) {
  const Parsed<State> parsed = parse_state(heard(length));
  if (parsed.error == TextError::none) return keep(Game(parsed.value));
  Numbers numbers;
  numbers.add(static_cast<int>(parsed.error));
  numbers.add(parsed.column);
  return nullptr;
}

EXPORTED(Game*, game_copy)(const Game* game) { return keep(*game); }

// As somebody may know it who sits in these seats: bit i for seat i.
EXPORTED(Game*, game_redacted)(const Game* game, unsigned seats) {
  demand(seats < 1U << kMostSeats);
  return keep(Game(redacted(game->state(), static_cast<SeatSet>(seats))));
}

EXPORTED(void, game_free)(Game* game) {
  --games_in_use;
  delete game;
}

EXPORTED(int, game_players)(const Game* game) { return game->state().players; }

EXPORTED(int, game_position)(const Game* game) { return say(to_text(game->state())); }

EXPORTED(int, game_play)(Game* game, int move) {
  return static_cast<int>(game->play(move_numbered(move)));
}

EXPORTED(int, game_undo)(Game* game) { return static_cast<int>(game->undo()); }

// The text error, with its column as the number; 0 when the draw has been dealt.
EXPORTED(int, game_deal)(Game* game, int length) {
  const Parsed<Draw> parsed = parse_draw(game->state(), heard(length));
  if (parsed.error != TextError::none) return fault(parsed.error, parsed.column);
  demand(game->deal(parsed.value) == Refusal::none);
  return 0;
}

// Where no server deals: an answer to what the game needs, as text; kNone when it needs none. With
// another seed each time, drawing anew is as good as an order fixed once.
EXPORTED(int, game_random_draw)(const Game* game, std::uint32_t seed) {
  if (game->state().phase != Phase::deal) return kNone;
  FastRandom random(seed);
  Dealer dealer(game->state(), random);
  return say(to_text(dealer.draw(game->state())));
}

}  // namespace harmonies::wasm
