// How the module and the page speak: an exported function takes and gives plain numbers; what does
// not fit into one goes through two rooms in the module's memory, one for text and one for whole
// numbers. Each call may overwrite what the last one left there.
//
// The caller is the typed door in web/src/core and nobody else. It owns the games it was given, and
// passes seats, cards and moves that exist: what it must not get wrong is checked with `demand`,
// which stops the call where going on could harm memory. What people type is never trusted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harmonies/game.hpp"

#define EXPORTED(result, name) extern "C" __attribute__((export_name(#name))) result name

namespace harmonies::wasm {

inline constexpr std::size_t kTextRoom = 65536;
inline constexpr std::size_t kNumberRoom = 1024;

inline constexpr int kNone = -1;
inline constexpr int kHidden = -2;

inline void demand(bool condition) {
  if (!condition) __builtin_trap();
}

// What the page wrote into the text room.
std::string_view heard(int length);

// Writes a text for the page; returns its length.
int say(std::string_view text);

// Writes numbers for the page, one behind the other.
class Numbers {
 public:
  void add(int number);
  void add(bool flag) { add(flag ? 1 : 0); }
  void add_set(std::uint32_t set) { add(static_cast<int>(set)); }
  int size() const { return static_cast<int>(size_); }

 private:
  std::size_t size_ = 0;
};

// A set of spaces in one integer: bit i is the space with the number i.
std::uint32_t packed(Spaces spaces);

constexpr int number_of(Space space) { return space >= 64 ? kNone : kNumberOfSpace[space]; }
constexpr int number_of_card(Card card) {
  return card < kCardCount ? card : card == kHiddenCard ? kHidden : kNone;
}

inline Move move_numbered(int index) {
  demand(index >= 0 && index < kMoveCount);
  return Move::from_index(index);
}

inline Card card_numbered(int card) {
  demand(card >= 0 && card < kCardCount);
  return static_cast<Card>(card);
}

inline Side side_numbered(int side) {
  demand(side == 0 || side == 1);
  return static_cast<Side>(side);
}

inline void demand_seat(const State& state, int seat) { demand(seat >= 0 && seat < state.players); }

}  // namespace harmonies::wasm
