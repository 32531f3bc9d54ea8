#include "harmonies/batch/samples.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "harmonies/net/encoding.hpp"
#include "harmonies/score.hpp"

namespace harmonies {
namespace {

struct Position {
  net::Encoded encoded;
  std::size_t turn = 0;
  float points = 0;
  std::optional<float> probed;  // what is expected of it, where it was not played
  std::optional<float> behind;  // or how far it was behind what was played
};

void append(const Position& position, float result, float final, Samples& samples) {
  samples.offsets.push_back(static_cast<std::int64_t>(samples.rows.size()));
  for (const std::uint16_t row : position.encoded.slots)
    if (row != 0) samples.rows.push_back(row);
  samples.stages.push_back(position.encoded.stage);
  samples.gains.push_back(result - position.points);
  samples.final_gains.push_back(final - position.points);
}

LogError add_game(const LoggedGame& game, float lambda, Samples& samples) {
  State state;
  std::vector<Position> positions;
  net::Encoder encoder;
  FastRandom random(game.deal + 2);
  std::vector<std::size_t> middles;
  for (const LoggedTurn& turn : game.turns)
    middles.push_back(turn.size < 2 ? 0
                                    : 1 + below(random, static_cast<std::uint32_t>(turn.size - 1)));
  const auto add = [&](const State& at, std::size_t turn) -> Position& {
    const Points points = score(at, at.to_move());
    Position& position = positions.emplace_back();
    encoder.begin(at, points);
    position.encoded = encoder.parent();
    position.turn = turn;
    position.points = static_cast<float>(points.total());
    return position;
  };
  bool legal = true;
  // What was not played, up to the end of the turn. Null where that cannot be.
  const auto look_aside = [&](State at, std::size_t turn, std::span<const Move> moves) {
    for (const Move move : moves)
      if (move == Move::end() || play(at, move) != Refusal::none) legal = false;
    legal = legal && at.taken != kNoGroup && at.phase == Phase::play;
    return legal ? &add(at, turn) : nullptr;
  };
  const auto points = [](Value value) {
    return static_cast<float>(value) / static_cast<float>(kPoint);
  };
  const auto look = [&](const State& at, std::size_t turn, std::size_t move) {
    const LoggedTurn& of = game.turns[turn];
    if (move == 0 && of.probe_size > 0)
      if (Position* const probe = look_aside(at, turn, {of.probe.data(), of.probe_size}))
        probe->probed = points(of.probe_expected);
    for (const OtherTurn& other : of.others)
      if (move == 0 && other.size > 0)
        if (Position* const found = look_aside(at, turn, {other.moves.data(), other.size - 1U}))
          found->behind = points(other.behind);
    if (of.guest) return;
    const bool at_end = of.moves[move] == Move::end();
    // Before a group is taken nothing is ever rated.
    if (!at_end && (move != middles[turn] || at.taken == kNoGroup)) return;
    add(at, turn);
  };
  const LogError error = replay(game, state, look);
  if (error != LogError::none) return error;
  if (!legal) return LogError::illegal_move;

  const std::size_t players = state.players, turns = game.turns.size();
  const Standings final = standings(state);
  std::vector<float> results(turns);
  std::array<float, kMostSeats> finals{};
  for (std::size_t turn = turns; turn-- > 0;) {
    const auto seat = static_cast<std::size_t>(seat_of(game, turn));
    finals[seat] = static_cast<float>(final.points[seat]);
    if (turn + players >= turns) {
      results[turn] = finals[seat];
      continue;
    }
    const LoggedTurn& next = game.turns[turn + players];
    const float expected = points(next.expected);
    const float weight = next.surprise ? 0.0F : lambda;
    results[turn] = weight * results[turn + players] + (1 - weight) * expected;
  }
  for (const Position& position : positions) {
    const auto seat = static_cast<std::size_t>(seat_of(game, position.turn));
    constexpr float kNotPlayed = std::numeric_limits<float>::quiet_NaN();
    if (position.probed)
      append(position, *position.probed, kNotPlayed, samples);
    else if (position.behind)
      append(position, results[position.turn] - *position.behind, kNotPlayed, samples);
    else
      append(position, results[position.turn], finals[seat], samples);
  }
  ++samples.games;
  return LogError::none;
}

void append(const Samples& part, Samples& samples) {
  const auto before = static_cast<std::int64_t>(samples.rows.size());
  const auto join = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  join(samples.rows, part.rows);
  for (const std::int64_t offset : part.offsets) samples.offsets.push_back(before + offset);
  join(samples.stages, part.stages);
  join(samples.gains, part.gains);
  join(samples.final_gains, part.final_gains);
  samples.games += part.games;
}

}  // namespace

LogError samples_of(std::span<const std::uint8_t> logs, float lambda, Workers& workers,
                    Samples& samples) {
  constexpr std::size_t kGamesAPart = 64;
  std::vector<LoggedGame> games;
  LogError error = LogError::none;
  while (!logs.empty() && error == LogError::none) {
    LoggedGame game;
    error = read_game(logs, game);
    if (error == LogError::none) games.push_back(std::move(game));
  }
  std::vector<Samples> parts((games.size() + kGamesAPart - 1) / kGamesAPart);
  std::vector<LogError> errors(parts.size(), LogError::none);
  workers.share(
      parts.size(),
      [&](std::size_t from, std::size_t to) {
        for (; from < to; ++from) {
          const std::size_t end = std::min(games.size(), (from + 1) * kGamesAPart);
          for (std::size_t game = from * kGamesAPart; game < end; ++game) {
            errors[from] = add_game(games[game], lambda, parts[from]);
            if (errors[from] != LogError::none) break;
          }
        }
      },
      1);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    append(parts[part], samples);
    if (errors[part] != LogError::none) return errors[part];
  }
  return error;
}

}  // namespace harmonies
