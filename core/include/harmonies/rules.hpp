// What may be done in a state, and what it does.
#pragma once

#include <array>
#include <cstdint>

#include "harmonies/state.hpp"

namespace harmonies {

// Why a move or a draw is refused. Each has a code that outlives its wording: see error_codes.cpp.
enum class Refusal : std::uint8_t {
  none,
  game_over,
  waiting_for_draw,
  keep_first,
  nothing_to_keep,
  spirit_not_dealt,
  no_such_group,
  group_empty,
  already_taken,
  take_first,
  token_not_in_hand,
  not_on_board,
  space_locked,
  does_not_stack,
  card_not_face_up,
  already_drafted,
  hand_full,
  drafting_closed,
  card_not_held,
  card_completed,
  habitat_missing,
  space_taken,
  solo_only,
  discard_too_early,
  already_discarded,
  tokens_left,
  no_draw_due,
  wrong_draw_size,
  tokens_not_in_bag,
  card_not_in_pile,
  spirit_not_unseen,
  nothing_to_undo,
  keep_is_final,
};

const char* code_of(Refusal refusal);

// Room for the legal moves of any state.
class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, 256> moves_;
  std::size_t size_ = 0;
};

// Where a seat could settle a cube of a card now: its habitat stands there and no cube does. For
// any card, held or not.
Spaces fits(const State& state, int seat, Card card);

MoveList legal_moves(const State& state);

// The checked door: `none` when the move is legal.
Refusal check(const State& state, Move move);
// The trusted door: the move must be legal.
void apply(State& state, Move move);
// Both: applies a legal move, leaves the state as it is otherwise.
inline Refusal play(State& state, Move move) {
  const Refusal refusal = check(state, move);
  if (refusal == Refusal::none) apply(state, move);
  return refusal;
}

// What chance has to answer in Phase::deal.
struct Need {
  std::uint8_t groups = 0;  // a bit for each group to fill
  std::uint8_t river = 0;   // a bit for each place of the river that gets a card
  bool spirits = false;     // the seat to move looks at two spirits

  constexpr bool nothing() const { return groups == 0 && river == 0 && !spirits; }
  friend constexpr bool operator==(const Need&, const Need&) = default;
};

Need need(const State& state);

// Chance's answer: tokens for the groups, cards for the river and the two spirits. Both spirits are
// kHiddenCard for a reader who may not know them.
struct Draw {
  std::array<TokenCount, kGroups> groups{};
  std::array<Card, kRiver> river{kNoCard, kNoCard, kNoCard, kNoCard, kNoCard};
  std::array<Card, 2> spirits{kNoCard, kNoCard};

  friend constexpr bool operator==(const Draw&, const Draw&) = default;
};

Refusal check(const State& state, const Draw& draw);
void apply(State& state, const Draw& draw);
inline Refusal deal(State& state, const Draw& draw) {
  const Refusal refusal = check(state, draw);
  if (refusal == Refusal::none) apply(state, draw);
  return refusal;
}

// A set of seats, a bit each: one person may sit in several.
using SeatSet = std::uint8_t;
constexpr SeatSet seat_bit(int seat) { return static_cast<SeatSet>(1 << seat); }

// The state as somebody in these seats may know it; a spectator sits in none.
State redacted(const State& state, SeatSet seats);
Draw redacted(const Draw& draw);

}  // namespace harmonies
