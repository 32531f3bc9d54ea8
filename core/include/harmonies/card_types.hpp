// The shape of the tables in card_tables.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "harmonies/tokens.hpp"

namespace harmonies {

inline constexpr int kMostColumns = 7;

// A space of a habitat: what stands there, and how far its bit lies from the cube's space.
struct HabitatPart {
  Stack what = Stack::empty;
  std::int8_t shift = 0;
};

struct Habitat {
  Stack cube_stack = Stack::empty;
  std::uint8_t parts = 0;  // besides the space of the cube
  std::uint8_t ways = 0;   // distinct rotations
  std::array<std::array<HabitatPart, 3>, 6> way{};
};

struct AnimalCard {
  const char* name = "";
  std::uint8_t cubes = 0;
  std::array<std::uint8_t, 5> points{};  // points[k - 1] with k cubes settled
  Habitat habitat;

  constexpr int points_with(int settled) const {
    return settled == 0 ? 0 : points[static_cast<std::size_t>(settled - 1)];
  }
};

enum class SpiritScores : std::uint8_t { groups, landscapes };

struct SpiritRule {
  struct Row {
    std::uint8_t from = 0, to = 0, points = 0;
  };
  SpiritScores by = SpiritScores::groups;
  Landscape of = Landscape::tree;
  std::uint8_t row_count = 0;
  std::array<Row, 3> rows{};
  std::uint8_t solo_suns = 0;

  // What a group of that size, or a landscape of that height, is worth.
  constexpr int points_for(int size) const {
    for (std::size_t i = 0; i < row_count; ++i)
      if (size >= rows[i].from && size <= rows[i].to) return rows[i].points;
    return 0;
  }
};

struct SpiritCard {
  const char* name = "";
  SpiritRule rule;
  Habitat habitat;
};

}  // namespace harmonies
