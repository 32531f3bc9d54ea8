// How much of a game is left, as far as boards and bag tell.
#pragma once

#include <cstdint>

#include "harmonies/state.hpp"

namespace harmonies {

// How early in the game it is for the seat to move: kEarliest at the start, 0 when it has placed
// the last token of its last turn.
inline constexpr std::int32_t kEarliest = 256;
std::int32_t how_early(const State& state);

}  // namespace harmonies
