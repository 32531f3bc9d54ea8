// The tables that positions are encoded by: worked out when the core is compiled.
#pragma once

#include <algorithm>
#include <array>

#include "harmonies/net/encoding.hpp"

namespace harmonies::net {

// A stack's code with a cube's bit above it, as a kind.
inline constexpr std::array<std::uint8_t, 32> kKindOf = [] {
  std::array<std::uint8_t, 32> kinds{};
  std::uint8_t next = 1;
  for (std::size_t code = 1; code < kStackKinds; ++code) kinds[code] = next++;
  for (std::size_t code = 1; code < kStackKinds; ++code)
    if (takes_cube(static_cast<Stack>(code))) kinds[16 + code] = next++;
  return kinds;
}();

// And the other way.
inline constexpr std::array<std::uint8_t, kKinds> kStackOfKind = [] {
  std::array<std::uint8_t, kKinds> codes{};
  for (std::uint8_t code = 0; code < kKindOf.size(); ++code)
    if (kKindOf[code] != 0) codes[kKindOf[code]] = code;
  return codes;
}();

inline constexpr auto kPairOf = [] {
  std::array<std::array<std::uint16_t, kKinds>, kKinds> pairs{};
  std::uint16_t next = 0;
  for (std::size_t a = 0; a < kKinds; ++a)
    for (std::size_t b = a; b < kKinds; ++b) pairs[a][b] = pairs[b][a] = next++;
  return pairs;
}();

// The spaces of a side in one row, their kinds of place, and which of them are neighbours.
struct Geometry {
  std::size_t spaces = 0, pairs = 0;
  std::array<std::uint8_t, 64> number{};  // of each space, counted from 0
  std::array<std::uint8_t, kSpacesMost> place{};
  struct Neighbour {
    std::uint8_t pair;
    Space other;
  };
  std::array<std::array<Neighbour, 6>, kSpacesMost> pairs_of{};
  std::array<std::uint8_t, kSpacesMost> pair_count{};
};

inline constexpr std::array<Geometry, 2> kGeometry = [] {
  std::array<Geometry, 2> both{};
  for (const Side side : {Side::A, Side::B}) {
    const auto& heights = kColumnHeights[static_cast<std::size_t>(side)];
    Geometry& of = both[static_cast<std::size_t>(side)];
    std::array<Space, kSpacesMost> space{};
    for_each_space(all_spaces(side), [&](Space at) {
      of.number[at] = static_cast<std::uint8_t>(of.spaces);
      space[of.spaces++] = at;
    });
    // Columns and rows are counted from the nearer end.
    const int columns = side == Side::A ? 5 : 7;
    std::array<std::array<int, 3>, 4> seen{};
    int next = static_cast<int>(side) * 8;
    for (auto& of_column : seen) of_column.fill(-1);
    for (std::size_t i = 0; i < of.spaces; ++i) {
      const int column = column_of(space[i]), row = row_of(space[i]);
      const int height = heights[static_cast<std::size_t>(column)];
      int& place = seen[static_cast<std::size_t>(std::min(column, columns - 1 - column))]
                       [static_cast<std::size_t>(std::min(row, height - 1 - row))];
      if (place < 0) place = next++;
      of.place[i] = static_cast<std::uint8_t>(place);
    }
    const auto join = [&](std::size_t one, Space other) {
      of.pairs_of[one][of.pair_count[one]++] = {static_cast<std::uint8_t>(of.pairs), other};
    };
    for (std::size_t i = 0; i < of.spaces; ++i)
      for_each_space(neighbours(bit(space[i])) & all_spaces(side), [&](Space other) {
        if (other < space[i]) return;
        join(i, other);
        join(of.number[other], space[i]);
        ++of.pairs;
      });
  }
  return both;
}();
static_assert(kGeometry[0].pairs == 50 && kGeometry[1].pairs == 54);

// A number for each choice of three tokens, found by their counts.
inline constexpr auto kGroupOf = [] {
  std::array<std::uint8_t, 4096> numbers{};
  std::uint8_t next = 0;
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = a; b < 6; ++b)
      for (std::size_t c = b; c < 6; ++c)
        numbers[(std::size_t{1} << 2 * a) + (std::size_t{1} << 2 * b) + (std::size_t{1} << 2 * c)] =
            next++;
  return numbers;
}();

