#include "harmonies/score.hpp"
#include "harmonies/search/evaluation.hpp"
#include "harmonies/search/places.hpp"

namespace harmonies {
namespace {

// Less than half a point in all, so that it only decides between equal scores: a held card counts
// for its next cube, the more the fewer tokens it is away; and space left is better than none.
Value promise(const State& state) {
  constexpr std::array<Value, kFarthest + 1> kNear = {100, 60, 30, 10};
  const Seat& seat = state.mover();
  const Layers on = seat.board.layers(state.side);
  const Reach reach(on, seat.board.cubes);
  Value sum = 2 * count(on[Stack::empty]);
  for_each_card(seat.held, [&](Card card) {
    const Within near = places(reach, habitat_of(card), seat.board.cubes);
    for (std::size_t k = 0; k <= kFarthest; ++k)
      if (near[k] != 0) {
        sum += kNear[k];
        break;
      }
  });
  return sum;
}

}  // namespace

void Immediate::rate(const State&, std::span<const State> children, std::span<Value> values) {
  for (std::size_t i = 0; i < children.size(); ++i)
    values[i] = kPoint * score(children[i], children[i].to_move()).total() + promise(children[i]);
}

void Naive::rate(const State&, std::span<const State> children, std::span<Value> values) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Points points = score(children[i], children[i].to_move());
    values[i] = kPoint * (points.total() - points.of[static_cast<std::size_t>(Category::water)]);
  }
}

}  // namespace harmonies
