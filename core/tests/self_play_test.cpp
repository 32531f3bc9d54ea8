#include "harmonies/batch/self_play.hpp"

#include <bit>
#include <cmath>

#include "check.hpp"
#include "harmonies/batch/log_file.hpp"
#include "harmonies/batch/samples.hpp"
#include "harmonies/score.hpp"
#include "networks.hpp"

namespace harmonies {
namespace {

constexpr std::array<Share, 3> kKinds = {Share{{Side::A, 2, false, 0}, 3},
                                         Share{{Side::B, 3, true, 0}, 1},
                                         Share{{Side::A, 1, true, 0}, 1}};

SelfPlayOptions options(std::uint64_t games) {
  return {.games = games,
          .seed = 5,
          .limits = {.plan = {.nodes = 150, .width = 1}},
          .kinds = kKinds,
          .surprises = 100,
          .probe_nodes = 60};
}

TEST("self-play gives the same games with any number of threads") {
  const net::Network network = network_of(1);
  Workers one(1), three(3);
  const auto logs = self_play(options(20), &network, one);
  CHECK(logs == self_play(options(20), &network, three));
  CHECK(!logs.empty());
}

TEST("games that are played in parts are those that are played at once") {
  Workers workers(2);
  const auto whole = self_play(options(9), nullptr, workers);
  SelfPlayOptions part = options(4);
  auto joined = self_play(part, nullptr, workers);
  part.first_game = 4;
  part.games = 5;
  const auto rest = self_play(part, nullptr, workers);
  joined.insert(joined.end(), rest.begin(), rest.end());
  CHECK(joined == whole);
}

TEST("a file of logs is read as it was written, and not when a bit of it is another") {
  Workers workers(1);
  const auto logs = self_play(options(3), nullptr, workers);
  const LogFileHead head = log_file_head(logs);
  std::vector<std::uint8_t> file(sizeof(head));
  std::memcpy(file.data(), &head, sizeof(head));
  file.insert(file.end(), logs.begin(), logs.end());
  std::span<const std::uint8_t> found;
  CHECK(open_log_file(file, found) == LogError::none);
  CHECK(std::equal(found.begin(), found.end(), logs.begin(), logs.end()));
  for (std::size_t at = 0; at < file.size(); ++at) {
    auto changed = file;
    changed[at] ^= 4;
    CHECK(open_log_file(changed, found) != LogError::none);
    CHECK(open_log_file(std::span(file).first(at), found) != LogError::none);
  }
}

TEST("results of logs are those of the games played again") {
  Workers workers(1);
  const auto logs = self_play(options(10), nullptr, workers);
  std::vector<GameResult> results;
  CHECK(results_of(logs, results) == LogError::none);
  CHECK_EQUAL(results.size(), std::size_t{10});
  std::span<const std::uint8_t> rest = logs;
  for (const GameResult& result : results) {
    LoggedGame game;
    CHECK(read_game(rest, game) == LogError::none);
    State state;
    CHECK(replay(game, state, [](const State&, std::size_t, std::size_t) {}) == LogError::none);
    CHECK(result.points == standings(state).points);
    CHECK_EQUAL(result.guests, SeatSet{0});
  }
}

TEST("logs with guests at all seats, or at a seat now and then, are refused") {
  Workers workers(1);
  const auto logs = self_play(options(6), nullptr, workers);
  const auto marked = [&](const auto& wanted) {
    auto changed = logs;
    std::span<const std::uint8_t> rest = changed;
    LoggedGame game;
    CHECK(read_game(rest, game) == LogError::none);
    // The head of a game is 13 bytes; a turn begins with its size and marks.
    std::size_t at = 13;
    for (std::size_t turn = 0; turn < game.turns.size(); ++turn) {
      if (wanted(turn)) changed[at] |= 64;
      const LoggedTurn& of = game.turns[turn];
      at += 5 + 2 * std::size_t{of.size} + 2;
      if (of.probe_size > 0) at += 4 + 2 * std::size_t{of.probe_size};
    }
    rest = changed;
    return read_game(rest, game);
  };
  CHECK(marked([](std::size_t) { return false; }) == LogError::none);
  CHECK(marked([](std::size_t) { return true; }) == LogError::bad_setup);
  CHECK(marked([](std::size_t turn) { return turn == 0; }) == LogError::bad_setup);
}

TEST("where guests come, one seat is the player's, and only its turns are learned from") {
  SelfPlayOptions visited = options(24);
  visited.guests = 600;
  const net::Network network = network_of(1);
  Workers workers(2);
  const auto logs = self_play(visited, &network, workers);
  std::span<const std::uint8_t> rest = logs;
  std::size_t with_guests = 0, own_turns = 0, probes = 0;
  for (LoggedGame game; !rest.empty();) {
    CHECK(read_game(rest, game) == LogError::none);
    const int guests = std::popcount(guests_of(game));
    CHECK(guests == 0 || guests == game.setup.players - 1);
    with_guests += guests > 0 ? 1 : 0;
    for (const LoggedTurn& turn : game.turns) {
      CHECK(!turn.guest || (!turn.surprise && turn.probe_size == 0));
      if (turn.guest) continue;
      ++own_turns;
      probes += turn.probe_size > 0 ? 1 : 0;
    }
  }
  CHECK(with_guests > 4 && with_guests < 20);
  Samples samples;
  CHECK(samples_of(logs, 0.6F, workers, samples) == LogError::none);
  // The end of each own turn, its probe, and for most a position in its middle.
  CHECK(samples.gains.size() > own_turns + probes + own_turns / 2);
  CHECK(samples.gains.size() <= 2 * own_turns + probes);
}

TEST("self-play that looks ahead is the same game again, and another one") {
  SelfPlayOptions far = options(2);
  far.limits.plan.nodes = 9'000;
  far.limits.candidates = 4;
  Workers one(1), two(2);
  const auto logs = self_play(far, nullptr, one);
  CHECK(logs == self_play(far, nullptr, two));
  far.limits.candidates = 1;
  CHECK(logs != self_play(far, nullptr, one));
}

TEST("turns that were not played teach by how far they were behind the one that was") {
  SelfPlayOptions comparing = options(6);
  comparing.probe_nodes = 0;
  comparing.others = 5;
  comparing.limits.plan = {.nodes = 900, .width = 4};
  Workers workers(2);
  const auto logs = self_play(comparing, nullptr, workers);
  std::span<const std::uint8_t> rest = logs;
  std::size_t others = 0, behind = 0, ahead = 0, turns = 0;
  for (LoggedGame game; !rest.empty();) {
    CHECK(read_game(rest, game) == LogError::none);
    turns += game.turns.size();
    for (const LoggedTurn& turn : game.turns) {
      others += turn.others.size();
      for (const OtherTurn& other : turn.others) {
        CHECK(other.moves[other.size - 1U] == Move::end());
        CHECK(!std::equal(other.moves.begin(), other.moves.begin() + other.size, turn.moves.begin(),
                          turn.moves.begin() + turn.size));
        behind += other.behind > 0 ? 1 : 0;
        ahead += other.behind < 0 ? 1 : 0;
      }
    }
  }
  CHECK(others > 4 * turns);
  // What is expected comes true more often than not, but not always.
  CHECK(behind > ahead && ahead > others / 10);
  Samples samples;
  CHECK(samples_of(logs, 1, workers, samples) == LogError::none);
  std::size_t not_played = 0;
  for (const float final : samples.final_gains) not_played += std::isnan(final) ? 1U : 0U;
  CHECK_EQUAL(not_played, others);
}

TEST("a log is played again to its end, move by move") {
  Workers workers(1);
  const auto logs = self_play(options(12), nullptr, workers);
  std::span<const std::uint8_t> rest = logs;
  int games = 0, surprises = 0;
  for (LoggedGame game; !rest.empty(); ++games) {
    CHECK(read_game(rest, game) == LogError::none);
    State state;
    CHECK(replay(game, state, [](const State&, std::size_t, std::size_t) {}) == LogError::none);
    for (const LoggedTurn& turn : game.turns) surprises += turn.surprise ? 1 : 0;
  }
  CHECK_EQUAL(games, 12);
  CHECK(surprises > 0);
}

TEST("self-play ends when it is told to") {
  Workers workers(2);
  const auto logs = self_play(options(50), nullptr, workers, {[](void*) { return true; }, nullptr});
  CHECK(logs.empty());
}

TEST("with lambda 1 every position leads to its seat's final score") {
  Workers workers(2);
  SelfPlayOptions unsurprising = options(30);
  unsurprising.surprises = 0;
  const auto logs = self_play(unsurprising, nullptr, workers);
  Samples samples;
  CHECK(samples_of(logs, 1.0F, workers, samples) == LogError::none);
  CHECK_EQUAL(samples.games, std::uint64_t{30});
  CHECK_EQUAL(samples.offsets.size(), samples.gains.size());
  CHECK(samples.gains.size() > 600);
  bool differ = false;
  Samples sooner;
  CHECK(samples_of(logs, 0.5F, workers, sooner) == LogError::none);
  for (std::size_t i = 0; i < samples.gains.size(); ++i)
    differ |= sooner.gains[i] != samples.gains[i];
  CHECK(differ);
  std::size_t probes = 0;
  for (std::size_t i = 0; i < samples.gains.size(); ++i) {
    // A probe was not played: there is no final score to compare it with.
    if (std::isnan(samples.final_gains[i])) {
      ++probes;
      CHECK_EQUAL(sooner.gains[i], samples.gains[i]);
    } else {
      CHECK_EQUAL(samples.gains[i], samples.final_gains[i]);
      CHECK_EQUAL(sooner.final_gains[i], samples.final_gains[i]);
    }
  }
  CHECK(probes > 100);
}

TEST("logs that are cut off or changed are refused, up to where they are whole") {
  Workers workers(1);
  auto logs = self_play(options(3), nullptr, workers);
  Samples samples;
  CHECK(samples_of(std::span(logs).first(logs.size() - 1), 1, workers, samples) ==
        LogError::cut_off);
  CHECK_EQUAL(samples.games, std::uint64_t{2});
  FastRandom random(1);
  for (int i = 0; i < 300; ++i) {
    auto changed = logs;
    changed[below(random, static_cast<std::uint32_t>(logs.size()))] ^=
        static_cast<std::uint8_t>(1 + below(random, 255));
    Samples found;
    samples_of(changed, 1, workers, found);  // whatever it says, it comes back
    CHECK(found.games <= 4);
  }
}

}  // namespace
}  // namespace harmonies
