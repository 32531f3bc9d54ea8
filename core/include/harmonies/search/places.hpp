// How far a board is from what cards ask for: where a habitat stands, and where it is one, two or
// three tokens away.
#pragma once

#include <array>
#include <cstddef>

#include "harmonies/board.hpp"

namespace harmonies {

inline constexpr std::size_t kFarthest = 3;
// At [k]: the spaces at most k tokens away.
using Within = std::array<Spaces, kFarthest + 1>;

// For each stack a habitat may ask for: where it stands or can still be built.
class Reach {
 public:
  Reach(const Layers& on, Spaces cubes) {
    const Spaces empty = on[Stack::empty];
    const auto open = [&](Stack stack) { return on[stack] & ~cubes; };
    flat(on, Stack::W);
    flat(on, Stack::F);
    flat(on, Stack::L);
    flat(on, Stack::M);
    set(Stack::TL, {on[Stack::TL], open(Stack::T), empty, 0});
    set(Stack::TTL, {on[Stack::TTL], open(Stack::TT), open(Stack::T), empty});
    set(Stack::MM, {on[Stack::MM], open(Stack::M), empty, 0});
    set(Stack::MMM, {on[Stack::MMM], open(Stack::MM), open(Stack::M), empty});
    set(Stack::any_building,
        {on[Stack::any_building], open(Stack::T) | open(Stack::M) | open(Stack::H), empty, 0});
  }

  const Within& operator[](Stack stack) const { return of_[static_cast<std::size_t>(stack)]; }
  // By stack and tokens, for those who look at many cards.
  const Spaces (*words() const)[kFarthest + 1] {
    return reinterpret_cast<const Spaces(*)[kFarthest + 1]>(of_.data());
  }

 private:
  void flat(const Layers& on, Stack stack) { set(stack, {on[stack], on[Stack::empty], 0, 0}); }
  void set(Stack stack, const Within& exact) {
    Within& within = of_[static_cast<std::size_t>(stack)];
    Spaces all = 0;
    for (std::size_t k = 0; k <= kFarthest; ++k) within[k] = all |= exact[k];
  }

  std::array<Within, kStackCodes> of_{};
};

// The spaces where a cube could go once so many tokens are placed.
inline Within places(const Reach& reach, const Habitat& habitat, Spaces cubes) {
  Within found{};
  const Within& centres = reach[habitat.cube_stack];
  for (std::size_t way = 0; way < habitat.ways; ++way) {
    Within here;
    for (std::size_t k = 0; k <= kFarthest; ++k) here[k] = centres[k] & ~cubes;
    for (std::size_t part = 0; part < habitat.parts && here[kFarthest] != 0; ++part) {
      const HabitatPart& wanted = habitat.way[way][part];
      Within there;
      for (std::size_t k = 0; k <= kFarthest; ++k)
        there[k] = moved(reach[wanted.what][k], -wanted.shift);
      const Within before = here;
      here[0] = before[0] & there[0];
      here[1] = (before[0] & there[1]) | (before[1] & there[0]);
      here[2] = (before[0] & there[2]) | (before[1] & there[1]) | (before[2] & there[0]);
      here[3] = (before[0] & there[3]) | (before[1] & there[2]) | (before[2] & there[1]) |
                (before[3] & there[0]);
    }
    for (std::size_t k = 0; k <= kFarthest; ++k) found[k] |= here[k];
  }
  return found;
}

}  // namespace harmonies
