// The first layer of the network while it is trained on a processor: sums of a table's rows for
// many positions, and the way back. What PyTorch offers for it is several times slower.
#pragma once

#include <cstdint>
#include <span>

#include "harmonies/batch/workers.hpp"

namespace harmonies {

// Positions chosen from many: position i names the rows from its offset to the next one's.
struct Picked {
  std::span<const std::uint16_t> rows;
  std::span<const std::int64_t> offsets;
  std::span<const std::int64_t> chosen;

  std::span<const std::uint16_t> of(std::size_t i) const {
    const auto at = static_cast<std::size_t>(chosen[i]);
    const auto from = static_cast<std::size_t>(offsets[at]);
    const auto to =
        at + 1 < offsets.size() ? static_cast<std::size_t>(offsets[at + 1]) : rows.size();
    return rows.subspan(from, to - from);
  }
};

// For each chosen position the sum of its rows in a table of `width` columns.
void sum_rows(const Picked& picked, std::span<const float> table, std::size_t width,
              std::span<float> sums, Workers& workers);

// Adds each position's gradient to those of its rows.
void add_to_rows(const Picked& picked, std::span<const float> gradients, std::size_t width,
                 std::span<float> table, Workers& workers);

}  // namespace harmonies
