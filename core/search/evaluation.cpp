#include "harmonies/search/evaluation.hpp"

#include "harmonies/search/time_left.hpp"

namespace harmonies {

Value Evaluation::spread(const State& state) const {
  constexpr Value kWidestSpread = 14 * kPoint;
  return kWidestSpread * how_early(state) / kEarliest;
}

}  // namespace harmonies
