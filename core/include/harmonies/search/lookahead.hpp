// The look-ahead: plays the planner's best turns on until the seat's own next turn, with what
// nobody knows drawn anew for each sample but the same for all turns, and prefers those that come
// out best on average. docs/adr/0006-look-ahead.md says why.
//
// The turns compete in rounds. Each round has the same share of the budget; after it the worse half
// is left behind, so that what is hard to tell apart is looked at most.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harmonies/dealer.hpp"
#include "harmonies/search/planner.hpp"
#include "harmonies/search/win_chance.hpp"

namespace harmonies {

enum class Objective : std::uint8_t { points, win };

struct LookaheadLimits {
  PlanLimits plan{};             // of the first search; its nodes are those of everything together
  std::uint32_t candidates = 1;  // how many turns compete; with one nothing is looked ahead
  std::uint32_t samples = 256;   // how often a turn is played on at the most
  std::uint32_t reply_nodes = 2'000;  // for each turn on the way
  std::uint32_t reply_width = 1;
  Objective objective = Objective::points;  // solo it is always points
};

class Lookahead {
 public:
  // As the planner's. A turn that was played on has the average of its samples for its value; the
  // best comes first, by the objective, and those that were left behind come last.
  Plan plan(const State& state, Evaluation& evaluation, const LookaheadLimits& limits,
            Stop stop = {});

  // What each of some turns comes to, played on once, with the same chance for all: for learning.
  // Empty when it was stopped.
  std::vector<Value> play_on_once(const State& state, Evaluation& evaluation,
                                  std::span<const PlannedTurn> turns, std::uint64_t seed,
                                  Stop stop = {});

 private:
  // What a turn comes to, in one sample or in the sum of several.
  struct Answer {
    std::int64_t points = 0;
    std::int64_t win = 0;
  };
  struct Candidate {
    PlannedTurn turn;
    std::uint32_t place = 0;  // in the planner's order
    State after;              // the turn is ended; chance may have to answer
    Answer sum;
    Answer latest;
  };
  // What the other seats do until the seat's next turn, and what they then expect.
  struct Replies {
    std::uint64_t situation = 0;
    std::size_t count = 0;
    std::array<PlannedTurn, kMostSeats - 1> turns;
    std::array<Forecast, kMostSeats> forecasts;
  };

  void enter(const State& state, Evaluation& evaluation, const LookaheadLimits& limits, Stop stop);
  void candidate_of(const PlannedTurn& turn);
  Plan first_plan();
  void compete();
  bool take_sample(std::size_t first, std::size_t last);
  void count_sample(std::size_t last);
  bool play_on(const Candidate& candidate, Answer& answer);
  const Replies* replies_to(State state, Dealer dealer);
  bool think(const State& state, PlannedTurn& turn);
  Forecast forecast(const State& before, const PlannedTurn& turn) const;
  bool better(const Candidate& one, const Candidate& other) const;
  void shuffle_hidden();
  std::uint64_t spent() const;

  Evaluation* evaluation_ = nullptr;
  LookaheadLimits limits_;
  Stop stop_;
  State root_;
  std::size_t seat_ = 0;
  std::uint64_t nodes_ = 0;
  bool looks_ahead_ = false;
  std::uint32_t samples_ = 0;

  Planner planner_;
  Planner quick_;  // a small one of its own stays in the cache
  std::vector<Candidate> candidates_;
  Dealer order_;
  std::vector<Replies> replies_;  // of this sample
};

}  // namespace harmonies
