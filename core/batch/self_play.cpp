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
// The turns that one is compared with are some of so many of the best.
constexpr std::uint32_t kComparable = 16;
// More nodes make neither of the guests better.
constexpr std::uint64_t kGuestNodes = 2'500;
// Beside a turn's number of moves.
constexpr std::uint8_t kSurpriseBit = 128;
constexpr std::uint8_t kGuestBit = 64;
static_assert(kLongestTurn < kGuestBit);

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

void append_moves(std::vector<std::uint8_t>& log, std::span<const Move> moves) {
  for (const Move move : moves) append(log, static_cast<std::uint16_t>(move.index()));
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

// A thread's own planners and evaluations.
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
    Evaluation* guest = nullptr;
    std::uint32_t home = 0;
    if (setup.players > 1 && below(choices, kInAThousand) < options.guests) {
      guest = below(choices, 2) == 0 ? static_cast<Evaluation*>(&greedy_) : &handmade_;
      home = below(choices, setup.players);
    }
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
      const bool here = guest == nullptr || state.to_move() == static_cast<int>(home);
      if (!(here ? own_turn(state, options, choices, stop, log)
                 : guests_turn(state, *guest, options, choices, stop, log)))
        return {};
      ++log[turns_at];
    }
    return log;
  }

 private:
  // Plays a turn and logs it. False when it was stopped, as those below.
  bool own_turn(State& state, const SelfPlayOptions& options, FastRandom& choices, Stop stop,
                std::vector<std::uint8_t>& log) {
    const bool surprise = below(choices, kInAThousand) < options.surprises;
    LookaheadLimits limits = options.limits;
    limits.plan.seed = choices.next();
    limits.plan.best = surprise || options.probe_nodes > 0 ? kSurprising : 1;
    if (options.others > 0) limits.plan.best = kComparable;
    Plan plan = lookahead_.plan(state, *evaluation_, limits, stop);
    if (plan.stopped) return false;
    const std::size_t most = std::min<std::size_t>(plan.turns.size(), kSurprising);
    const std::size_t chosen = surprise ? below(choices, static_cast<std::uint32_t>(most)) : 0;
    const State before = state;
    play_turn(state, plan.turns[chosen], chosen != 0 ? kSurpriseBit : std::uint8_t{0},
              plan.turns[0].value, log);
    if (!probe(before, plan, options, choices, stop, log)) return false;
    std::swap(plan.turns[0], plan.turns[chosen]);
    return log_others(before, plan.turns, options.others, choices, stop, log);
  }

  bool guests_turn(State& state, Evaluation& guest, const SelfPlayOptions& options,
                   FastRandom& choices, Stop stop, std::vector<std::uint8_t>& log) {
    PlanLimits limits = options.limits.plan;
    limits.nodes = std::min(limits.nodes, kGuestNodes);
    limits.seed = choices.next();
    const Plan plan = planner_.plan(state, guest, limits, stop);
    if (plan.stopped) return false;
    play_turn(state, plan.turns[0], kGuestBit, plan.turns[0].value, log);
    append(log, std::uint8_t{0});  // no probe
    append(log, std::uint8_t{0});  // and no others
    return true;
  }

  // Compares the first of these turns, which was played, with some of the others.
  bool log_others(const State& state, std::span<PlannedTurn> turns, std::size_t wanted,
                  FastRandom& choices, Stop stop, std::vector<std::uint8_t>& log) {
    const std::size_t many = std::min(turns.size() - 1, wanted);
    append(log, static_cast<std::uint8_t>(many));
    if (many == 0) return true;
    for (std::size_t i = 1; i <= many; ++i)
      std::swap(turns[i], turns[i + below(choices, static_cast<std::uint32_t>(turns.size() - i))]);
    turns = turns.first(many + 1);
    const auto points = lookahead_.play_on_once(state, *evaluation_, turns, choices.next(), stop);
    if (points.empty()) return false;
    for (std::size_t i = 1; i <= many; ++i) {
      append(log, turns[i].size);
      append(log, points[0] - points[i]);
      append_moves(log, turns[i].list());
    }
    return true;
  }

  static void play_turn(State& state, const PlannedTurn& turn, std::uint8_t marks, Value expected,
                        std::vector<std::uint8_t>& log) {
    append(log, static_cast<std::uint8_t>(turn.size | marks));
    append(log, expected);
    append_moves(log, turn.list());
    for (const Move move : turn.list()) apply(state, move);
  }

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
        append_moves(log, moves);
        return true;
      }
    }
    append(log, std::uint8_t{0});
    return true;
  }

  Lookahead lookahead_;
  Planner planner_;  // for probes and guests
  std::unique_ptr<Evaluation> evaluation_;
  Immediate greedy_;
  Handmade handmade_;
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

SeatSet guests_of(const LoggedGame& game) {
  SeatSet guests = 0;
  for (std::size_t turn = 0; turn < game.turns.size(); ++turn)
    if (game.turns[turn].guest) guests |= seat_bit(seat_of(game, turn));
  return guests;
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
    turn.guest = (size & kGuestBit) != 0;
    turn.size = size & (kGuestBit - 1);
    LogError error = take_moves(logs, turn.size, turn.moves);
    if (error != LogError::none) return error;
    if (!take(logs, turn.probe_size)) return LogError::cut_off;
    if (turn.probe_size > 0) {
      if (!take(logs, turn.probe_expected)) return LogError::cut_off;
      error = take_moves(logs, turn.probe_size, turn.probe);
      if (error != LogError::none) return error;
    }
    std::uint8_t others = 0;
    if (!take(logs, others)) return LogError::cut_off;
    turn.others.resize(others);
    for (OtherTurn& other : turn.others) {
      if (!take(logs, other.size) || !take(logs, other.behind)) return LogError::cut_off;
      error = take_moves(logs, other.size, other.moves);
      if (error != LogError::none) return error;
    }
  }
  // One seat at least is the player's, and a guest keeps its seat.
  const SeatSet guests = guests_of(game);
  if (guests + 1U == 1U << game.setup.players) return LogError::bad_setup;
  for (std::size_t turn = 0; turn < game.turns.size(); ++turn)
    if (game.turns[turn].guest != ((guests & seat_bit(seat_of(game, turn))) != 0))
      return LogError::bad_setup;
  return LogError::none;
}

}  // namespace harmonies
