// Whole games and whole turns run inside the core: random games and perft.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harmonies/dealer.hpp"
#include "harmonies/rules.hpp"

namespace harmonies {

// The number of sequences of up to `depth` legal moves within the rest of the turn; `end` is a
// leaf.
std::uint64_t perft(const State& state, int depth);

// One of the legal moves, each as likely as the others. There must be one.
Move random_move(const State& state, FastRandom& random);

struct RandomGames {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t points = 0;  // of all seats
};

// Plays games to the end, each move uniform among all legal ones, and scores them.
RandomGames random_games(const Setup& setup, std::uint64_t games, std::uint64_t seed);

// For benchmarks: repeats one of "copy", "legal", "apply", "score", "redact" on each state. The sum
// of what it saw keeps the work from being optimised away; false when the operation is none of
// these.
bool repeat_operation(std::string_view operation, std::span<const State> states,
                      std::uint64_t rounds, std::uint64_t& sum);

}  // namespace harmonies
