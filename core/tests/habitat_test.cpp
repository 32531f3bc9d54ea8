#include <algorithm>

#include "check.hpp"
#include "harmonies/board.hpp"
#include "harmonies/cards.hpp"
#include "harmonies/random.hpp"
#include "slow_board.hpp"

namespace harmonies {
namespace {

using slow::Cell;

struct Part {
  int q = 0, r = 0;
  Stack what = Stack::empty;
  friend auto operator<=>(const Part&, const Part&) = default;
};
using Shape = std::vector<Part>;

// A habitat's spaces besides the cube's, read back from a distance in bits.
Shape shape_of(const Habitat& habitat, std::size_t way) {
  Shape shape;
  for (std::size_t i = 0; i < habitat.parts; ++i) {
    const HabitatPart& part = habitat.way[way][i];
    const int q = (part.shift + 2 * kColumnStep + kColumnStep / 2) / kColumnStep - 2;
    shape.push_back({q, part.shift - kColumnStep * q, part.what});
  }
  return shape;
}

// A sixth of a turn: north becomes north-east.
Shape turned(Shape shape) {
  for (Part& part : shape) part = {-part.r, part.q + part.r, part.what};
  return shape;
}

bool shows(const std::string& stack, Stack wanted) {
  if (wanted == Stack::any_building) return stack == "TH" || stack == "MH" || stack == "HH";
  return stack == kStackNames[static_cast<std::size_t>(wanted)];
}

bool stands(const slow::Stacks& stacks, Cell cube, const Shape& shape) {
  const auto [q, r] = slow::axial(cube);
  return std::all_of(shape.begin(), shape.end(), [&](const Part& part) {
    const auto found = stacks.find(slow::cell_at({q + part.q, r + part.r}));
    return found != stacks.end() && shows(found->second, part.what);
  });
}

// Where a cube of the card could go, cell by cell and turn by turn.
Spaces slow_matches(const Board& board, Side side, const Habitat& habitat) {
  const slow::Stacks stacks = slow::stacks_of(board, side);
  Shape shape = shape_of(habitat, 0);
  shape.push_back({0, 0, habitat.cube_stack});
  Spaces found = 0;
  for (int turn = 0; turn < 6; ++turn, shape = turned(shape))
    for (const Cell cell : slow::all_cells(side))
      if (stands(stacks, cell, shape)) found |= bit(space_named(slow::name_of_cell(cell)));
  return found;
}

// A stack that shows what a card wants; buildings in all three kinds by turns.
Stack showing(Stack wanted, int turn) {
  constexpr std::array<Stack, 3> kBuildings = {Stack::TH, Stack::MH, Stack::HH};
  return wanted == Stack::any_building ? kBuildings[static_cast<std::size_t>(turn % 3)] : wanted;
}

TEST("the ways of a habitat are its distinct turns") {
  for (Card card = 0; card < kCardCount; ++card) {
    const Habitat& habitat = habitat_of(card);
    std::set<Shape> turns;
    Shape shape = shape_of(habitat, 0);
    for (int turn = 0; turn < 6; ++turn, shape = turned(shape)) {
      Shape sorted = shape;
      std::sort(sorted.begin(), sorted.end());
      turns.insert(sorted);
    }
    std::set<Shape> ways;
    for (std::size_t way = 0; way < habitat.ways; ++way) {
      Shape sorted = shape_of(habitat, way);
      std::sort(sorted.begin(), sorted.end());
      ways.insert(sorted);
    }
    CHECK_IN(ways == turns, std::string(name_of_card(card)));
    CHECK_EQUAL(ways.size(), static_cast<std::size_t>(habitat.ways));
  }
}

TEST("every habitat equals its mirror image in one of its turns") {
  for (Card card = 0; card < kCardCount; ++card) {
    Shape mirrored = shape_of(habitat_of(card), 0);
    for (Part& part : mirrored) part = {-part.q, part.q + part.r, part.what};
    std::sort(mirrored.begin(), mirrored.end());
    bool found = false;
    for (std::size_t way = 0; way < habitat_of(card).ways; ++way) {
      Shape sorted = shape_of(habitat_of(card), way);
      std::sort(sorted.begin(), sorted.end());
      found = found || sorted == mirrored;
    }
    CHECK_IN(found, std::string(name_of_card(card)));
  }
}

TEST("every habitat in every turn is found on every space where it fits on the board") {
  for (const Side side : {Side::A, Side::B})
    for (Card card = 0; card < kCardCount; ++card) {
      const Habitat& habitat = habitat_of(card);
      Shape shape = shape_of(habitat, 0);
      for (int turn = 0; turn < 6; ++turn, shape = turned(shape))
        for (const Cell cube : slow::all_cells(side)) {
          const auto [q, r] = slow::axial(cube);
          Board board;
          bool fits = true;
          int next = turn;
          const Space cube_space = space_named(slow::name_of_cell(cube));
          board.set(cube_space, showing(habitat.cube_stack, next++));
          for (const Part& part : shape) {
            const Cell cell = slow::cell_at({q + part.q, r + part.r});
            if (slow::on_board(side, cell))
              board.set(space_named(slow::name_of_cell(cell)), showing(part.what, next++));
            else
              fits = false;
          }
          const Spaces found = matches(board.layers(side), habitat);
          CHECK_IN(has(found, cube_space) == fits, std::string(name_of_card(card)));
          CHECK_EQUAL(found, slow_matches(board, side, habitat));
        }
    }
}

TEST("a habitat with one stack too high or too low does not stand") {
  for (Card card = 0; card < kCardCount; ++card) {
    const Habitat& habitat = habitat_of(card);
    const Space cube = space_named("c3");
    for (std::size_t wrong = 0; wrong <= habitat.parts; ++wrong)
      for (int code = 0; code < kStackKinds; ++code) {
        Board board;
        board.set(cube, showing(habitat.cube_stack, code));
        for (std::size_t i = 0; i < habitat.parts; ++i) {
          const HabitatPart& part = habitat.way[0][i];
          board.set(static_cast<Space>(cube + part.shift), showing(part.what, code));
        }
        const Space changed =
            wrong == 0 ? cube : static_cast<Space>(cube + habitat.way[0][wrong - 1].shift);
        board.set(changed, static_cast<Stack>(code));
        CHECK_EQUAL(matches(board.layers(Side::A), habitat), slow_matches(board, Side::A, habitat));
      }
  }
}

TEST("on crowded boards all habitats are found and no others") {
  FastRandom random(3);
  for (int round = 0; round < 300; ++round) {
    const Side side = round % 2 == 0 ? Side::A : Side::B;
    // Few kinds of stack on a board, so that many habitats stand at once.
    std::array<Stack, 4> kinds{};
    for (Stack& kind : kinds) kind = static_cast<Stack>(below(random, kStackKinds));
    Board board;
    for_each_space(all_spaces(side),
                   [&](Space space) { board.set(space, kinds[below(random, kinds.size())]); });
    for (Card card = 0; card < kCardCount; ++card)
      CHECK_EQUAL(matches(board.layers(side), habitat_of(card)),
                  slow_matches(board, side, habitat_of(card)));
  }
}

}  // namespace
}  // namespace harmonies
