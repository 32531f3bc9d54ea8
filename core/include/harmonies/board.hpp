// A personal board: which stack stands on which space, and where cubes are.
#pragma once

#include <array>
#include <cstdint>

#include "harmonies/space.hpp"
#include "harmonies/tokens.hpp"

namespace harmonies {

// For each stack the spaces on which it stands, and under `any_building` those of all buildings.
struct Layers {
  std::array<Spaces, kStackCodes> of{};

  constexpr Spaces operator[](Stack stack) const { return of[static_cast<std::size_t>(stack)]; }
};

// The stack's code of a space is cut into four bits, each kept in a word of its own: five words
// hold a whole board, and all spaces with a given stack are three operations away.
struct Board {
  std::array<Spaces, 4> plane{};
  Spaces cubes = 0;

  constexpr Spaces occupied() const { return plane[0] | plane[1] | plane[2] | plane[3]; }
  constexpr Spaces empty(Side side) const { return all_spaces(side) & ~occupied(); }

  constexpr Stack stack(Space space) const {
    unsigned code = 0;
    for (unsigned i = 0; i < 4; ++i) code |= static_cast<unsigned>(plane[i] >> space & 1) << i;
    return static_cast<Stack>(code);
  }

  constexpr void set(Space space, Stack stack) {
    const unsigned code = static_cast<unsigned>(stack);
    for (unsigned i = 0; i < 4; ++i) {
      plane[i] &= ~bit(space);
      plane[i] |= static_cast<Spaces>(code >> i & 1) << space;
    }
  }

  constexpr void place(Token token, Space space) { set(space, on_top(stack(space), token)); }

  constexpr Layers layers(Side side) const {
    const auto [p0, p1, p2, p3] = plane;
    const std::array<Spaces, 4> low = {~p1 & ~p0, ~p1 & p0, p1 & ~p0, p1 & p0};
    const std::array<Spaces, 4> high = {~p3 & ~p2, ~p3 & p2, p3 & ~p2, p3 & p2};
    Layers layers;
    for (std::size_t code = 0; code < kStackKinds; ++code)
      layers.of[code] = high[code / 4] & low[code % 4];
    layers.of[static_cast<std::size_t>(Stack::empty)] &= all_spaces(side);
    layers.of[static_cast<std::size_t>(Stack::any_building)] =
        layers[Stack::TH] | layers[Stack::MH] | layers[Stack::HH];
    return layers;
  }

  friend constexpr bool operator==(const Board&, const Board&) = default;
};

// Where the token may be placed, but for cubes, which lock their spaces.
constexpr Spaces carries(const Layers& on, Token token) {
  switch (token) {
    case Token::water:
    case Token::field: return on[Stack::empty];
    case Token::mountain: return on[Stack::empty] | on[Stack::M] | on[Stack::MM];
    case Token::trunk: return on[Stack::empty] | on[Stack::T];
    case Token::leaf: return on[Stack::empty] | on[Stack::T] | on[Stack::TT];
    case Token::house: return on[Stack::empty] | on[Stack::T] | on[Stack::M] | on[Stack::H];
  }
  return 0;
}

// The spaces for a cube: where the habitat stands, in any of its rotations.
constexpr Spaces matches(const Layers& on, const Habitat& habitat) {
  const Spaces centres = on[habitat.cube_stack];
  Spaces found = 0;
  for (std::size_t way = 0; centres != 0 && way < habitat.ways; ++way) {
    Spaces here = centres;
    for (std::size_t part = 0; part < habitat.parts; ++part) {
      const HabitatPart& wanted = habitat.way[way][part];
      here &= moved(on[wanted.what], -wanted.shift);
    }
    found |= here;
  }
  return found;
}

TokenCount tokens_on(const Board& board);

}  // namespace harmonies
