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

// For each stack a habitat may ask for: where it stands or can still be built, with any tokens or
// only with those of a hand. How many of them a whole habitat would need is not looked at.
class Reach {
 public:
  Reach(const Layers& on, Spaces cubes) : Reach(on, cubes, TokenCount{{3, 3, 3, 3, 3, 3}}) {}
  Reach(const Layers& on, Spaces cubes, const TokenCount& hand) {
    const Spaces empty = on[Stack::empty];
    const auto open = [&](Stack stack) { return on[stack] & ~cubes; };
    const auto with = [&](Token token, int many = 1) {
      return hand[token] >= many ? ~Spaces{0} : Spaces{0};
    };
    const Spaces leaf = with(Token::leaf), mountain = with(Token::mountain),
                 mountains = with(Token::mountain, 2), house = with(Token::house),
                 trunk = with(Token::trunk);
    set(Stack::W, {on[Stack::W], empty & with(Token::water), 0, 0});
    set(Stack::F, {on[Stack::F], empty & with(Token::field), 0, 0});
    set(Stack::L, {on[Stack::L], empty & leaf, 0, 0});
    set(Stack::M, {on[Stack::M], empty & mountain, 0, 0});
    set(Stack::TL, {on[Stack::TL], open(Stack::T) & leaf, empty & trunk & leaf, 0});
    set(Stack::TTL, {on[Stack::TTL], open(Stack::TT) & leaf, open(Stack::T) & trunk & leaf,
                     empty & with(Token::trunk, 2) & leaf});
    set(Stack::MM, {on[Stack::MM], open(Stack::M) & mountain, empty & mountains, 0});
    set(Stack::MMM, {on[Stack::MMM], open(Stack::MM) & mountain, open(Stack::M) & mountains,
                     empty & with(Token::mountain, 3)});
    set(Stack::any_building,
        {on[Stack::any_building], (open(Stack::T) | open(Stack::M) | open(Stack::H)) & house,
         empty & ((house & (trunk | mountain)) | with(Token::house, 2)), 0});
  }

  const Within& operator[](Stack stack) const { return of_[static_cast<std::size_t>(stack)]; }
  // By stack and tokens, for those who look at many cards.
  const Spaces (*words() const)[kFarthest + 1] {
    return reinterpret_cast<const Spaces(*)[kFarthest + 1]>(of_.data());
  }

 private:
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
