// What a network learns from: positions of logged games as it sees them, and what they came to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harmonies/batch/self_play.hpp"
#include "harmonies/batch/workers.hpp"

namespace harmonies {

// Positions one behind the other: each has the rows from its offset to the next one's.
struct Samples {
  std::vector<std::uint16_t> rows;
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> stages;
  std::vector<float> gains;        // points still to come, by the return that was asked for
  std::vector<float> final_gains;  // and those that came
  std::uint64_t games = 0;
};

// From each turn that is no guest's the position before its end, one in its middle, and those that
// were not played, its probe and the ends of other turns, whose final gain is no number. What came
// after a position is weighed by `lambda`: 1 takes the final score, 0 what was expected a turn
// later, 0.7 something in between. What was expected of a turn counts instead of what followed
// where another was played.
// Reads up to the first game that cannot be read, and says why it could not.
LogError samples_of(std::span<const std::uint8_t> logs, float lambda, Workers& workers,
                    Samples& samples);

}  // namespace harmonies
