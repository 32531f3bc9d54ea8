// Random games whose states are worth looking at: cards are drafted, habitats built and cubes
// settled more often than by moves that are all equally likely.
#pragma once

#include <array>

#include "harmonies/dealer.hpp"
#include "harmonies/rules.hpp"
#include "harmonies/simulate.hpp"

namespace harmonies {

inline constexpr std::array<Setup, 16> kAllSetups = [] {
  std::array<Setup, 16> setups{};
  for (std::size_t i = 0; i < setups.size(); ++i) {
    const auto players = static_cast<std::uint8_t>(i / 2 % 4 + 1);
    setups[i] = {i < 8 ? Side::A : Side::B, players, i % 2 == 1,
                 static_cast<std::uint8_t>(i % players)};
  }
  return setups;
}();

// What the others than the seat to move have given back is another spirit, where that is known: all
// that this seat may know is the same. Says in how many seats something differs.
inline int change_returned_spirits(State& state) {
  int differed = 0;
  for (int seat = 0; seat < state.players; ++seat) {
    Seat& of = state.seats[static_cast<std::size_t>(seat)];
    if (seat == state.to_move() || of.returned == kNoCard) continue;
    of.returned = first_of(unseen_spirits(state));
    ++differed;
  }
  return differed;
}

// How many cubes of its cards the seat to move could settle.
inline int open_settlements(const State& state) {
  int open = 0;
  for (const Move move : legal_moves(state)) open += move.kind() == MoveKind::settle ? 1 : 0;
  return open;
}

inline Move lively_move(const State& state, FastRandom& random) {
  const MoveList moves = legal_moves(state);
  if (below(random, 4) == 0) return random_move(state, random);
  Move best = random_move(state, random);
  int most = 0;
  for (const Move move : moves) {
    if (move.kind() == MoveKind::settle) return move;
    if (move.kind() != MoveKind::place) continue;
    State next = state;
    apply(next, move);
    if (const int open = open_settlements(next); open > most) {
      most = open;
      best = move;
    }
  }
  return best;
}

// Plays one game to the end and visits each of its states, the last one too. The visitor gets the
// state before the change as well; they are the same in the beginning.
template <class Visit>
void play_lively_game(const Setup& setup, FastRandom& random, Visit&& visit) {
  State state = new_game(setup);
  Dealer dealer(state, random);
  visit(state, state);
  while (state.phase != Phase::over) {
    const State before = state;
    if (state.phase == Phase::deal)
      apply(state, dealer.draw(state));
    else
      apply(state, lively_move(state, random));
    visit(before, state);
  }
}

// So many games of each of the sixteen kinds.
template <class Visit>
void play_lively_games(int games, std::uint64_t seed, Visit&& visit) {
  FastRandom random(seed);
  for (const Setup& setup : kAllSetups)
    for (int game = 0; game < games; ++game) play_lively_game(setup, random, visit);
}

template <class Visit>
void for_each_lively_state(int games, std::uint64_t seed, Visit&& visit) {
  play_lively_games(games, seed, [&](const State&, const State& state) { visit(state); });
}

}  // namespace harmonies
