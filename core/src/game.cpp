#include "harmonies/game.hpp"

namespace harmonies {

Refusal Game::play(Move move) {
  const Refusal refusal = check(state_, move);
  if (refusal != Refusal::none) return refusal;
  kept_ = move.kind() == MoveKind::keep || (kept_ && move.kind() != MoveKind::end);
  if (move.kind() == MoveKind::keep || move.kind() == MoveKind::end)
    before_.clear();
  else
    before_.push_back(state_);
  apply(state_, move);
  return Refusal::none;
}

Refusal Game::deal(const Draw& draw) { return harmonies::deal(state_, draw); }

Refusal Game::undo() {
  if (before_.empty()) return kept_ ? Refusal::keep_is_final : Refusal::nothing_to_undo;
  state_ = before_.back();
  before_.pop_back();
  return Refusal::none;
}

}  // namespace harmonies
