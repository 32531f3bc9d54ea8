// What the network sees of a position, for the seat to move: a fixed number of slots, each with the
// number of one row of the network's first layer, or 0 for nothing. Two positions of the same turn
// differ in a few slots only, so that a child's sums follow from its parent's.
//
// A board turned by half, or mirrored, is the same board to every rule of the game; spaces are told
// apart by their place only as far as that leaves them different, so that such boards look alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harmonies/net/kernels.hpp"
#include "harmonies/score.hpp"
#include "harmonies/state.hpp"

namespace harmonies::net {

// A part of the encoding: so many slots, whose rows begin behind those of the part before.
enum class Part : std::uint8_t {
  space,         // for each space its kind of place and what stands there
  pair,          // for each two neighbours what stands on them
  around,        // for each space what it could become, by what lies around it
  held_near,     // for each held card, by its cubes left: places at most one token away
  held_far,      // two
  held_farther,  // three
  held_profile,  // how far the nearest places of its next three cubes are
  offer,         // the same for face-up cards and two cubes, by whether they can be taken
  spirit_near,   // an unsettled spirit, by how far its nearest place is
  spirit_worth,  // what a spirit would score now
  group,         // the tokens of a group of the central board
  bag,           // how many tokens of a colour the bag holds
  room,          // empty spaces, by tokens in hand
  time,          // how long the game will last
  others,        // the fewest empty spaces of another seat
  round,         // by players
  hand,          // tokens in hand of a colour
  cards,         // uncompleted cards
  waiting,       // seats that still have their turn in this round, by players
  growing,       // how many spaces hold a stack that can grow
  river,         // side A: length, groups and tokens of water
  islands,       // side B: islands, groups and tokens of water
  held_now,      // for each held card: places within reach of the tokens in hand
  offer_now,     // for each face-up card that can be taken now, the same
  hand_growth,   // for each colour in hand what it could be put to
  count_,
};

inline constexpr std::size_t kParts = static_cast<std::size_t>(Part::count_);
inline constexpr std::size_t kSpacesMost = 25;
inline constexpr std::size_t kPairsMost = 54;
inline constexpr std::size_t kKinds = 26;   // nothing, 14 stacks, and 11 of them with a cube
inline constexpr std::size_t kPlaces = 16;  // kinds of place, eight a side
inline constexpr std::size_t kKindPairs = kKinds * (kKinds + 1) / 2;
inline constexpr std::size_t kAroundCodes = 154;
inline constexpr std::size_t kLeftMost = 5;   // cubes of a card
inline constexpr std::size_t kProfiles = 55;  // of one, two or three cubes
inline constexpr std::size_t kOfferProfiles = 15;
inline constexpr std::size_t kGroupKinds = 56;

struct PartShape {
  const char* name;
  std::size_t slots;
  std::size_t rows;
};

inline constexpr std::array<PartShape, kParts> kShape = {{
    {"space", kSpacesMost, kPlaces * kKinds},
    {"pair", kPairsMost, 2 * kKindPairs},
    {"around", kSpacesMost, kAroundCodes},
    {"held_near", 4, kAnimalCount * kLeftMost * 6},
    {"held_far", 4, kAnimalCount * kLeftMost * 8},
    {"held_farther", 4, kAnimalCount * kLeftMost * 8},
    {"held_profile", 4, kAnimalCount * kProfiles},
    {"offer", kRiver, kAnimalCount * 3 * kOfferProfiles},
    {"spirit_near", 1, kSpiritCount * 5},
    {"spirit_worth", 1, kSpiritCount * 2 * 16},
    {"group", kGroups, kGroupKinds},
    {"bag", kTokenKinds, kTokenKinds * 8},
    {"room", 1, 26 * 4},
    {"time", 1, 22},
    {"others", 1, 27 * 2},
    {"round", 1, kMostSeats * 19},
    {"hand", kTokenKinds, kTokenKinds * 3},
    {"cards", 1, 5 * 2 * 2},
    {"waiting", 1, kMostSeats * 4},
    {"growing", 5, 5 * 5},
    {"river", 3, 22 + 6 + 11},
    {"islands", 3, 9 + 6 + 11},
    {"held_now", 4, kAnimalCount * 4},
    {"offer_now", kRiver, kAnimalCount * 3},
    {"hand_growth", kTokenKinds, kTokenKinds * 3 * 8},
}};

inline constexpr std::array<std::uint16_t, kParts + 1> kFirstRow = [] {
  std::array<std::uint16_t, kParts + 1> first{};
  std::size_t next = 1;  // row 0 is nothing
  for (std::size_t i = 0; i < kParts; ++i) {
    first[i] = static_cast<std::uint16_t>(next);
    next += kShape[i].rows;
  }
  first[kParts] = static_cast<std::uint16_t>(next);
  return first;
}();
inline constexpr std::size_t kRows = kFirstRow[kParts];

inline constexpr std::array<std::uint16_t, kParts + 1> kFirstSlot = [] {
  std::array<std::uint16_t, kParts + 1> first{};
  for (std::size_t i = 0; i < kParts; ++i)
    first[i + 1] = static_cast<std::uint16_t>(first[i] + kShape[i].slots);
  return first;
}();
// Rounded up, so that slots are compared four at a time.
inline constexpr std::size_t kSlots = (kFirstSlot[kParts] + 3U) / 4 * 4;

using Slots = std::array<std::uint16_t, kSlots>;

// Late positions are read by other weights than early ones: there are so many sets of them.
inline constexpr std::size_t kStages = 8;

struct Encoded {
  alignas(64) Slots slots{};
  std::uint8_t stage = 0;
};

// How many spaces lie at most 0, 1, 2 and 3 tokens from taking a card's cube.
using NearCounts = std::array<std::uint8_t, 4>;

// The counts of cards on one board, as far as they have been asked for.
struct NearMemory {
  std::array<NearCounts, kCardCount> of{};
  CardSet known = 0;
};

// The stage of a seat with so much time left.
std::uint8_t stage_at(int time);

// What the kernels look a card's habitat up in.
const NearTable& near_table(Card card);

// Encodes a position and then those that follow from it by one move, which share most of it.
// `points` are those of the seat to move, as `score` gives them.
class Encoder {
 public:
  explicit Encoder(const Kernels& kernels = best_kernels()) : kernels_(&kernels) {}

  void begin(const State& parent, const Points& points);
  const Encoded& parent() const { return parent_; }
  const Points& parent_points() const { return points_; }

  // Whether the boards of parent and child are the same, and so their points.
  bool same_board(const State& child) const;
  void follow(const State& child, const Points& points, Encoded& encoded);

 private:
  const Kernels* kernels_;
  Encoded parent_;
  Board board_;
  std::uint8_t taken_ = kNoGroup;
  Points points_;
  NearMemory near_;
  NearMemory now_;  // with the tokens in hand
};

}  // namespace harmonies::net
