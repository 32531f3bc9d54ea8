#include "harmonies/rules.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace harmonies {
namespace {

constexpr std::uint32_t animal_bit(Card card) { return static_cast<std::uint32_t>(card_bit(card)); }

constexpr bool animal_in(std::uint32_t animals, Card card) {
  return !is_spirit(card) && has_card(animals, card);
}

// Each optional action has one place that says why it is closed: legal_moves and check both ask it.

Refusal why_no_move(const State& state) {
  switch (state.phase) {
    case Phase::over: return Refusal::game_over;
    case Phase::deal: return Refusal::waiting_for_draw;
    default: return Refusal::none;
  }
}

Refusal why_no_take(const State& state) {
  return state.taken != kNoGroup ? Refusal::already_taken : Refusal::none;
}

Refusal why_no_draft(const State& state) {
  if (state.drafted) return Refusal::already_drafted;
  if (state.discarded) return Refusal::drafting_closed;
  if (state.mover().uncompleted() >= kMostUncompleted) return Refusal::hand_full;
  return Refusal::none;
}

Refusal why_no_discard(const State& state) {
  if (!state.solo()) return Refusal::solo_only;
  if (state.drafted) return Refusal::already_drafted;
  if (state.discarded) return Refusal::already_discarded;
  if (state.taken == kNoGroup || !state.hand.empty()) return Refusal::discard_too_early;
  return Refusal::none;
}

Refusal why_no_end(const State& state) {
  if (state.taken == kNoGroup) return Refusal::take_first;
  return state.hand.empty() ? Refusal::none : Refusal::tokens_left;
}

CardSet spirits_to_keep(const State& state) {
  if (state.dealt[0] == kHiddenCard) return unseen_spirits(state);
  return card_bit(state.dealt[0]) | card_bit(state.dealt[1]);
}

CardSet settling_cards(const Seat& seat) {
  CardSet cards = seat.held;
  if (seat.spirit != kNoCard && !seat.spirit_settled()) cards |= card_bit(seat.spirit);
  return cards;
}

Refusal check_place(const State& state, Token token, Space space) {
  if (state.taken == kNoGroup) return Refusal::take_first;
  if (state.hand[token] == 0) return Refusal::token_not_in_hand;
  if (!has(all_spaces(state.side), space)) return Refusal::not_on_board;
  const Board& board = state.mover().board;
  if (has(board.cubes, space)) return Refusal::space_locked;
  return on_top(board.stack(space), token) == Stack::empty ? Refusal::does_not_stack
                                                           : Refusal::none;
}

Refusal check_settle(const State& state, Card card, Space space) {
  const Seat& seat = state.mover();
  if (!has_card(settling_cards(seat), card)) {
    const bool completed = animal_in(seat.completed, card) || card == seat.spirit;
    return completed ? Refusal::card_completed : Refusal::card_not_held;
  }
  if (!has(all_spaces(state.side), space)) return Refusal::not_on_board;
  if (has(seat.board.cubes, space)) return Refusal::space_taken;
  const bool stands = has(matches(seat.board.layers(state.side), habitat_of(card)), space);
  return stands ? Refusal::none : Refusal::habitat_missing;
}

void settle(State& state, Card card, Space space) {
  Seat& seat = state.mover();
  seat.board.cubes |= bit(space);
  if (is_spirit(card)) {
    seat.spirit_space = space;
    return;
  }
  if (++state.settled[card] == cubes_of(card)) {
    seat.held &= ~animal_bit(card);
    seat.completed |= animal_bit(card);
  }
}

void keep(State& state, Card card) {
  Seat& seat = state.mover();
  seat.spirit = card;
  if (state.dealt[0] != kHiddenCard)
    seat.returned = state.dealt[0] == card ? state.dealt[1] : state.dealt[0];
  state.dealt = {kNoCard, kNoCard};
  state.phase = Phase::play;
}

void remove_from_river(State& state, Card card) {
  for (Card& place : state.river)
    if (place == card) place = kNoCard;
}

int empty_groups(const State& state) {
  int empty = 0;
  for (int i = 0; i < state.group_slots(); ++i)
    empty += state.groups[static_cast<std::size_t>(i)].empty() ? 1 : 0;
  return empty;
}

void end_turn(State& state) {
  if (state.solo()) state.groups = {};
  if (count(state.mover().board.empty(state.side)) <= kFewEmptySpaces ||
      state.bag.total() < kGroupSize * empty_groups(state))
    state.last_round = true;
  state.taken = kNoGroup;
  state.drafted = state.discarded = false;
  ++state.turn;
  if (state.last_round && state.turn % state.players == 0)
    state.phase = Phase::over;
  else
    state.phase = need(state).nothing() ? Phase::play : Phase::deal;
}

}  // namespace

