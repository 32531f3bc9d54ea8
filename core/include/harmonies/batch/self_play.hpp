// Games that a player plays against itself, on all of the workers' threads, as logs that a network
// is trained on. A log holds moves and what was expected, not what a network sees: it stays good
// when the encoding changes, and is some 500 bytes a game.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "harmonies/batch/workers.hpp"
#include "harmonies/dealer.hpp"
#include "harmonies/net/network.hpp"
#include "harmonies/search/lookahead.hpp"

namespace harmonies {

// One kind of game, and how many of all games are of it, in whatever unit.
struct Share {
  Setup setup;
  std::uint32_t weight = 1;
};

struct SelfPlayOptions {
  std::uint64_t games = 1;
  std::uint64_t first_game = 0;  // its number: a game depends on the seed and on that alone
  std::uint64_t seed = 0;
  LookaheadLimits limits;
  std::span<const Share> kinds;
  std::uint32_t surprises = 0;    // of a thousand turns, how many are not the best that was found
  std::uint64_t probe_nodes = 0;  // for a look at what a turn comes to that goes wrong; 0: none
  std::uint32_t others = 0;       // how many other good turns each turn is compared with
  // Of a thousand games for several players, in how many one seat alone is the player's and all
  // others are one guest's, `greedy` or `handmade`: who only knows its like is lost when somebody
  // ends the game sooner.
  std::uint32_t guests = 0;
};

// The games' logs, one behind the other, in the order of their numbers whatever the threads. Played
// by the network, or by `handmade` where there is none. Fewer games when the caller says stop.
std::vector<std::uint8_t> self_play(const SelfPlayOptions& options, const net::Network* network,
                                    Workers& workers, Stop stop = {});

// A turn that was not played, and how far it was behind the one that was when both were played on
// to the seat's next turn, with the same chance.
struct OtherTurn {
  Value behind = 0;
  std::uint8_t size = 0;
  std::array<Move, kLongestTurn> moves;
};

// What a turn of a log was: its moves, what was expected of the best turn found, in thousandths of
// a point, whether another one was played, and whether it was a guest's.
struct LoggedTurn {
  Value expected = 0;
  bool surprise = false;
  bool guest = false;
  std::uint8_t size = 0;
  std::array<Move, kLongestTurn> moves;
  // A beginning of the turn that the player would not have chosen, and what is expected of the best
  // way on from there. Without it the network would only ever learn of good beginnings, and not
  // tell them from others in the middle of a search.
  std::uint8_t probe_size = 0;
  Value probe_expected = 0;
  std::array<Move, kLongestTurn> probe;
  std::vector<OtherTurn> others;
};

struct LoggedGame {
  Setup setup;
  std::uint64_t deal = 0;
  std::vector<LoggedTurn> turns;
};

// Whose turn that was.
inline int seat_of(const LoggedGame& game, std::size_t turn) {
  return static_cast<int>((game.setup.first + turn) % game.setup.players);
}
// The seats at which a guest sat.
SeatSet guests_of(const LoggedGame& game);

enum class LogError : std::uint8_t {
  none,
  cut_off,  // fewer bytes than there should be
  bad_setup,
  illegal_move,
  unfinished,     // the game goes on behind its last turn
  not_a_log,      // a file that begins with something else
  other_version,  // of the file's form
  damaged,        // its checksum is another one
};
const char* code_of(LogError error);

// Takes the next game off the front of the logs. `none` says only that it could be read.
LogError read_game(std::span<const std::uint8_t>& logs, LoggedGame& game);

// A logged game played again: calls visit(state, turn, move) before each of its moves, and gives
// the final state. A move's number is that of its place in its turn.
template <class Visit>
LogError replay(const LoggedGame& game, State& state, Visit&& visit) {
  state = new_game(game.setup);
  FastRandom random(game.deal);
  Dealer dealer(state, random);
  for (std::size_t turn = 0; turn < game.turns.size(); ++turn) {
    const LoggedTurn& of = game.turns[turn];
    if (of.size == 0) return LogError::illegal_move;
    for (std::size_t move = 0; move < of.size; ++move) {
      if ((of.moves[move] == Move::end()) != (move + 1U == of.size)) return LogError::illegal_move;
      if (state.phase == Phase::deal) apply(state, dealer.draw(state));
      visit(static_cast<const State&>(state), turn, move);
      if (play(state, of.moves[move]) != Refusal::none) return LogError::illegal_move;
    }
  }
  return state.phase == Phase::over ? LogError::none : LogError::unfinished;
}

}  // namespace harmonies
