#include "near.hpp"

#include <algorithm>

namespace harmonies::wasm {
namespace {

constexpr int kNever = 99;

constexpr int tokens_between(Stack from, Stack to) {
  if (from == to) return 0;
  int fewest = kNever;
  for (const Token token : kAllTokens)
    if (const Stack next = on_top(from, token); next != Stack::empty)
      fewest = std::min(fewest, 1 + tokens_between(next, to));
  return fewest;
}

using Growth = std::array<std::array<std::uint8_t, kStackCodes>, kStackKinds>;

// kGrowth[a][b]: how many tokens make the stack a into b.
constexpr Growth kGrowth = [] {
  Growth table{};
  const auto between = [](std::size_t from, Stack to) {
    return tokens_between(static_cast<Stack>(from), to);
  };
  for (std::size_t from = 0; from < kStackKinds; ++from) {
    for (std::size_t to = 0; to < kStackKinds; ++to)
      table[from][to] = static_cast<std::uint8_t>(between(from, static_cast<Stack>(to)));
    table[from][kStackCodes - 1] = static_cast<std::uint8_t>(
        std::min({between(from, Stack::TH), between(from, Stack::MH), between(from, Stack::HH)}));
  }
  return table;
}();
static_assert(kStackCodes - 1 == static_cast<int>(Stack::any_building));

class Plan {
 public:
  Plan(const Board& board, Side side) : board_(board), side_(side) {}

  void want(Space space, Stack what) {
    const int tokens =
        kGrowth[static_cast<std::size_t>(board_.stack(space))][static_cast<std::size_t>(what)];
    if (tokens == 0) return;
    if (tokens >= kNever || has(board_.cubes, space)) return void(lack.possible = false);
    lack.tokens += tokens;
    lack.spaces |= bit(space);
  }

  void want_from(Space centre, const HabitatPart& part) {
    const Spaces there = moved(bit(centre), part.shift) & all_spaces(side_);
    if (there == 0)
      lack.possible = false;
    else
      want(first_of(there), part.what);
  }

  Lack lack{.possible = true};

 private:
  const Board& board_;
  Side side_;
};

}  // namespace

Lack lacking(const Board& board, Side side, const Habitat& habitat, Space centre) {
  Lack best;
  if (has(board.cubes, centre)) return best;
  for (std::size_t way = 0; way < habitat.ways; ++way) {
    Plan plan(board, side);
    plan.want(centre, habitat.cube_stack);
    for (std::size_t part = 0; part < habitat.parts; ++part)
      plan.want_from(centre, habitat.way[way][part]);
    if (plan.lack.possible && (!best.possible || plan.lack.tokens < best.tokens)) best = plan.lack;
  }
  return best;
}

}  // namespace harmonies::wasm
