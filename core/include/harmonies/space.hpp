// Spaces and sets of spaces.
//
// A space is the number of a bit; a set of spaces is a 64-bit word. Columns lie nine bits apart, so
// the neighbours of all spaces of a set are six shifts away, and a habitat is found on the whole
// board at once by shifting what stands there. Both sides use the same bits for the same names:
//
//   side A                              side B
//     a   b   c   d   e                   a   b   c   d   e   f   g
//     3      20      37                   3      20      37      54
//        12      29                          12      29      46
//     4      21      38                   4      21      38      55
//        13      30                          13      30      47
//     5      22      39                   5      22      39      56
//        14      31                          14      31      48
//     6      23      40                   6      23      40      57
//        15      32
//     7      24      41
//
// A column's bits that are no space of the side keep a step of up to two spaces from reaching the
// next column by mistake (geometry_test.cpp tries them all).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "harmonies/card_tables.hpp"

namespace harmonies {

using Space = std::uint8_t;
using Spaces = std::uint64_t;

enum class Side : std::uint8_t { A, B };

inline constexpr Space kNowhere = 255;
inline constexpr int kColumnStep = 9;

constexpr Spaces bit(Space space) { return Spaces{1} << space; }
constexpr bool has(Spaces spaces, Space space) { return (spaces >> space & 1) != 0; }
constexpr int count(Spaces spaces) { return std::popcount(spaces); }
constexpr Space first_of(Spaces spaces) { return static_cast<Space>(std::countr_zero(spaces)); }

// Calls `visit` with each space of a set, column by column.
template <class Visit>
constexpr void for_each_space(Spaces spaces, Visit&& visit) {
  for (; spaces != 0; spaces &= spaces - 1) visit(first_of(spaces));
}

// The space in a column (0 = a) and row (0 = the top one).
constexpr Space space_at(int column, int row) {
  return static_cast<Space>(kColumnStep * column + row - column / 2 + 3);
}
constexpr int column_of(Space space) { return space / kColumnStep; }
constexpr int row_of(Space space) { return space % kColumnStep - 3 + column_of(space) / 2; }

constexpr Spaces spaces_of(Side side) {
  Spaces all = 0;
  const auto& heights = kColumnHeights[static_cast<std::size_t>(side)];
  for (int column = 0; column < kMostColumns; ++column)
    for (int row = 0; row < heights[static_cast<std::size_t>(column)]; ++row)
      all |= bit(space_at(column, row));
  return all;
}
inline constexpr std::array<Spaces, 2> kSpacesOf = {spaces_of(Side::A), spaces_of(Side::B)};
constexpr Spaces all_spaces(Side side) { return kSpacesOf[static_cast<std::size_t>(side)]; }

// What the spaces of the set would be after so many bits' worth of steps.
constexpr Spaces moved(Spaces spaces, int shift) {
  return shift >= 0 ? spaces << shift : spaces >> -shift;
}

// All neighbours of a set. May include bits that are no space: mask with what is asked about.
constexpr Spaces neighbours(Spaces s) {
  return s << 1 | s >> 1 | s << kColumnStep | s >> kColumnStep | s << (kColumnStep - 1) |
         s >> (kColumnStep - 1);
}

// The connected group of `within` that contains `seed`.
constexpr Spaces group_of(Spaces seed, Spaces within) {
  for (Spaces group = seed;;) {
    const Spaces grown = (group | neighbours(group)) & within;
    if (grown == group) return group;
    group = grown;
  }
}

// Calls `visit` with each connected group of a set.
template <class Visit>
constexpr void for_each_group(Spaces spaces, Visit&& visit) {
  while (spaces != 0) {
    const Spaces group = group_of(bit(first_of(spaces)), spaces);
    visit(group);
    spaces &= ~group;
  }
}

// Calls `visit` with the spaces of a path from one end to the other. A shortest path only: there
// each space touches none but the one before and the one after it.
template <class Visit>
constexpr void for_each_along(Spaces path, Visit&& visit) {
  Spaces ends = 0;
  for_each_space(path, [&](Space space) {
    if (count(neighbours(bit(space)) & path) <= 1) ends |= bit(space);
  });
  Space here = first_of(ends);
  while (path != 0) {
    visit(here);
    path &= ~bit(here);
    here = first_of(neighbours(bit(here)) & path);
  }
}

// The spaces of either side have one dense numbering too, for the fixed action space: column by
// column, each as high as the higher of the two sides.
inline constexpr int kSpaceCount = count(all_spaces(Side::A) | all_spaces(Side::B));

inline constexpr std::array<Space, kSpaceCount> kSpaceByNumber = [] {
  std::array<Space, kSpaceCount> table{};
  std::size_t next = 0;
  for_each_space(all_spaces(Side::A) | all_spaces(Side::B),
                 [&](Space space) { table[next++] = space; });
  return table;
}();

inline constexpr std::array<std::uint8_t, 64> kNumberOfSpace = [] {
  std::array<std::uint8_t, 64> table{};
  for (std::size_t i = 0; i < kSpaceCount; ++i)
    table[kSpaceByNumber[i]] = static_cast<std::uint8_t>(i);
  return table;
}();

struct SpaceName {
  char text[3];
  constexpr operator std::string_view() const { return {text, 2}; }
};

constexpr SpaceName name_of(Space space) {
  return {
      {static_cast<char>('a' + column_of(space)), static_cast<char>('1' + row_of(space)), '\0'}};
}

// kNowhere where no space of either side is called that.
constexpr Space space_named(std::string_view name) {
  if (name.size() != 2) return kNowhere;
  const int column = name[0] - 'a';
  const int row = name[1] - '1';
  if (column < 0 || column >= kMostColumns || row < 0 || row >= 5) return kNowhere;
  const Space space = space_at(column, row);
  return has(all_spaces(Side::A) | all_spaces(Side::B), space) ? space : kNowhere;
}

}  // namespace harmonies
