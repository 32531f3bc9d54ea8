#include "harmonies/search/time_left.hpp"

#include <algorithm>

namespace harmonies {
namespace {

constexpr int kTurnsInBox = 36;
constexpr int kSoloTurns = 13;
// A turn fills a bit more than two spaces, as a rule.
constexpr int kSpaceTime = 7;
constexpr int kTokenTime = 5;
constexpr int kLongGame = 9 * kTurnTime;

// A seat that still has its turn in this round can end the game with it: one turn less for the
// seat to move than one that has to wait for the next round.
int time_by_spaces(const State& state, int seat) {
  const auto place_in_round = [&](int of) {
    return (of - state.first + state.players) % state.players;
  };
  const Board& board = state.seats[static_cast<std::size_t>(seat)].board;
  const int time = kSpaceTime * (count(board.empty(state.side)) - kFewEmptySpaces);
  const bool later = place_in_round(seat) > place_in_round(state.to_move());
  return std::max(0, later ? time - kTurnTime : time);
}

}  // namespace

int time_left(const State& state) {
  const int rest_of_turn = kTokenTime * state.hand.total();
  if (state.last_round) return rest_of_turn;
  const int turns = state.solo() ? kSoloTurns : kTurnsInBox;
  int time = kTurnTime * std::max(0, (turns - 1 - state.turn) / state.players);
  for (int seat = 0; seat < state.players; ++seat)
    time = std::min(time, time_by_spaces(state, seat));
  return time + rest_of_turn;
}

std::int32_t how_early(const State& state) {
  return std::min(time_left(state), kLongGame) * kEarliest / kLongGame;
}

}  // namespace harmonies