// A number for each list of distances 0 to 4 that does not fall, of one, two or three cubes.
inline constexpr auto kProfileOf = [] {
  std::array<std::uint8_t, 4 * 125> numbers{};
  std::uint8_t next = 0;
  for (std::size_t a = 0; a < 5; ++a) numbers[125 + a] = next++;
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = a; b < 5; ++b) numbers[250 + 5 * a + b] = next++;
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = a; b < 5; ++b)
      for (std::size_t c = b; c < 5; ++c) numbers[375 + 25 * a + 5 * b + c] = next++;
  return numbers;
}();
inline constexpr std::size_t kFirstOfTwo = 5;

// What a space could become has a code for each stack, cube, and what lies around it.
struct Surroundings {
  int room = 0;         // empty neighbours, 3 for more
  int colours = 0;      // different colours around, 4 for more
  int alike = 0;        // neighbours of water or field on such a space, 3 for more
  bool joined = false;  // next to a mountain

  constexpr std::size_t number() const {
    return static_cast<std::size_t>(room + 4 * (alike + 4 * (colours + 5 * (joined ? 1 : 0))));
  }
};
inline constexpr std::size_t kSurroundings = 4 * 4 * 5 * 2;

constexpr int around_code(Stack stack, int cube, const Surroundings& of) {
  const int some_room = of.room > 0 ? 1 : 0;
  const int mountain = 2 * (of.joined ? 1 : 0) + some_room;
  switch (stack) {
    case Stack::empty: return 5 * of.room + of.colours;
    case Stack::T: return 20 + 2 * std::min(of.colours, 3) + some_room;
    case Stack::TT: return 28 + of.room;
    case Stack::H: return 32 + 2 * std::min(of.colours, 3) + some_room;
    case Stack::M: return 40 + 2 * (3 * mountain + std::clamp(of.colours - 1, 0, 2)) + cube;
    case Stack::MM: return 64 + 2 * mountain + cube;
    case Stack::MMM: return 72 + 2 * mountain + cube;
    case Stack::TH:
    case Stack::MH:
    case Stack::HH:
    case Stack::any_building:
      return 80 + 2 * (3 * std::min(of.colours, 3) + std::min(of.room, 2)) + cube;
    case Stack::L: return 104 + cube;
    case Stack::TL: return 106 + cube;
    case Stack::TTL: return 108 + cube;
    case Stack::F: return 110 + 2 * (2 * std::min(of.alike, 2) + some_room) + cube;
    case Stack::W: return 122 + 2 * (2 * of.alike + some_room) + cube;
  }
  return 0;
}
inline constexpr std::uint8_t kOtherWater = 16;  // side B's codes of water lie behind side A's

inline constexpr auto kAround = [] {
  std::array<std::array<std::uint8_t, kSurroundings>, 32> codes{};
  for (std::size_t stack = 0; stack < 16; ++stack)
    for (int cube = 0; cube < 2; ++cube)
      for (int room = 0; room < 4; ++room)
        for (int colours = 0; colours < 5; ++colours)
          for (int alike = 0; alike < 4; ++alike)
            for (const bool joined : {false, true}) {
              const Surroundings of{room, colours, alike, joined};
              codes[stack + 16 * static_cast<std::size_t>(cube)][of.number()] =
                  static_cast<std::uint8_t>(around_code(static_cast<Stack>(stack), cube, of));
            }
  return codes;
}();

// Many places are told apart roughly: 0 to 3, 4 or 5, 6 to 8, 9 to 12, and more.
inline constexpr std::array<std::uint8_t, 26> kManyOf = {0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6,
                                                         7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};

inline constexpr std::array<NearTable, kCardCount> kNearTables = [] {
  std::array<NearTable, kCardCount> tables{};
  for (std::size_t card = 0; card < kCardCount; ++card) {
    const Habitat& habitat = habitat_of(static_cast<Card>(card));
    NearTable& table = tables[card];
    table.cube_stack = static_cast<std::uint8_t>(habitat.cube_stack);
    table.parts = habitat.parts;
    for (std::size_t way = 0; way < habitat.ways; ++way) {
      table.centres[way] = ~std::uint64_t{0};
      for (std::size_t part = 0; part < habitat.parts; ++part) {
        const HabitatPart& wanted = habitat.way[way][part];
        table.what[part] = static_cast<std::uint8_t>(wanted.what);
        table.left[part][way] = static_cast<std::uint64_t>(64 - wanted.shift) % 64;
        table.right[part][way] = static_cast<std::uint64_t>(64 + wanted.shift) % 64;
        table.centres[way] &= moved(~std::uint64_t{0}, -wanted.shift);
      }
    }
  }
  return tables;
}();

}  // namespace harmonies::net