Spaces fits(const State& state, int seat, Card card) {
  const Board& board = state.seats[static_cast<std::size_t>(seat)].board;
  return matches(board.layers(state.side), habitat_of(card)) & ~board.cubes;
}

MoveList legal_moves(const State& state) {
  MoveList moves;
  if (why_no_move(state) != Refusal::none) return moves;
  if (state.phase == Phase::keep) {
    for_each_card(spirits_to_keep(state), [&](Card card) { moves.add(Move::keep(card)); });
    return moves;
  }

  const Seat& seat = state.mover();
  const Layers on = seat.board.layers(state.side);
  if (why_no_take(state) == Refusal::none)
    for (int group = 0; group < state.group_slots(); ++group)
      if (!state.groups[static_cast<std::size_t>(group)].empty()) moves.add(Move::take(group));
  for (const Token token : kAllTokens)
    if (state.hand[token] != 0)
      for_each_space(carries(on, token) & ~seat.board.cubes,
                     [&](Space space) { moves.add(Move::place(token, space)); });
  if (why_no_draft(state) == Refusal::none)
    for (const Card card : state.river)
      if (card != kNoCard) moves.add(Move::draft(card));
  for_each_card(settling_cards(seat), [&](Card card) {
    for_each_space(matches(on, habitat_of(card)) & ~seat.board.cubes,
                   [&](Space space) { moves.add(Move::settle(card, space)); });
  });
  if (why_no_discard(state) == Refusal::none)
    for (const Card card : state.river)
      if (card != kNoCard) moves.add(Move::discard(card));
  if (why_no_end(state) == Refusal::none) moves.add(Move::end());
  return moves;
}

Refusal check(const State& state, Move move) {
  const auto first_of = [](Refusal closed, bool present, Refusal missing) {
    if (closed != Refusal::none) return closed;
    return present ? Refusal::none : missing;
  };
  if (const Refusal refusal = why_no_move(state); refusal != Refusal::none) return refusal;
  if (state.phase == Phase::keep) {
    if (move.kind() != MoveKind::keep) return Refusal::keep_first;
    return has_card(spirits_to_keep(state), move.card()) ? Refusal::none
                                                         : Refusal::spirit_not_dealt;
  }
  switch (move.kind()) {
    case MoveKind::keep: return Refusal::nothing_to_keep;
    case MoveKind::take:
      if (move.group() >= state.group_slots()) return Refusal::no_such_group;
      return first_of(why_no_take(state),
                      !state.groups[static_cast<std::size_t>(move.group())].empty(),
                      Refusal::group_empty);
    case MoveKind::place: return check_place(state, move.token(), move.space());
    case MoveKind::draft:
      return first_of(why_no_draft(state), animal_in(state.face_up(), move.card()),
                      Refusal::card_not_face_up);
    case MoveKind::settle: return check_settle(state, move.card(), move.space());
    case MoveKind::discard:
      return first_of(why_no_discard(state), animal_in(state.face_up(), move.card()),
                      Refusal::card_not_face_up);
    case MoveKind::end: return why_no_end(state);
  }
  return Refusal::none;
}

void apply(State& state, Move move) {
  switch (move.kind()) {
    case MoveKind::keep: keep(state, move.card()); break;
    case MoveKind::take:
      state.taken = static_cast<std::uint8_t>(move.group());
      state.hand = std::exchange(state.groups[state.taken], {});
      break;
    case MoveKind::place:
      state.mover().board.place(move.token(), move.space());
      --state.hand[move.token()];
      break;
    case MoveKind::draft:
      remove_from_river(state, move.card());
      state.mover().held |= animal_bit(move.card());
      state.drafted = true;
      break;
    case MoveKind::settle: settle(state, move.card(), move.space()); break;
    case MoveKind::discard:
      remove_from_river(state, move.card());
      state.gone |= animal_bit(move.card());
      state.discarded = true;
      break;
    case MoveKind::end: end_turn(state); break;
  }
}

