// The body of every kernel: included once for each instruction set, whose name, variable and bytes
// of a register are defined before. Nothing of the standard library may be used here: an inline
// function built for one instruction set could be the one that the linker keeps for all.
#include "harmonies/net/kernels.hpp"

namespace harmonies::net {
namespace {

using Lanes = std::uint16_t __attribute__((vector_size(KERNELS_BYTES), may_alias));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(std::uint16_t);
constexpr std::size_t kVectors = kWidth / kLanes;

void add(std::int16_t* sums, const std::int16_t* rows, const std::uint16_t* added,
         std::size_t add_count, const std::uint16_t* removed, std::size_t remove_count) {
  auto* at = reinterpret_cast<Lanes*>(sums);
  const auto* first = reinterpret_cast<const Lanes*>(rows);
  Lanes sum[kVectors];
  for (std::size_t i = 0; i < kVectors; ++i) sum[i] = at[i];
  for (std::size_t n = 0; n < add_count; ++n)
    for (std::size_t i = 0; i < kVectors; ++i) sum[i] += first[added[n] * kVectors + i];
  for (std::size_t n = 0; n < remove_count; ++n)
    for (std::size_t i = 0; i < kVectors; ++i) sum[i] -= first[removed[n] * kVectors + i];
  for (std::size_t i = 0; i < kVectors; ++i) at[i] = sum[i];
}

#if KERNELS_BYTES >= 32

using Words = std::uint64_t __attribute__((vector_size(KERNELS_BYTES), may_alias));
constexpr std::size_t kWords = 64 / KERNELS_BYTES;

void near(const NearTable& table, const std::uint64_t (*reach)[4], std::uint64_t open,
          std::uint8_t* counts) {
  Words found[4] = {};
  for (std::size_t n = 0; n < kWords; ++n) {
    const auto vector = [n](const std::uint64_t* words) {
      return reinterpret_cast<const Words*>(words)[n];
    };
    const Words centres = vector(table.centres) & open;
    const std::uint64_t* at = reach[table.cube_stack];
    Words here0 = centres & at[0], here1 = centres & at[1], here2 = centres & at[2],
          here3 = centres & at[3];
    for (std::size_t part = 0; part < table.parts; ++part) {
      const Words left = vector(table.left[part]), right = vector(table.right[part]);
      const std::uint64_t* what = reach[table.what[part]];
      const auto there = [&](std::size_t k) {
        const Words words = Words{} + what[k];
        return (words << left) | (words >> right);
      };
      const Words there0 = there(0), there1 = there(1), there2 = there(2), there3 = there(3);
      here3 = (here0 & there3) | (here1 & there2) | (here2 & there1) | (here3 & there0);
      here2 = (here0 & there2) | (here1 & there1) | (here2 & there0);
      here1 = (here0 & there1) | (here1 & there0);
      here0 &= there0;
    }
    found[0] |= here0;
    found[1] |= here1;
    found[2] |= here2;
    found[3] |= here3;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane < KERNELS_BYTES / 8; ++lane) all |= found[k][lane];
    counts[k] = static_cast<std::uint8_t>(__builtin_popcountll(all));
  }
}

#else

// Without shifts by lane it is best done one rotation after another, and only where something is.
void near(const NearTable& table, const std::uint64_t (*reach)[4], std::uint64_t open,
          std::uint8_t* counts) {
  std::uint64_t found[4] = {};
  for (std::size_t way = 0; way < 8; ++way) {
    std::uint64_t here[4];
    for (std::size_t k = 0; k < 4; ++k)
      here[k] = reach[table.cube_stack][k] & table.centres[way] & open;
    for (std::size_t part = 0; part < table.parts && here[3] != 0; ++part) {
      std::uint64_t there[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const std::uint64_t word = reach[table.what[part]][k];
        there[k] = word << table.left[part][way] | word >> table.right[part][way];
      }
      here[3] =
          (here[0] & there[3]) | (here[1] & there[2]) | (here[2] & there[1]) | (here[3] & there[0]);
      here[2] = (here[0] & there[2]) | (here[1] & there[1]) | (here[2] & there[0]);
      here[1] = (here[0] & there[1]) | (here[1] & there[0]);
      here[0] &= there[0];
    }
    for (std::size_t k = 0; k < 4; ++k) found[k] |= here[k];
  }
  for (std::size_t k = 0; k < 4; ++k)
    counts[k] = static_cast<std::uint8_t>(__builtin_popcountll(found[k]));
}

#endif

// Sums are in 1/512, what is read from them between 0 and 4; weights are in 1/1024.
constexpr std::int16_t kMostRead = 2047;
constexpr std::int32_t kMostHidden = 4095;

std::int32_t finish(const std::int16_t* __restrict sums, const StageWeights& weights) {
  std::int16_t read[kWidth];
  for (std::size_t i = 0; i < kWidth; ++i) {
    const std::int16_t low = sums[i] < 0 ? std::int16_t{0} : sums[i];
    read[i] = low > kMostRead ? kMostRead : low;
  }
  std::int64_t out = weights.out_bias;
  for (std::size_t h = 0; h < kHidden; ++h) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < kWidth; ++i)
      sum += static_cast<std::int32_t>(read[i]) * weights.hidden[h][i];
    // From 1/512 * 1/1024 to 1/1024.
    sum = (sum + weights.hidden_bias[h]) >> 9;
    sum = sum < 0 ? 0 : sum > kMostHidden ? kMostHidden : sum;
    out += static_cast<std::int64_t>(sum) * weights.out[h];
  }
  return static_cast<std::int32_t>(out >> 10);
}

}  // namespace

extern const Kernels KERNELS_VARIABLE;
const Kernels KERNELS_VARIABLE = {KERNELS_NAME, &near, &add, &finish};

}  // namespace harmonies::net
