#include "harmonies/batch/self_play.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "harmonies/search/handmade.hpp"
#include "harmonies/simulate.hpp"

namespace harmonies {
namespace {

constexpr std::uint32_t kInAThousand = 1000;
// A surprise is one of so many of the best turns.
constexpr std::uint32_t kSurprising = 12;
constexpr std::uint8_t kSurpriseBit = 128;

std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t game) {
  FastRandom random(seed * 0x9e3779b97f4a7c15 ^ game);
  const std::uint64_t high = random.next();
  return high << 32 | random.next();
}

template <class Number>
void append(std::vector<std::uint8_t>& log, Number number) {
  std::array<std::uint8_t, sizeof(Number)> bytes;
  std::memcpy(bytes.data(), &number, sizeof(number));
  log.insert(log.end(), bytes.begin(), bytes.end());
}

const Setup& kind_of_game(std::span<const Share> kinds, FastRandom& random) {
  std::uint32_t all = 0;
  for (const Share& kind : kinds) all += kind.weight;
  std::uint32_t at = below(random, all);
  for (const Share& kind : kinds) {
    if (at < kind.weight) return kind.setup;
    at -= kind.weight;
  }
  return kinds.back().setup;
}

// A thread's own planner, evaluation and room for logs.
class Table {
 public:
  explicit Table(const net::Network* network) {
    if (network != nullptr)
      evaluation_ = std::make_unique<net::Learned>(*network);
    else
      evaluation_ = std::make_unique<Handmade>();
  }

  // Empty when it was stopped.
  std::vector<std::uint8_t> play_game(const SelfPlayOptions& options, std::uint64_t number,
                                      Stop stop) {
    const std::uint64_t seed = seed_of_game(options.seed, number);
    FastRandom choices(seed + 1);
    Setup setup = kind_of_game(options.kinds, choices);
    setup.first = static_cast<std::uint8_t>(below(choices, setup.players));
    State state = new_game(setup);
    FastRandom shuffling(seed);
    Dealer dealer(state, shuffling);
    std::vector<std::uint8_t> log;
    append(log, static_cast<std::uint8_t>(setup.side));
    append(log, setup.players);
    append(log, static_cast<std::uint8_t>(setup.spirits));
    append(log, setup.first);
    append(log, seed);
    const std::size_t turns_at = log.size();
    append(log, std::uint8_t{0});
    while (state.phase != Phase::over) {
      if (state.phase == Phase::deal) apply(state, dealer.draw(state));
      const bool surprise = below(choices, kInAThousand) < options.surprises;
      PlanLimits limits = options.limits;
      limits.seed = choices.next();
      limits.best = surprise || options.probe_nodes > 0 ? kSurprising : 1;
      const Plan plan = planner_.plan(state, *evaluation_, limits, stop);
      if (plan.stopped) return {};
      const std::size_t chosen =
          surprise ? below(choices, static_cast<std::uint32_t>(plan.turns.size())) : 0;
      const PlannedTurn& turn = plan.turns[chosen];
      append(log, static_cast<std::uint8_t>(turn.size | (chosen != 0 ? kSurpriseBit : 0)));
      append(log, plan.turns[0].value);
      const State before = state;
      for (const Move move : turn.list()) {
        append(log, static_cast<std::uint16_t>(move.index()));
        apply(state, move);
      }
      if (!probe(before, plan, options, choices, stop, log)) return {};
      ++log[turns_at];
    }
    return log;
  }

 private:
  // Logs one of the best turns' beginning with any move behind it, while there are tokens in hand,
  // and what the rest of the turn can still make of that.
  bool probe(State state, const Plan& plan, const SelfPlayOptions& options, FastRandom& choices,
             Stop stop, std::vector<std::uint8_t>& log) {
    if (options.probe_nodes > 0) {
      const auto among = [&](std::size_t size) {
        return below(choices, static_cast<std::uint32_t>(size));
      };
      const PlannedTurn& turn = plan.turns[among(plan.turns.size())];
      std::vector<Move> moves;
      std::size_t length = 1 + among(turn.size);
      for (std::size_t i = 0; i < length && turn.moves[i] != Move::end(); ++i) {
        moves.push_back(turn.moves[i]);
        apply(state, turn.moves[i]);
      }
      const Move other = random_move(state, choices);
      if (other != Move::end() && state.taken != kNoGroup) {
        moves.push_back(other);
        apply(state, other);
      }
      if (!state.hand.empty() && moves.size() < kLongestTurn) {
        const Plan rest = planner_.plan(
            state, *evaluation_, {.nodes = options.probe_nodes, .seed = choices.next()}, stop);
        if (rest.stopped) return false;
        append(log, static_cast<std::uint8_t>(moves.size()));
        append(log, rest.turns[0].value);
        for (const Move move : moves) append(log, static_cast<std::uint16_t>(move.index()));
        return true;
      }
    }
    append(log, std::uint8_t{0});
    return true;
  }

