// A board as rules.md describes it, column by column and row by row: slow, plain, and without any
// of the core's masks and shifts. The core's answers are held against it.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harmonies/board.hpp"

namespace harmonies::slow {

struct Cell {
  int column = 0;  // 0 = a
  int row = 0;     // 0 = the top one
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

inline std::vector<int> column_heights(Side side) {
  return side == Side::A ? std::vector{5, 4, 5, 4, 5} : std::vector{4, 3, 4, 3, 4, 3, 4};
}

inline bool on_board(Side side, Cell cell) {
  const std::vector<int> heights = column_heights(side);
  return cell.column >= 0 && cell.column < static_cast<int>(heights.size()) && cell.row >= 0 &&
         cell.row < heights[static_cast<std::size_t>(cell.column)];
}

inline std::vector<Cell> all_cells(Side side) {
  std::vector<Cell> cells;
  for (int column = 0; column < 7; ++column)
    for (int row = 0; row < 5; ++row)
      if (on_board(side, {column, row})) cells.push_back({column, row});
  return cells;
}

inline std::vector<Cell> neighbours_of(Side side, Cell cell) {
  const auto [c, r] = cell;
  const int higher = c % 2 == 0 ? r - 1 : r;  // of the two rows that touch in the columns beside
  std::vector<Cell> near;
  for (const Cell next : {Cell{c, r - 1}, Cell{c, r + 1}, Cell{c - 1, higher},
                          Cell{c - 1, higher + 1}, Cell{c + 1, higher}, Cell{c + 1, higher + 1}})
    if (on_board(side, next)) near.push_back(next);
  return near;
}

inline std::string name_of_cell(Cell cell) {
  return {static_cast<char>('a' + cell.column), static_cast<char>('1' + cell.row)};
}

// Axial coordinates as in cards.json.
inline std::pair<int, int> axial(Cell cell) { return {cell.column, cell.row - cell.column / 2}; }
inline Cell cell_at(std::pair<int, int> qr) { return {qr.first, qr.second + qr.first / 2}; }

// The stacks by cell; an empty space has no entry.
using Stacks = std::map<Cell, std::string>;

inline Stacks stacks_of(const Board& board, Side side) {
  Stacks stacks;
  for (const Cell cell : all_cells(side)) {
    const Stack stack = board.stack(space_named(name_of_cell(cell)));
    if (stack != Stack::empty) stacks[cell] = kStackNames[static_cast<std::size_t>(stack)];
  }
  return stacks;
}

inline std::set<Cell> cells_with(const Stacks& stacks, const std::set<std::string>& wanted) {
  std::set<Cell> cells;
  for (const auto& [cell, stack] : stacks)
    if (wanted.contains(stack)) cells.insert(cell);
  return cells;
}

// Steps from one cell to every cell it is connected with, through cells of the set only.
inline std::map<Cell, int> distances(Side side, Cell start, const std::set<Cell>& within) {
  std::map<Cell, int> steps{{start, 0}};
  std::vector<Cell> queue{start};
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (const Cell near : neighbours_of(side, queue[next]))
      if (within.contains(near) && !steps.contains(near)) {
        steps[near] = steps[queue[next]] + 1;
        queue.push_back(near);
      }
  return steps;
}

inline std::vector<std::set<Cell>> groups_in(Side side, std::set<Cell> cells) {
  std::vector<std::set<Cell>> groups;
  while (!cells.empty()) {
    std::set<Cell> group;
    for (const auto& [cell, steps] : distances(side, *cells.begin(), cells)) group.insert(cell);
    for (const Cell cell : group) cells.erase(cell);
    groups.push_back(group);
  }
  return groups;
}

}  // namespace harmonies::slow
