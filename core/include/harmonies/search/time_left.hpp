// How much of a game is left, as far as boards and bag tell.
#pragma once

#include <cstdint>

#include "harmonies/state.hpp"

namespace harmonies {

// How long the seat to move will still play, in sixteenths of a turn: from its spaces, the others'
// and the bag. 0 when it has placed the last token of its last turn.
inline constexpr int kTurnTime = 16;
int time_left(const State& state);

// How early in the game it is for the seat to move: kEarliest at the start, 0 when it has placed
// the last token of its last turn.
inline constexpr std::int32_t kEarliest = 256;
std::int32_t how_early(const State& state);

}  // namespace harmonies