  Planner planner_;
  std::unique_ptr<Evaluation> evaluation_;
};

template <class Number>
bool take(std::span<const std::uint8_t>& from, Number& number) {
  if (from.size() < sizeof(number)) return false;
  std::memcpy(&number, from.data(), sizeof(number));
  from = from.subspan(sizeof(number));
  return true;
}

LogError take_moves(std::span<const std::uint8_t>& from, std::size_t size,
                    std::array<Move, kLongestTurn>& moves) {
  if (size > kLongestTurn) return LogError::illegal_move;
  if (from.size() < 2 * size) return LogError::cut_off;
  for (std::size_t i = 0; i < size; ++i) {
    std::uint16_t index = 0;
    take(from, index);
    if (index >= kMoveCount) return LogError::illegal_move;
    moves[i] = Move::from_index(index);
  }
  return LogError::none;
}

}  // namespace

std::vector<std::uint8_t> self_play(const SelfPlayOptions& options, const net::Network* network,
                                    Workers& workers, Stop stop) {
  std::vector<std::vector<std::uint8_t>> games(options.games);
  constexpr std::size_t kPiece = 4;
  workers.share(
      games.size(),
      [&](std::size_t from, std::size_t to) {
        Table table(network);
        for (std::size_t game = from; game < to && !stop.now(); ++game)
          games[game] = table.play_game(options, options.first_game + game, stop);
      },
      kPiece);
  std::vector<std::uint8_t> logs;
  for (const auto& game : games) logs.insert(logs.end(), game.begin(), game.end());
  return logs;
}

const char* code_of(LogError error) {
  switch (error) {
    case LogError::none: return "log/fine";
    case LogError::cut_off: return "log/cut-off";
    case LogError::bad_setup: return "log/bad-setup";
    case LogError::illegal_move: return "log/illegal-move";
    case LogError::unfinished: return "log/unfinished";
    case LogError::not_a_log: return "log/not-a-log";
    case LogError::other_version: return "log/other-version";
    case LogError::damaged: return "log/damaged";
  }
  return "log/unfinished";
}

LogError read_game(std::span<const std::uint8_t>& logs, LoggedGame& game) {
  std::uint8_t side = 0, players = 0, spirits = 0, first = 0, turns = 0;
  if (!take(logs, side) || !take(logs, players) || !take(logs, spirits) || !take(logs, first) ||
      !take(logs, game.deal) || !take(logs, turns))
    return LogError::cut_off;
  if (side > 1 || spirits > 1) return LogError::bad_setup;
  game.setup = {static_cast<Side>(side), players, spirits == 1, first};
  if (!game.setup.valid()) return LogError::bad_setup;
  game.turns.assign(turns, {});
  for (LoggedTurn& turn : game.turns) {
    std::uint8_t size = 0;
    if (!take(logs, size) || !take(logs, turn.expected)) return LogError::cut_off;
    turn.surprise = (size & kSurpriseBit) != 0;
    turn.size = size & static_cast<std::uint8_t>(~kSurpriseBit);
    LogError error = take_moves(logs, turn.size, turn.moves);
    if (error != LogError::none) return error;
    if (!take(logs, turn.probe_size)) return LogError::cut_off;
    if (turn.probe_size == 0) continue;
    if (!take(logs, turn.probe_expected)) return LogError::cut_off;
    error = take_moves(logs, turn.probe_size, turn.probe);
    if (error != LogError::none) return error;
  }
  return LogError::none;
}

}  // namespace harmonies
