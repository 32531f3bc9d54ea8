// One game of a batch: its state and dealer, and what a learner asks of them.
#pragma once

#include <optional>
#include <vector>

#include "harmonies/batch/observation.hpp"
#include "harmonies/dealer.hpp"
#include "harmonies/fair.hpp"
#include "harmonies/rules.hpp"

namespace harmonies {

// What the reward of a move is, for every seat.
//   points   at the end its points
//   growth   by how much its points changed: in all its points, less the 5 of an empty side B
//   suns     at the end what its points are worth in suns; solo only
//   rank     at the end the share of the other seats it beats, less the share that beat it
enum class Reward : std::uint8_t { points, growth, suns, rank };

using SeatRewards = std::array<float, kMostSeats>;

// What the end of a game brings each seat: every reward but `growth`.
SeatRewards final_rewards(const State& state, const SeatPoints& points, Reward reward);

// The start of a game and its moves: with the seed, all of it.
struct Story {
  State start;
  Bytes32 seed{};
  std::vector<Move> moves;
  State end;  // of a game that is over: what its moves lead to
};

// The seed of the game after the one with this seed, where nobody says another.
Bytes32 next_seed(const Bytes32& seed);

class Episode {
 public:
  // Begins a game from its setup; the seed names the first seat when `first` does not.
  void begin(const Setup& setup, std::optional<int> first, const Bytes32& seed);
  // Goes on from a position.
  void begin(const State& start, const Bytes32& seed);

  const State& state() const { return state_; }
  const MoveList& legal() const { return legal_; }
  const SeatPoints& points() const { return points_; }
  const Story& story() const { return story_; }
  const Bytes32& seed() const { return story_.seed; }
  // The last game that has ended here, where another has begun since.
  const Story& before() const { return before_; }
  bool over() const { return over_; }

  // A legal move, chance's answer to it, and what it brings each seat.
  SeatRewards play(Move move, Reward reward);
  // Ends the game where it stands.
  void give_up();
  // One of the legal moves, each as likely as the others. There must be one.
  Move draw_move() { return legal_[below(random_, static_cast<std::uint32_t>(legal_.size()))]; }
  // The same game, whose hidden order and unseen spirits are drawn anew: a future that the seat to
  // move has to reckon with.
  void sample(const Bytes32& seed);

 private:
  void settle_down();

  State state_;
  Dealer dealer_;
  FastRandom random_{0};
  MoveList legal_;
  SeatPoints points_{};
  Story story_;
  Story before_;
  bool over_ = true;
};

}  // namespace harmonies
