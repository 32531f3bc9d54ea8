#include "harmonies/simulate.hpp"

#include <vector>

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

namespace {

template <class Operation>
std::uint64_t sum_over(std::span<const State> states, std::uint64_t rounds, Operation operation) {
  std::uint64_t sum = 0;
  for (; rounds > 0; --rounds)
    for (const State& state : states) sum += operation(state);
  return sum;
}

// The moves are found beforehand: what is measured is a copy and what a move does to it.
std::uint64_t apply_all(std::span<const State> states, std::uint64_t rounds) {
  struct Step {
    const State* before;
    Move move;
  };
  std::vector<Step> steps;
  for (const State& state : states)
    if (const MoveList moves = legal_moves(state); !moves.empty())
      steps.push_back({&state, moves[moves.size() / 2]});
  std::uint64_t sum = 0;
  for (; rounds > 0; --rounds)
    for (const Step& step : steps) {
      State after = *step.before;
      apply(after, step.move);
      asm volatile("" : : "r"(&after) : "memory");
      sum += after.turn;
    }
  return sum;
}

}  // namespace

bool repeat_operation(std::string_view operation, std::span<const State> states,
                      std::uint64_t rounds, std::uint64_t& sum) {
  if (operation == "copy") {
    State copy;
    sum = sum_over(states, rounds, [&copy](const State& state) -> std::uint64_t {
      copy = state;
      asm volatile("" : : "r"(&copy) : "memory");
      return copy.turn;
    });
  } else if (operation == "legal") {
    sum = sum_over(states, rounds, [](const State& state) { return legal_moves(state).size(); });
  } else if (operation == "apply") {
    sum = apply_all(states, rounds);
  } else if (operation == "score") {
    sum = sum_over(states, rounds, [](const State& state) {
      return static_cast<std::uint64_t>(score(state, state.to_move()).total());
    });
  } else if (operation == "redact") {
    sum = sum_over(states, rounds, [](const State& state) -> std::uint64_t {
      return redacted(state, SeatSet{0}).turn;
    });
  } else {
    return false;
  }
  return true;
}

}  // namespace harmonies
