// Everything that is known of a game at one moment. A small flat value: copying it is a memcpy, two
// states are the same when their bytes are.
//
// There is no hidden order in it: how many tokens of each colour the bag holds and which cards are
// in the pile, but not what comes next; that is a Dealer's business. The only private thing is
// what seats know of spirits: the two that the seat to move chooses from and those given back.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "harmonies/board.hpp"
#include "harmonies/cards.hpp"
#include "harmonies/move.hpp"

namespace harmonies {

inline constexpr int kMostSeats = 4;
inline constexpr int kRiver = 5;
inline constexpr int kGroupSize = 3;
inline constexpr int kMostUncompleted = 4;
inline constexpr int kFewEmptySpaces = 2;
inline constexpr std::uint8_t kNoGroup = 255;
inline constexpr Space kSomewhere = 254;  // a settled spirit cube, it is not known where

struct Setup {
  Side side = Side::A;
  std::uint8_t players = 2;
  bool spirits = false;
  std::uint8_t first = 0;

  constexpr bool valid() const {
    return players >= 1 && players <= kMostSeats && first < players && side <= Side::B;
  }
};

enum class Phase : std::uint8_t { deal, keep, play, over };

struct Seat {
  Board board;
  std::uint32_t held = 0;       // animals with cubes left on their cards
  std::uint32_t completed = 0;  // animals without
  Card spirit = kNoCard;        // the one it kept
  Space spirit_space = kNowhere;
  Card returned = kNoCard;  // the spirit it gave back, where that may be known
  std::array<std::uint8_t, 5> zero{};

  constexpr bool spirit_settled() const { return spirit_space != kNowhere; }
  constexpr int uncompleted() const {
    return std::popcount(held) + (spirit != kNoCard && !spirit_settled() ? 1 : 0);
  }
  friend constexpr bool operator==(const Seat&, const Seat&) = default;
};

struct State {
  std::array<Seat, kMostSeats> seats{};
  std::uint32_t pile = 0;  // the animals that are still to come
  std::uint32_t gone = 0;  // those discarded
  std::array<std::uint8_t, kAnimalCount> settled{};
  TokenCount bag;
  std::array<TokenCount, kGroups> groups{};
  TokenCount hand;
  std::array<Card, kRiver> river{kNoCard, kNoCard, kNoCard, kNoCard, kNoCard};
  std::array<Card, 2> dealt{kNoCard, kNoCard};  // what the seat to move chooses its spirit from
  Side side = Side::A;
  std::uint8_t players = 2;
  bool spirits = false;
  std::uint8_t first = 0;
  std::uint8_t turn = 0;  // how many turns have been ended
  Phase phase = Phase::deal;
  bool last_round = false;
  std::uint8_t taken = kNoGroup;
  bool drafted = false;
  bool discarded = false;
  std::array<std::uint8_t, 5> zero{};

  constexpr bool solo() const { return players == 1; }
  constexpr int group_slots() const { return solo() ? 3 : kGroups; }
  constexpr int river_slots() const { return solo() ? 3 : kRiver; }
  constexpr int to_move() const { return (first + turn) % players; }
  constexpr Seat& mover() { return seats[static_cast<std::size_t>(to_move())]; }
  constexpr const Seat& mover() const { return seats[static_cast<std::size_t>(to_move())]; }
  constexpr bool first_turn() const { return turn < players; }
  constexpr Setup setup() const { return {side, players, spirits, first}; }
  constexpr std::uint32_t face_up() const {
    std::uint32_t cards = 0;
    for (const Card card : river)
      if (card != kNoCard) cards |= static_cast<std::uint32_t>(card_bit(card));
    return cards;
  }

  friend constexpr bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>, "equal states have equal bytes");
static_assert(sizeof(State) <= 512);

// The start of a game, waiting for its first draw.
State new_game(const Setup& setup);

// The spirits that nobody is known to have: they are still face down.
CardSet unseen_spirits(const State& state);

std::uint64_t hash_of(const State& state);

}  // namespace harmonies
