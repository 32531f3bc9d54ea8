// A game being played: its state, and the moves of the current turn that may still be taken back.
#pragma once

#include <vector>

#include "harmonies/rules.hpp"

namespace harmonies {

class Game {
 public:
  explicit Game(const State& state) : state_(state) {}

  const State& state() const { return state_; }
  int undoable() const { return static_cast<int>(before_.size()); }

  // Each leaves the game as it is when it refuses.
  Refusal play(Move move);
  Refusal deal(const Draw& draw);
  // Takes back the last move of the turn. The choice of a spirit stays, and so does an ended turn.
  Refusal undo();

 private:
  State state_;
  std::vector<State> before_;  // the states before each move that can be taken back
  bool kept_ = false;          // the turn began with the choice of a spirit
};

}  // namespace harmonies
