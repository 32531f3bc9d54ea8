// The network's arithmetic, built once for each instruction set and chosen when the program runs.
// All of it is in whole numbers, so every set gives the same values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace harmonies::net {

inline constexpr std::size_t kWidth = 96;   // of the first layer
inline constexpr std::size_t kHidden = 32;  // of the second

// What one stage's second and third layer weigh.
struct alignas(64) StageWeights {
  std::int16_t hidden[kHidden][kWidth];
  std::int32_t hidden_bias[kHidden];
  std::int16_t out[kHidden];
  std::int32_t out_bias;
};

// A card's habitat for looking at all its rotations at once, one in each lane. Shifts are
// rotations of the word; `centres` leaves out the spaces from which one would reach around its end.
struct alignas(64) NearTable {
  std::uint64_t left[3][8];
  std::uint64_t right[3][8];
  std::uint64_t centres[8];
  std::uint8_t what[3];
  std::uint8_t cube_stack;
  std::uint8_t parts;
};

struct Kernels {
  const char* name;
  // How many spaces lie at most 0 to 3 tokens from taking a card's cube. `reach` holds for each
  // stack where it stands within so many tokens; `open` are the spaces without a cube.
  void (*near)(const NearTable& table, const std::uint64_t (*reach)[4], std::uint64_t open,
               std::uint8_t* counts);
  // Adds rows of the first layer to its sums and takes others away. Row numbers lie one behind
  // the other; sums wrap around as 16-bit numbers do.
  void (*add)(std::int16_t* sums, const std::int16_t* rows, const std::uint16_t* added,
              std::size_t add_count, const std::uint16_t* removed, std::size_t remove_count);
  // The second and third layer.
  std::int32_t (*finish)(const std::int16_t* sums, const StageWeights& weights);
};

// Those this processor can run, the best first; there is always "plain".
struct KernelList {
  std::array<const Kernels*, 4> items{};
  std::size_t size = 0;
};
KernelList kernels();
inline const Kernels& best_kernels() { return *kernels().items[0]; }

}  // namespace harmonies::net
