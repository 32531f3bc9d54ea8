#include <cstdlib>

#include "check.hpp"
#include "harmonies/space.hpp"
#include "slow_board.hpp"

namespace harmonies {
namespace {

using slow::Cell;

constexpr std::array<Side, 2> kSides = {Side::A, Side::B};

Space space_of(Cell cell) { return space_named(slow::name_of_cell(cell)); }

// How far apart two spaces are on an endless board.
int distance(std::pair<int, int> one, std::pair<int, int> other) {
  const int q = one.first - other.first;
  const int r = one.second - other.second;
  return (std::abs(q) + std::abs(r) + std::abs(q + r)) / 2;
}

TEST("side A has 23 spaces and side B has 25") {
  CHECK_EQUAL(count(all_spaces(Side::A)), 23);
  CHECK_EQUAL(count(all_spaces(Side::B)), 25);
  CHECK_EQUAL(count(all_spaces(Side::A) | all_spaces(Side::B)), kSpaceCount);
  CHECK_EQUAL(kSpaceCount, 30);
}

TEST("the spaces of a side are those of its columns") {
  for (const Side side : kSides) {
    Spaces all = 0;
    for (const Cell cell : slow::all_cells(side)) all |= bit(space_at(cell.column, cell.row));
    CHECK_EQUAL(all, all_spaces(side));
    CHECK_EQUAL(count(all), static_cast<int>(slow::all_cells(side).size()));
  }
}

TEST("names, columns, rows and numbers of spaces round trip") {
  for (const Side side : kSides)
    for (const Cell cell : slow::all_cells(side)) {
      const Space space = space_at(cell.column, cell.row);
      const std::string name = slow::name_of_cell(cell);
      CHECK_EQUAL(column_of(space), cell.column);
      CHECK_EQUAL(row_of(space), cell.row);
      CHECK_EQUAL(std::string_view(name_of(space)), name);
      CHECK_EQUAL(space_named(name), space);
      CHECK_EQUAL(kSpaceByNumber[kNumberOfSpace[space]], space);
    }
}

TEST("spaces are numbered column by column from the top") {
  for (std::size_t i = 1; i < kSpaceCount; ++i) {
    const Space before = kSpaceByNumber[i - 1];
    const Space space = kSpaceByNumber[i];
    CHECK(std::pair(column_of(before), row_of(before)) <
          std::pair(column_of(space), row_of(space)));
  }
}

TEST("no space has a name that is on neither side") {
  int known = 0;
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const std::array<char, 2> name = {static_cast<char>(first), static_cast<char>(second)};
      const Space space = space_named({name.data(), name.size()});
      if (space == kNowhere) continue;
      ++known;
      CHECK_EQUAL(std::string_view(name_of(space)), std::string_view(name.data(), name.size()));
    }
  CHECK_EQUAL(known, kSpaceCount);
  for (const char* wrong : {"", "a", "a11", "a6", "b5", "f4", "g5", "h1", "A1", "a0", "1a"})
    CHECK_EQUAL(space_named(wrong), kNowhere);
}

TEST("the neighbours are those of the rules") {
  for (const Side side : kSides)
    for (const Cell cell : slow::all_cells(side)) {
      Spaces expected = 0;
      for (const Cell near : slow::neighbours_of(side, cell)) expected |= bit(space_of(near));
      CHECK_EQUAL(neighbours(bit(space_of(cell))) & all_spaces(side), expected);
    }
}

TEST("the neighbours of a set are the neighbours of its spaces") {
  for (const Side side : kSides) {
    Spaces some = all_spaces(side) & 0x5a5a'1234'9c9c'3355;
    Spaces expected = 0;
    for_each_space(some, [&](Space space) { expected |= neighbours(bit(space)); });
    CHECK_EQUAL(neighbours(some), expected);
  }
}

TEST("no shift of up to two steps reaches another column by mistake") {
  for (const Side side : kSides)
    for (const Cell cell : slow::all_cells(side))
      for (int q = -2; q <= 2; ++q)
        for (int r = -2; r <= 2; ++r) {
          const auto from = slow::axial(cell);
          const std::pair to = {from.first + q, from.second + r};
          if (distance(from, to) > 2) continue;
          const Cell wanted = slow::cell_at(to);
          const Spaces expected = slow::on_board(side, wanted) ? bit(space_of(wanted)) : 0;
          const Spaces reached = moved(bit(space_of(cell)), kColumnStep * q + r) & all_spaces(side);
          CHECK_IN(reached == expected, slow::name_of_cell(cell));
        }
}

TEST("groups are what a walk over neighbours reaches") {
  for (const Side side : kSides) {
    std::uint64_t word = 88172645463325252;
    for (int round = 0; round < 2000; ++round) {
      word ^= word << 13;
      word ^= word >> 7;
      word ^= word << 17;
      std::set<Cell> cells;
      const Spaces chosen = word & all_spaces(side);
      for (const Cell cell : slow::all_cells(side))
        if (has(chosen, space_of(cell))) cells.insert(cell);
      std::set<Spaces> expected;
      for (const std::set<Cell>& group : slow::groups_in(side, cells)) {
        Spaces spaces = 0;
        for (const Cell cell : group) spaces |= bit(space_of(cell));
        expected.insert(spaces);
      }
      std::set<Spaces> found;
      for_each_group(chosen, [&](Spaces group) { found.insert(group); });
      CHECK(found == expected);
    }
  }
}

}  // namespace
}  // namespace harmonies
