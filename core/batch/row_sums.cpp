#include "harmonies/batch/row_sums.hpp"

#include <algorithm>

namespace harmonies {
namespace {

// Columns are taken so many at a time: they fit into registers, and two threads that add to the
// same rows each have columns of their own.
constexpr std::size_t kStrip = 32;

struct Strip {
  float of[kStrip];
};

}  // namespace

void sum_rows(const Picked& picked, std::span<const float> table, std::size_t width,
              std::span<float> sums, Workers& workers) {
  workers.share(picked.chosen.size(), [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      for (std::size_t first = 0; first < width; first += kStrip) {
        Strip sum{};
        for (const std::uint16_t row : picked.of(i)) {
          const float* values = &table[row * width + first];
          for (std::size_t c = 0; c < kStrip; ++c) sum.of[c] += values[c];
        }
        std::copy_n(sum.of, kStrip, &sums[i * width + first]);
      }
  });
}

void add_to_rows(const Picked& picked, std::span<const float> gradients, std::size_t width,
                 std::span<float> table, Workers& workers) {
  workers.share(
      width / kStrip,
      [&](std::size_t from, std::size_t to) {
        for (std::size_t i = 0; i < picked.chosen.size(); ++i)
          for (std::size_t strip = from; strip < to; ++strip) {
            const float* values = &gradients[i * width + strip * kStrip];
            for (const std::uint16_t row : picked.of(i)) {
              float* at = &table[row * width + strip * kStrip];
              for (std::size_t c = 0; c < kStrip; ++c) at[c] += values[c];
            }
          }
      },
      1);
}

}  // namespace harmonies
