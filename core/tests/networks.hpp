// Network files with made-up weights.
#pragma once

#include <cstring>
#include <vector>

#include "harmonies/net/network.hpp"
#include "harmonies/random.hpp"

namespace harmonies {

inline void seal(std::vector<std::uint8_t>& file) {
  const std::uint32_t sum =
      net::checksum(std::span<const std::uint8_t>(file).subspan(sizeof(net::FileHead)));
  std::memcpy(file.data() + offsetof(net::FileHead, checksum), &sum, sizeof(sum));
}

inline std::vector<std::uint8_t> network_file(std::uint64_t seed,
                                              std::string_view provenance = "{}") {
  net::FileHead head{};
  std::memcpy(head.magic.data(), net::kMagic.data(), net::kMagic.size());
  head.version = net::kFileVersion;
  head.encoding = net::encoding_mark();
  head.provenance = static_cast<std::uint32_t>(provenance.size());
  std::vector<std::uint8_t> file(sizeof(head));
  std::memcpy(file.data(), &head, sizeof(head));
  file.insert(file.end(), provenance.begin(), provenance.end());
  FastRandom random(seed);
  const auto add = [&](auto number) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&number);
    file.insert(file.end(), bytes, bytes + sizeof(number));
  };
  const auto small = [&](int most) {
    return static_cast<int>(below(random, static_cast<std::uint32_t>(2 * most + 1))) - most;
  };
  for (std::size_t i = 0; i < net::kRows * net::kWidth; ++i)
    add(static_cast<std::int16_t>(i < net::kWidth ? 0 : small(100)));
  for (std::size_t stage = 0; stage < net::kStages; ++stage) {
    for (std::size_t i = 0; i < net::kHidden * net::kWidth; ++i)
      add(static_cast<std::int16_t>(small(300)));
    for (std::size_t i = 0; i < net::kHidden; ++i) add(std::int32_t{small(10'000)});
    for (std::size_t i = 0; i < net::kHidden; ++i) add(static_cast<std::int16_t>(small(300)));
    add(std::int32_t{small(10'000)});
  }
  for (std::size_t stage = 0; stage < net::kStages; ++stage) add(std::int32_t{5000});
  seal(file);
  return file;
}

inline net::Network network_of(std::uint64_t seed) {
  net::Network network;
  network.load(network_file(seed));
  return network;
}

}  // namespace harmonies
