// How likely a seat is to win, from what the final scores are expected to be. Whole numbers, from a
// table of the normal distribution: the same on every machine.
#pragma once

#include <cstdint>
#include <span>

#include "harmonies/search/evaluation.hpp"

namespace harmonies {

using Chance = std::int32_t;  // in millionths
inline constexpr Chance kCertain = 1'000'000;

// A final score that is expected, and by how much it is off as a rule: one standard deviation.
struct Forecast {
  Value points = 0;
  Value spread = 0;
};

// How likely the seat is to have more points than each of the others.
Chance win_chance(std::span<const Forecast> seats, std::size_t seat);

// Of a game that has ended: winners share the win.
Chance share_of_win(const State& over, int seat);

}  // namespace harmonies
