// What a seat's position is worth to whoever searches. Values are whole thousandths of a point, so
// that the same search gives the same turn on every machine.
#pragma once

#include <cstdint>
#include <span>

#include "harmonies/state.hpp"

namespace harmonies {

using Value = std::int32_t;
inline constexpr Value kPoint = 1000;

class Evaluation {
 public:
  Evaluation() = default;
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  virtual ~Evaluation() = default;

  // Rates states of the seat to move, in the middle of its turn or before its `end`. The children
  // follow from the parent by one move each, for those who update what they know of the parent.
  virtual void rate(const State& parent, std::span<const State> children,
                    std::span<Value> values) = 0;

  // By how much its ratings are off from the final score, as a rule: one standard deviation, for a
  // state that is about to be ended. Where the score is final it is nothing.
  virtual Value spread(const State& state) const;

  Value rate(const State& state) {
    Value value = 0;
    rate(state, {&state, 1}, {&value, 1});
    return value;
  }
};

// The board as it would be scored now. Between equal scores: cards and places that promise most.
class Immediate final : public Evaluation {
 public:
  using Evaluation::rate;
  void rate(const State& parent, std::span<const State> children, std::span<Value> values) override;
};

// The points there are now but for those of water: what somebody sees who is new to the game.
class Naive final : public Evaluation {
 public:
  using Evaluation::rate;
  void rate(const State& parent, std::span<const State> children, std::span<Value> values) override;
};

}  // namespace harmonies
