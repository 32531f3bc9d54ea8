// How far a habitat is from standing around a space.
#pragma once

#include "harmonies/board.hpp"

namespace harmonies::wasm {

struct Lack {
  bool possible = false;  // whether tokens alone can bring it about
  int tokens = 0;         // the fewest that have to be placed
  Spaces spaces = 0;      // where, for one of the rotations that need so few
};

// For a cube on `centre`. It asks what the board allows, not what bag or hand hold.
Lack lacking(const Board& board, Side side, const Habitat& habitat, Space centre);

}  // namespace harmonies::wasm
