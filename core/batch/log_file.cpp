#include "harmonies/batch/log_file.hpp"

#include <algorithm>
#include <cstring>

#include "harmonies/score.hpp"

namespace harmonies {

LogFileHead log_file_head(std::span<const std::uint8_t> logs) {
  LogFileHead head{};
  std::copy(kLogMagic.begin(), kLogMagic.end(), head.magic.begin());
  head.version = kLogVersion;
  head.checksum = net::checksum(logs);
  head.bytes = logs.size();
  return head;
}

LogError open_log_file(std::span<const std::uint8_t> file, std::span<const std::uint8_t>& logs) {
  LogFileHead head;
  if (file.size() < kLogMagic.size() ||
      !std::equal(kLogMagic.begin(), kLogMagic.end(), file.begin()))
    return LogError::not_a_log;
  if (file.size() < sizeof(head)) return LogError::cut_off;
  std::memcpy(&head, file.data(), sizeof(head));
  if (head.version != kLogVersion) return LogError::other_version;
  const auto rest = file.subspan(sizeof(head));
  if (rest.size() < head.bytes) return LogError::cut_off;
  if (rest.size() > head.bytes || net::checksum(rest) != head.checksum) return LogError::damaged;
  logs = rest;
  return LogError::none;
}

LogError results_of(std::span<const std::uint8_t> logs, std::vector<GameResult>& results) {
  LoggedGame game;
  while (!logs.empty()) {
    LogError error = read_game(logs, game);
    if (error != LogError::none) return error;
    State state;
    error = replay(game, state, [](const State&, std::size_t, std::size_t) {});
    if (error != LogError::none) return error;
    results.push_back({game.setup, standings(state).points, guests_of(game)});
  }
  return LogError::none;
}

}  // namespace harmonies
