#include "harmonies/net/encoding.hpp"

#include <algorithm>

#include "check.hpp"
#include "harmonies/search/places.hpp"
#include "random_play.hpp"

namespace harmonies::net {
namespace {

bool to_be_rated(const State& state) { return state.phase == Phase::play; }

// The board seen in a mirror that swaps left and right, or turned by half.
Board changed_board(const State& state, bool upside_down) {
  const Board& board = state.mover().board;
  const int columns = state.side == Side::A ? 5 : 7;
  Board changed;
  for_each_space(all_spaces(state.side), [&](Space space) {
    const int column = column_of(space);
    const int height =
        kColumnHeights[static_cast<std::size_t>(state.side)][static_cast<std::size_t>(column)];
    const Space to =
        space_at(columns - 1 - column, upside_down ? height - 1 - row_of(space) : row_of(space));
    changed.set(to, board.stack(space));
    if (has(board.cubes, space)) changed.cubes |= bit(to);
  });
  return changed;
}

std::array<std::uint16_t, kSlots> sorted(const Slots& slots) {
  auto rows = slots;
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST("a child encoded from its parent is what it is by itself") {
  std::size_t children = 0;
  for_each_lively_state(4, 1, [&](const State& state) {
    if (!to_be_rated(state)) return;
    Encoder from_parent, by_itself;
    from_parent.begin(state, score(state, state.to_move()));
    for (const Move move : legal_moves(state)) {
      if (move == Move::end()) continue;
      State child = state;
      apply(child, move);
      const Points points = score(child, child.to_move());
      if (from_parent.same_board(child)) CHECK(points == from_parent.parent_points());
      Encoded encoded;
      from_parent.follow(child, points, encoded);
      by_itself.begin(child, points);
      CHECK(encoded.slots == by_itself.parent().slots);
      CHECK_EQUAL(encoded.stage, by_itself.parent().stage);
      ++children;
    }
  });
  CHECK(children > 10'000);
}

TEST("every row belongs to the part of its slot") {
  for_each_lively_state(4, 2, [&](const State& state) {
    if (!to_be_rated(state)) return;
    Encoder encoder;
    encoder.begin(state, score(state, state.to_move()));
    for (std::size_t part = 0; part < kParts; ++part)
      for (std::size_t slot = kFirstSlot[part]; slot < kFirstSlot[part + 1]; ++slot) {
        const std::uint16_t row = encoder.parent().slots[slot];
        CHECK(row == 0 || (row >= kFirstRow[part] && row < kFirstRow[part + 1]));
      }
    CHECK(encoder.parent().stage < kStages);
  });
}

TEST("a board in a mirror or turned by half looks the same") {
  for_each_lively_state(2, 3, [&](const State& state) {
    if (!to_be_rated(state)) return;
    Encoder encoder;
    encoder.begin(state, score(state, state.to_move()));
    const auto rows = sorted(encoder.parent().slots);
    for (const bool upside_down : {false, true}) {
      State other = state;
      other.mover().board = changed_board(state, upside_down);
      const Points points = score(other, other.to_move());
      CHECK(points == score(state, state.to_move()));
      encoder.begin(other, points);
      CHECK(sorted(encoder.parent().slots) == rows);
    }
  });
}

TEST("every instruction set finds the places that the slow search finds") {
  const KernelList list = kernels();
  CHECK(list.size >= 1);
  CHECK_EQUAL(std::string_view(list.items[list.size - 1]->name), std::string_view("plain"));
  for_each_lively_state(1, 4, [&](const State& state) {
    const Board& board = state.seats[0].board;
    const Reach reach(board.layers(state.side), board.cubes);
    for (Card card = 0; card < kCardCount; ++card) {
      const Within near = places(reach, habitat_of(card), board.cubes);
      for (std::size_t i = 0; i < list.size; ++i) {
        NearCounts counts;
        list.items[i]->near(near_table(card), reach.words(), ~board.cubes, counts.data());
        for (std::size_t k = 0; k <= kFarthest; ++k) CHECK_EQUAL(int{counts[k]}, count(near[k]));
      }
    }
  });
}

}  // namespace
}  // namespace harmonies::net
