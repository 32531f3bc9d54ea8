// A small network that says what a position will still bring its seat. It is made from the bytes of
// a file (docs/training.md); training is Python's business.
//
// The first layer sums the rows that the encoding names. Its sums go through two more layers, of
// which each stage of the game has its own. All numbers are whole.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "harmonies/net/encoding.hpp"
#include "harmonies/net/kernels.hpp"
#include "harmonies/search/evaluation.hpp"
#include "harmonies/search/time_left.hpp"

namespace harmonies::net {

enum class NetworkError : std::uint8_t {
  none,
  not_a_network,   // the file begins with something else
  other_version,   // of the file's form
  other_encoding,  // for another encoding than this program has
  cut_off,         // fewer bytes than there should be
  too_long,        // more
  damaged,         // the checksum is another one
};
const char* code_of(NetworkError error);

// How a file begins; behind it come `provenance` bytes of JSON text, then the weights.
struct FileHead {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t encoding;    // encoding_mark()
  std::uint32_t provenance;  // bytes
  std::uint32_t checksum;    // CRC-32 of all that follows
};
static_assert(sizeof(FileHead) == 24);
inline constexpr std::string_view kMagic = "HARMNET\n";
inline constexpr std::uint32_t kFileVersion = 1;

// CRC-32, as zlib has it.
std::uint32_t checksum(std::span<const std::uint8_t> bytes);

// A number that is another one when the encoding's parts or the layers' sizes are.
std::uint32_t encoding_mark();

class Network {
 public:
  // What it says of a position is a 1024th of 8 points.
  static constexpr Value kOutUnit = 8;

  // Leaves the network as it was unless it returns `none`.
  NetworkError load(std::span<const std::uint8_t> file);

  std::string_view provenance() const { return provenance_; }
  const std::int16_t* rows() const { return weights_->rows; }
  const StageWeights& stage(std::size_t stage) const { return weights_->stages[stage]; }
  // How far, in thousandths of a point, final scores lie from what it says, by stage.
  Value spread(std::size_t stage) const { return weights_->spread[stage]; }

 private:
  struct Weights {
    alignas(64) std::int16_t rows[kRows * kWidth];
    StageWeights stages[kStages];
    std::int32_t spread[kStages];
  };
  std::shared_ptr<const Weights> weights_;
  std::string provenance_;
};

// Bytes of weights in a file: rows, then for each stage hidden, hidden bias, out, out bias, then
// the spreads; little-endian, nothing between them.
inline constexpr std::size_t kStageBytes = 2 * kHidden * kWidth + 4 * kHidden + 2 * kHidden + 4;
inline constexpr std::size_t kWeightBytes =
    2 * kRows * kWidth + kStages * kStageBytes + 4 * kStages;

// Rates states by the points there are and those that the network expects.
class Learned final : public Evaluation {
 public:
  explicit Learned(Network network, const Kernels& kernels = best_kernels())
      : network_(std::move(network)), kernels_(kernels), encoder_(kernels) {}
  using Evaluation::rate;
  void rate(const State& parent, std::span<const State> children, std::span<Value> values) override;
  Value spread(const State& state) const override {
    return network_.spread(stage_at(time_left(state)));
  }

 private:
  struct Sums {
    alignas(64) std::array<std::int16_t, kWidth> of{};
  };

  void sum_up(const Slots& slots, Sums& sums);
  Value value_of(const State& parent, const State& state);
  Value value_of(const Points& points, const Sums& sums, std::size_t stage) const;

  Network network_;
  const Kernels& kernels_;
  Encoder encoder_;
  Encoded child_;
  Sums parent_sums_;
};

}  // namespace harmonies::net
