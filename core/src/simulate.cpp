#include "harmonies/simulate.hpp"

#include "harmonies/score.hpp"

namespace harmonies {

std::uint64_t perft(const State& state, int depth) {
  if (depth == 0) return 1;
  std::uint64_t sequences = 0;
  for (const Move move : legal_moves(state)) {
    if (move == Move::end() || depth == 1) {
      ++sequences;
      continue;
    }
    State after = state;
    apply(after, move);
    sequences += perft(after, depth - 1);
  }
  return sequences;
}

Move random_move(const State& state, FastRandom& random) {
  const MoveList moves = legal_moves(state);
  return moves[below(random, static_cast<std::uint32_t>(moves.size()))];
}

RandomGames random_games(const Setup& setup, std::uint64_t games, std::uint64_t seed) {
  FastRandom random(seed);
  RandomGames sum;
  for (; sum.games < games; ++sum.games) {
    State state = new_game(setup);
    Dealer dealer(state, random);
    while (state.phase != Phase::over) {
      if (state.phase == Phase::deal) {
        apply(state, dealer.draw(state));
      } else {
        apply(state, random_move(state, random));
        ++sum.moves;
      }
    }
    for (int seat = 0; seat < state.players; ++seat)
      sum.points += static_cast<std::uint64_t>(score(state, seat).total());
  }
  return sum;
}

}  // namespace harmonies
