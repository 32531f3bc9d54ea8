// Moves: what is legal, what each of them is, and their text.
#include "exchange.hpp"
#include "harmonies/score.hpp"

namespace harmonies::wasm {

EXPORTED(int, move_count)() { return kMoveCount; }

EXPORTED(int, legal_moves)(const Game* game) {
  Numbers numbers;
  for (const Move move : harmonies::legal_moves(game->state())) numbers.add(move.index());
  return numbers.size();
}

EXPORTED(int, check_move)(const Game* game, int move) {
  return static_cast<int>(check(game->state(), move_numbered(move)));
}

// The refusal; without one the points that the seat to move would have after the move.
EXPORTED(int, preview_move)(const Game* game, int move) {
  State after = game->state();
  const int seat = after.to_move();
  const Refusal refusal = play(after, move_numbered(move));
  if (refusal != Refusal::none) return static_cast<int>(refusal);
  Numbers numbers;
  for (const int points : score(after, seat).of) numbers.add(points);
  return 0;
}

// Kind; card, token or group; space.
EXPORTED(void, move_parts)(int index) {
  const Move move = move_numbered(index);
  Numbers numbers;
  numbers.add(static_cast<int>(move.kind()));
  numbers.add(static_cast<int>(move.card()));
  numbers.add(number_of(move.space()));
}

EXPORTED(int, move_text)(int move) { return say(to_text(move_numbered(move))); }

// The move; kNone when the text says none, then the numbers are the error and its column.
EXPORTED(int, move_parse)(int length) {
  const ParsedMove parsed = parse_move(heard(length));
  if (parsed.syntax == MoveSyntax::fine) return parsed.move.index();
  Numbers numbers;
  numbers.add(static_cast<int>(parsed.syntax));
  numbers.add(parsed.column);
  return kNone;
}

}  // namespace harmonies::wasm
