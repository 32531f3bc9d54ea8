#include "harmonies/batch/episode.hpp"

#include <utility>

namespace harmonies {
namespace {

// For what is drawn besides the deal: `uniform legal moves`, spirits of a position that hides them.
FastRandom side_stream(const Bytes32& seed) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word = word << 8 | seed[24 + i];
  return FastRandom(word);
}

SeatRewards ranks(const State& state) {
  const Standings places = standings(state);
  SeatRewards rewards{};
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    int beaten = 0;
    for (std::size_t other = 0; other < state.players; ++other)
      beaten += places.place[seat] < places.place[other]   ? 1
                : places.place[seat] > places.place[other] ? -1
                                                           : 0;
    rewards[seat] = static_cast<float>(beaten) / static_cast<float>(state.players - 1);
  }
  return rewards;
}

constexpr bool changes_points(Move move) {
  return move.kind() == MoveKind::place || move.kind() == MoveKind::settle;
}

}  // namespace

SeatRewards final_rewards(const State& state, const SeatPoints& points, Reward reward) {
  if (reward == Reward::rank) return ranks(state);
  SeatRewards rewards{};
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    const int total = points[seat].total();
    rewards[seat] = static_cast<float>(
        reward == Reward::suns ? suns(total, state.side, state.spirits, state.seats[seat].spirit)
                               : total);
  }
  return rewards;
}

Bytes32 next_seed(const Bytes32& seed) { return sha256(seed); }

void Episode::begin(const Setup& setup, std::optional<int> first, const Bytes32& seed) {
  Setup chosen = setup;
  chosen.first = static_cast<std::uint8_t>(first ? *first : seeded_first(seed, setup.players));
  begin(new_game(chosen), seed);
}

void Episode::begin(const State& start, const Bytes32& seed) {
  if (over_) {
    story_.end = state_;
    std::swap(before_, story_);
  }
  random_ = side_stream(seed);
  story_.start = with_hidden_drawn(start, random_);
  story_.seed = seed;
  story_.moves.clear();
  state_ = story_.start;
  dealer_ = seeded_dealer(state_, seed);
  points_ = points_of_seats(state_);
  settle_down();
}

void Episode::settle_down() {
  if (state_.phase == Phase::deal) apply(state_, dealer_.draw(state_));
  over_ = state_.phase == Phase::over;
  legal_ = legal_moves(state_);
}

SeatRewards Episode::play(Move move, Reward reward) {
  const int mover = state_.to_move();
  const auto seat = static_cast<std::size_t>(mover);
  story_.moves.push_back(move);
  apply(state_, move);
  SeatRewards rewards{};
  if (changes_points(move)) {
    const int before = points_[seat].total();
    points_[seat] = score(state_, mover);
    if (reward == Reward::growth)
      rewards[seat] = static_cast<float>(points_[seat].total() - before);
  }
  settle_down();
  if (over_ && reward != Reward::growth) rewards = final_rewards(state_, points_, reward);
  return rewards;
}

void Episode::give_up() {
  over_ = true;
  legal_ = {};
}

void Episode::sample(const Bytes32& seed) {
  begin(redacted(state_, seat_bit(state_.to_move())), seed);
}

}  // namespace harmonies
