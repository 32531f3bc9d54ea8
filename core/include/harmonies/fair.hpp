// Chance that nobody can choose: SHA-256 for the commitment, ChaCha20 for the shuffles.
// docs/fair-deal.md says how a game's deal follows from its secret, with test vectors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace harmonies {

using Bytes32 = std::array<std::uint8_t, 32>;

Bytes32 sha256(std::span<const std::uint8_t> message);

// The seed of a game: SHA-256 of the server's secret and, seat by seat, the SHA-256 of what each
// seat threw in.
Bytes32 fair_seed(const Bytes32& secret, std::span<const Bytes32> nonce_hashes);

// The key stream of ChaCha20 (RFC 8439), block counter from 0, read as little-endian words. The
// label is the nonce: it gives each deck a stream of its own.
class ChaCha20 {
 public:
  ChaCha20(const Bytes32& key, std::string_view label);
  std::uint32_t next() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }

 private:
  void refill();

  std::array<std::uint32_t, 16> input_{};
  std::array<std::uint32_t, 16> block_{};
  std::size_t used_ = 16;
};

}  // namespace harmonies
