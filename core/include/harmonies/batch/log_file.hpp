// The file that logs of self-play are kept in, so that damage to it is noticed; and what the games
// in it came to.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harmonies/batch/self_play.hpp"

namespace harmonies {

// How a file begins; behind it come the logs.
struct LogFileHead {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t checksum;  // CRC-32 of the logs
  std::uint64_t bytes;     // of logs
};
static_assert(sizeof(LogFileHead) == 24);
inline constexpr std::string_view kLogMagic = "HARMLOG\n";
inline constexpr std::uint32_t kLogVersion = 2;

LogFileHead log_file_head(std::span<const std::uint8_t> logs);

// The logs in a file's bytes, once they are known to be whole.
LogError open_log_file(std::span<const std::uint8_t> file, std::span<const std::uint8_t>& logs);

struct GameResult {
  Setup setup;
  std::array<std::int16_t, kMostSeats> points{};  // by seat
  SeatSet guests = 0;
};

// The logged games' results, up to the first that cannot be played again.
LogError results_of(std::span<const std::uint8_t> logs, std::vector<GameResult>& results);

}  // namespace harmonies
