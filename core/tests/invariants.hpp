// What holds in every state that a game can reach and in every position that can be set up.
#pragma once

#include <cstring>

#include "harmonies/dealer.hpp"
#include "harmonies/score.hpp"
#include "harmonies/text.hpp"

namespace harmonies {

inline int tokens_in_play(const State& state) {
  int sum = state.bag.total() + state.hand.total();
  for (const TokenCount& group : state.groups) sum += group.total();
  for (const Seat& seat : state.seats) sum += tokens_on(seat.board).total();
  return sum;
}

inline bool same_bytes(const State& one, const State& other) {
  return std::memcmp(&one, &other, sizeof one) == 0;
}

namespace detail {

inline const char* broken_tokens(const State& state) {
  std::array<int, kTokenKinds> sum{};
  const auto add = [&sum](const TokenCount& tokens) {
    for (std::size_t i = 0; i < kTokenKinds; ++i) sum[i] += tokens.of[i];
  };
  add(state.bag);
  add(state.hand);
  for (const TokenCount& group : state.groups) {
    add(group);
    if (!group.empty() && group.total() != kGroupSize)
      return "a group is empty or has three tokens";
  }
  for (const Seat& seat : state.seats) add(tokens_on(seat.board));
  for (std::size_t i = 0; i < kTokenKinds; ++i)
    if (sum[i] > kBox.of[i]) return "no more tokens than the box holds";
  if (state.hand.total() > kGroupSize) return "a hand has three tokens at the most";
  if (state.taken == kNoGroup && !state.hand.empty()) return "a hand comes from a group";
  if (state.taken != kNoGroup && !state.groups[state.taken].empty())
    return "a taken group is empty";
  return nullptr;
}

inline const char* broken_cards(const State& state) {
  CardSet seen = 0;
  int places = 0;
  const auto see = [&](CardSet cards) {
    seen |= cards;
    places += std::popcount(cards);
  };
  see(state.pile);
  see(state.gone);
  for (const Card card : state.river)
    if (card != kNoCard) see(card_bit(card));
  for (const Seat& seat : state.seats) {
    see(seat.held);
    see(seat.completed);
  }
  if (seen != kAllAnimals || places != kAnimalCount) return "every animal is in one place";
  const auto see_spirit = [&](Card card) {
    if (card < kCardCount) see(card_bit(card));
  };
  for (const Seat& seat : state.seats) {
    see_spirit(seat.spirit);
    see_spirit(seat.returned);
  }
  for (const Card card : state.dealt) see_spirit(card);
  if (std::popcount(seen) != places) return "no spirit is in two places";
  if ((state.dealt[0] == kNoCard) != (state.phase != Phase::keep)) return "a pair is for keeping";
  return nullptr;
}

inline const char* broken_seat(const State& state, const Seat& seat) {
  if ((seat.board.occupied() | seat.board.cubes) & ~all_spaces(state.side))
    return "nothing stands beside the board";
  int settled = seat.spirit_settled() ? 1 : 0;
  bool counts_fit = true;
  for_each_card(seat.held, [&](Card card) {
    settled += state.settled[card];
    counts_fit = counts_fit && state.settled[card] < cubes_of(card);
  });
  for_each_card(seat.completed, [&](Card card) {
    settled += state.settled[card];
    counts_fit = counts_fit && state.settled[card] == cubes_of(card);
  });
  if (!counts_fit) return "a card is complete when its last cube is settled";
  if (count(seat.board.cubes) != settled) return "there are as many cubes as were settled";
  bool stand = true;
  for_each_space(seat.board.cubes,
                 [&](Space space) { stand = stand && takes_cube(seat.board.stack(space)); });
  if (!stand) return "a cube stands on a landscape";
  if (seat.spirit_settled() && seat.spirit_space != kSomewhere &&
      !has(seat.board.cubes, seat.spirit_space))
    return "a spirit's cube is on the board";
  if (state.phase != Phase::over && seat.uncompleted() > kMostUncompleted)
    return "nobody holds more than four uncompleted cards";
  return nullptr;
}

inline const char* broken_text(const State& state) {
  const std::string text = to_text(state);
  const Parsed<State> parsed = parse_state(text);
  if (parsed.error != TextError::none) return "a state prints as a position";
  return same_bytes(parsed.value, state) ? nullptr : "a position reads as the state it was";
}

inline const char* broken_score(const State& state) {
  for (int seat = 0; seat < state.players; ++seat) {
    const Tableau table = tableau(state, seat);
    Points sum;
    for (const Reason& reason : explain(table)) {
      std::int16_t& points = sum.of[static_cast<std::size_t>(reason.category)];
      points = static_cast<std::int16_t>(points + reason.points);
    }
    if (sum != score(table)) return "the points are the sum of their reasons";
  }
  return nullptr;
}

}  // namespace detail

// The first of them that does not hold, or nullptr.
inline const char* broken_invariant(const State& state) {
  if (const char* broken = detail::broken_tokens(state)) return broken;
  if (const char* broken = detail::broken_cards(state)) return broken;
  for (std::size_t i = 0; i < kMostSeats; ++i) {
    if (i >= state.players && state.seats[i] != Seat{}) return "an empty seat has nothing";
    if (const char* broken = detail::broken_seat(state, state.seats[i])) return broken;
  }
  for (Card card = 0; card < kAnimalCount; ++card)
    if (state.settled[card] != 0) {
      bool owned = false;
      for (const Seat& seat : state.seats)
        owned = owned || has_card(seat.held | seat.completed, card);
      if (!owned) return "only a seat's cards have cubes settled";
    }
  const bool can_go_on = state.phase == Phase::deal   ? !need(state).nothing()
                         : state.phase == Phase::over ? true
                                                      : !legal_moves(state).empty();
  if (!can_go_on) return "a game that is not over goes on";
  if (const char* broken = detail::broken_text(state)) return broken;
  if (const char* broken = detail::broken_text(redacted(state, SeatSet{0}))) return broken;
  for (int seat = 0; seat < state.players; ++seat)
    if (const char* broken = detail::broken_text(redacted(state, seat_bit(seat)))) return broken;
  return detail::broken_score(state);
}

}  // namespace harmonies
