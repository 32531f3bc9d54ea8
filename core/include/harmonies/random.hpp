// Random numbers that are the same on every machine. No std:: distributions: what they give is not
// fixed by the standard.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace harmonies {

// A number below `bound` from a source of 32-bit words, without bias: words beyond the last whole
// multiple of the bound are thrown away.
template <class Source>
constexpr std::uint32_t below(Source& source, std::uint32_t bound) {
  const std::uint64_t fair = (std::uint64_t{1} << 32) / bound * bound;
  for (;;) {
    const std::uint32_t word = source.next();
    if (word < fair) return word % bound;
  }
}

// Fisher and Yates, from the last place to the first.
template <class Source, class Iterator>
constexpr void shuffle(Source& source, Iterator items, std::size_t size) {
  for (std::size_t i = size; i > 1; --i) {
    const std::uint32_t other = below(source, static_cast<std::uint32_t>(i));
    const auto kept = items[i - 1];
    items[i - 1] = items[other];
    items[other] = kept;
  }
}

// xoshiro128++ by Blackman and Vigna, seeded through splitmix64: fast, for search and simulation.
// What people play for is dealt with ChaCha20: see fair.hpp.
class FastRandom {
 public:
  explicit constexpr FastRandom(std::uint64_t seed) {
    for (std::size_t i = 0; i < 4; i += 2) {
      const std::uint64_t word = split_mix(seed);
      state_[i] = static_cast<std::uint32_t>(word);
      state_[i + 1] = static_cast<std::uint32_t>(word >> 32);
    }
  }

  constexpr std::uint32_t next() {
    const std::uint32_t result = std::rotl(state_[0] + state_[3], 7) + state_[0];
    const std::uint32_t shifted = state_[1] << 9;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 11);
    return result;
  }

 private:
  static constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

  std::array<std::uint32_t, 4> state_{};
};

}  // namespace harmonies