Need need(const State& state) {
  Need need;
  if (state.bag.total() >= kGroupSize * empty_groups(state))
    for (std::size_t i = 0; i < static_cast<std::size_t>(state.group_slots()); ++i)
      if (state.groups[i].empty()) need.groups |= static_cast<std::uint8_t>(1U << i);
  int in_pile = std::popcount(state.pile);
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.river_slots()); ++i)
    if (state.river[i] == kNoCard && in_pile-- > 0)
      need.river |= static_cast<std::uint8_t>(1U << i);
  need.spirits = state.spirits && state.first_turn() && state.mover().spirit == kNoCard;
  return need;
}

Refusal check(const State& state, const Draw& draw) {
  if (state.phase != Phase::deal) return Refusal::no_draw_due;
  const Need wanted = need(state);
  TokenCount left = state.bag;
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (draw.groups[i].total() != ((wanted.groups >> i & 1) != 0 ? kGroupSize : 0))
      return Refusal::wrong_draw_size;
    for (const Token token : kAllTokens) {
      if (draw.groups[i][token] > left[token]) return Refusal::tokens_not_in_bag;
      left[token] = static_cast<std::uint8_t>(left[token] - draw.groups[i][token]);
    }
  }
  std::uint32_t pile = state.pile;
  for (std::size_t i = 0; i < kRiver; ++i) {
    const Card card = draw.river[i];
    if ((card != kNoCard) != ((wanted.river >> i & 1) != 0)) return Refusal::wrong_draw_size;
    if (card == kNoCard) continue;
    if (!(card < kAnimalCount && has_card(pile, card))) return Refusal::card_not_in_pile;
    pile &= ~animal_bit(card);
  }
  const auto [one, other] = draw.spirits;
  if ((one != kNoCard) != wanted.spirits || (other != kNoCard) != wanted.spirits)
    return Refusal::wrong_draw_size;
  if (!wanted.spirits || (one == kHiddenCard && other == kHiddenCard)) return Refusal::none;
  const CardSet unseen = unseen_spirits(state);
  const auto is_unseen = [unseen](Card card) {
    return card < kCardCount && has_card(unseen, card);
  };
  return is_unseen(one) && is_unseen(other) && one != other ? Refusal::none
                                                            : Refusal::spirit_not_unseen;
}

void apply(State& state, const Draw& draw) {
  for (std::size_t i = 0; i < kGroups; ++i)
    for (std::size_t token = 0; token < kTokenKinds; ++token) {
      const std::uint8_t drawn = draw.groups[i].of[token];
      state.groups[i].of[token] = static_cast<std::uint8_t>(state.groups[i].of[token] + drawn);
      state.bag.of[token] = static_cast<std::uint8_t>(state.bag.of[token] - drawn);
    }
  for (std::size_t i = 0; i < kRiver; ++i)
    if (draw.river[i] != kNoCard) {
      state.river[i] = draw.river[i];
      state.pile &= ~animal_bit(draw.river[i]);
    }
  const auto [one, other] = draw.spirits;
  state.dealt = {std::min(one, other), std::max(one, other)};
  state.phase = one != kNoCard ? Phase::keep : Phase::play;
}

State redacted(const State& state, SeatSet seats) {
  State seen = state;
  for (int seat = 0; seat < state.players; ++seat)
    if ((seats & seat_bit(seat)) == 0)
      seen.seats[static_cast<std::size_t>(seat)].returned = kNoCard;
  if (state.phase == Phase::keep && (seats & seat_bit(state.to_move())) == 0)
    seen.dealt = {kHiddenCard, kHiddenCard};
  return seen;
}

Draw redacted(const Draw& draw) {
  Draw seen = draw;
  if (draw.spirits[0] != kNoCard) seen.spirits = {kHiddenCard, kHiddenCard};
  return seen;
}

}  // namespace harmonies
