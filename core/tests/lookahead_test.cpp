#include "harmonies/search/lookahead.hpp"

#include <algorithm>
#include <limits>

#include "check.hpp"
#include "harmonies/score.hpp"
#include "harmonies/search/handmade.hpp"
#include "positions.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

LookaheadLimits looking(std::uint64_t nodes, std::uint32_t best = 1) {
  return {.plan = {.nodes = nodes, .best = best}, .candidates = 8, .reply_nodes = 400};
}

std::string said(const PlannedTurn& turn) {
  std::string text;
  for (const Move move : turn.list()) text += to_text(move) + ", ";
  return text + std::to_string(turn.value) + " " + std::to_string(turn.win) + " " +
         std::to_string(turn.samples);
}

std::string said(const Plan& plan) {
  std::string text = std::to_string(plan.nodes);
  for (const PlannedTurn& turn : plan.turns) text += "; " + said(turn);
  return text;
}

// Plays a turn by the checked door.
State check_legal(State state, const PlannedTurn& turn) {
  for (const Move move : turn.list()) {
    const Refusal refusal = play(state, move);
    CHECK_IN(refusal == Refusal::none, to_text(state) + ": " + to_text(move) + " of " + said(turn));
    if (refusal != Refusal::none) break;
  }
  CHECK_IN(turn.size > 0 && turn.list().back() == Move::end(), said(turn));
  return state;
}

bool choosable(const State& state) {
  return state.phase == Phase::play || state.phase == Phase::keep;
}

// Visits some states of lively games of every setup in which a turn is to be chosen.
template <class Visit>
void for_some_states(std::uint64_t seed, std::uint32_t one_in, Visit visit) {
  FastRandom random(seed);
  for (const Setup& setup : kAllSetups)
    play_lively_game(setup, random, [&](const State&, const State& state) {
      if (choosable(state) && below(random, one_in) == 0) visit(state);
    });
}

TEST("turns that were looked into are legal and within the budget, in every setup") {
  Lookahead lookahead;
  Handmade handmade;
  int looked_into = 0, chances = 0, all = 0;
  for_some_states(41, 12, [&](const State& state) {
    LookaheadLimits limits = looking(12'000, 3);
    limits.objective = ++all % 2 == 0 ? Objective::points : Objective::win;
    const Plan plan = lookahead.plan(state, handmade, limits);
    CHECK(plan.status == PlanStatus::found && !plan.turns.empty() && plan.turns.size() <= 3);
    CHECK(plan.nodes <= 12'000 && !plan.stopped);
    for (const PlannedTurn& turn : plan.turns) check_legal(state, turn);
    const PlannedTurn& best = plan.turns[0];
    looked_into += best.samples > 0;
    chances += best.win != kNoChance;
    CHECK(best.win == kNoChance || (best.win >= 0 && best.win <= kCertain && !state.solo()));
    for (const PlannedTurn& turn : plan.turns) CHECK(turn.samples <= best.samples);
  });
  CHECK(all > 100);
  CHECK(looked_into > all * 3 / 4);
  CHECK(chances > all / 4);
}

TEST("the same seed and nodes look ahead the same, whatever was searched before") {
  Lookahead used;
  Handmade handmade;
  int seeds_differ = 0;
  for_some_states(42, 60, [&](const State& state) {
    LookaheadLimits limits = looking(9'000, 2);
    limits.objective = Objective::win;
    Lookahead fresh;
    const std::string once = said(used.plan(state, handmade, limits));
    CHECK_EQUAL(said(fresh.plan(state, handmade, limits)), once);
    limits.plan.seed = 9;
    seeds_differ += said(fresh.plan(state, handmade, limits)) != once;
  });
  CHECK(seeds_differ > 5);
}

TEST("what a seat may not know changes nothing in what it looks ahead to") {
  FastRandom random(21);
  Lookahead lookahead;
  Handmade handmade;
  int differed = 0;
  for (int game = 0; game < 2; ++game)
    play_lively_game({.players = 3, .spirits = true}, random,
                     [&](const State&, const State& state) {
                       if (!choosable(state) || below(random, 4) != 0) return;
                       State other = state;
                       differed += change_returned_spirits(other);
                       LookaheadLimits limits = looking(15'000, 3);
                       limits.objective = Objective::win;
                       CHECK_EQUAL(said(lookahead.plan(state, handmade, limits)),
                                   said(lookahead.plan(other, handmade, limits)));
                     });
  CHECK(differed > 10);
}

TEST("with one candidate, or nodes for no more than that, the planner's turn is the answer") {
  Lookahead lookahead;
  Planner planner;
  Handmade handmade;
  for_some_states(43, 40, [&](const State& state) {
    LookaheadLimits limits = looking(2'500);
    limits.objective = Objective::win;
    for (const std::uint32_t candidates : {1U, 8U}) {
      limits.candidates = candidates;
      const Plan plan = lookahead.plan(state, handmade, limits);
      CHECK_EQUAL(said(plan), said(planner.plan(state, handmade, limits.plan)));
    }
    limits.plan.nodes = 0;
    CHECK_EQUAL(lookahead.plan(state, handmade, limits).nodes, 0U);
  });
}

TEST("whenever it is told to stop there is a legal turn") {
  Lookahead lookahead;
  Handmade handmade;
  int stopped = 0, looked_into = 0;
  std::uint64_t most_after = 0;
  for_some_states(44, 40, [&](const State& state) {
    for (const int when : {0, 3, 60, 200, 500, 1500}) {
      int left = when;
      const Stop soon{[](void* of) { return --*static_cast<int*>(of) < 0; }, &left};
      LookaheadLimits limits = looking(kNoLimit);
      limits.samples = 4;
      const Plan plan = lookahead.plan(state, handmade, limits, soon);
      CHECK_EQUAL(plan.turns.size(), 1U);
      check_legal(state, plan.turns[0]);
      stopped += plan.stopped;
      looked_into += plan.turns[0].samples > 0;
      // It asks each time before it rates the children of a state.
      most_after = std::max(most_after, plan.nodes / static_cast<std::uint64_t>(when + 1));
    }
  });
  CHECK(stopped > 40);
  CHECK(looked_into > 20);
  CHECK(most_after < 100);
}

TEST("the time it is given is divided among first search and samples") {
  // A clock that moves on whenever it is looked at.
  const auto gone = [](void* of) { return *static_cast<std::uint64_t*>(of) += 100; };
  const auto over = [](void* of) {
    return (*static_cast<std::uint64_t*>(of) += 100) >= kWholeTime;
  };
  State state = new_game({.players = 2});
  FastRandom random(7);
  Dealer dealer(state, random);
  apply(state, dealer.draw(state));
  Lookahead lookahead;
  Handmade handmade;
  std::uint64_t time = 0;
  const Plan plan = lookahead.plan(state, handmade, looking(kNoLimit), {over, &time, gone});
  check_legal(state, plan.turns[0]);
  CHECK(plan.turns[0].samples > 10);
  CHECK(time > kWholeTime * 9 / 10 && time < kWholeTime * 101 / 100);
}

// The best final score of a solo game in which chance has only one answer left.
class BruteForce {
 public:
  int run(const State& state) {
    if (state.phase == Phase::over) return score(state, 0).total();
    State after = state;
    if (state.phase == Phase::deal) {
      FastRandom any(1);
      Dealer dealer(state, any);
      apply(after, dealer.draw(after));
      return run(after);
    }
    int best = std::numeric_limits<int>::min();
    for (const Move move : legal_moves(state)) {
      after = state;
      apply(after, move);
      best = std::max(best, run(after));
    }
    return best;
  }
};

TEST("where chance has one answer left, all turns looked into find what brute force finds") {
  const Words words{.setup = "A1",
                    .seats = {"T,T,T,T,T/T,2,T/2,T,2/T,1,T,T/T,T,T,T,T -"},
                    .central = "FFF,FFF,FFF",
                    .river = "-,-,-",
                    .bag = "W9M0T0L0F0H0",
                    .turn = "12"};
  State state = state_of(words);
  state.gone = state.pile;  // no cards, so that all can be counted
  state.pile = 0;
  Lookahead lookahead;
  Immediate immediate;
  LookaheadLimits limits{.plan = {.nodes = kNoLimit, .width = 1000, .best = 64},
                         .candidates = 64,
                         .samples = 3,
                         .reply_nodes = 20'000,
                         .reply_width = 1000};
  const Plan plan = lookahead.plan(state, immediate, limits);
  CHECK_EQUAL(plan.turns.size(), 35U);  // three of seven spaces
  const int best = BruteForce().run(state);
  CHECK(plan.complete);
  CHECK_EQUAL(plan.turns[0].value / kPoint, best);
  const State chosen = check_legal(state, plan.turns[0]);
  CHECK_EQUAL(BruteForce().run(chosen), best);
  // Not every turn is that good: the choice matters.
  int worse = 0;
  for (const PlannedTurn& turn : plan.turns)
    worse += BruteForce().run(check_legal(state, turn)) < best;
  CHECK(worse > 5);
}

// The turn ends the bag, so it is the last but one. Seat 1 has 11 points; three mountains are worth
// 4 to it and 12 to seat 2, water 9 and 5.
const Words kLastTurns{
    .seats = {"W,W,3/F,F,TL,L/T,T,T,T,T/T,T,T,T/T,T,T,T,T -", "MM,MM,MM,2/4/5/4/5 -"},
    .central = "WWW,MMM,WWW,WWW,WWW",
    .river = "-,-,-,-,-",
    .bag = "W0M0T0L0F0H0",
    .turn = "35"};

TEST("at the end it counts what there is: for points, or to win by what others need") {
  State state = state_of(kLastTurns);
  state.gone = state.pile;
  state.pile = 0;
  Lookahead lookahead;
  Handmade handmade;
  LookaheadLimits limits = looking(50'000);
  const Plan for_points = lookahead.plan(state, handmade, limits);
  CHECK_EQUAL(for_points.turns[0].value, 20 * kPoint);
  CHECK_EQUAL(score(check_legal(state, for_points.turns[0]), 0).total(), 20);
  limits.objective = Objective::win;
  const Plan to_win = lookahead.plan(state, handmade, limits);
  CHECK_EQUAL(to_win.turns[0].value, 15 * kPoint);
  CHECK_EQUAL(to_win.turns[0].win, kCertain);
  check_legal(state, to_win.turns[0]);
}

TEST("a position without a turn to choose says why, as the planner does") {
  Lookahead lookahead;
  Immediate immediate;
  State state = new_game({.players = 2, .spirits = true});
  CHECK(lookahead.plan(state, immediate, looking(9'000)).status == PlanStatus::draw_due);
  FastRandom random(1);
  Dealer dealer(state, random);
  apply(state, dealer.draw(state));
  const State hidden = redacted(state, SeatSet{0});
  CHECK(lookahead.plan(hidden, immediate, looking(9'000)).status == PlanStatus::spirits_hidden);
  state.phase = Phase::over;
  CHECK(lookahead.plan(state, immediate, looking(9'000)).status == PlanStatus::over);
}

TEST("chances to win add up to one and grow with the points") {
  const Value two = 2 * kPoint, ten = 10 * kPoint;
  for (const Value spread : {Value{0}, Value{1}, two, ten}) {
    Chance before = -1;
    for (Value points = 80 * kPoint; points <= 120 * kPoint; points += kPoint) {
      const std::array<Forecast, 2> seats = {{{points, spread}, {100 * kPoint, spread}}};
      const Chance chance = win_chance(seats, 0);
      CHECK(chance >= before && chance >= 0 && chance <= kCertain);
      const Chance both = chance + win_chance(seats, 1);
      CHECK_IN(both > kCertain * 98 / 100 && both < kCertain * 102 / 100, check::show(both));
      before = chance;
    }
    CHECK(before > kCertain * 9 / 10);
  }
  const std::array<Forecast, 4> even = {{{ten, two}, {ten, two}, {ten, two}, {ten, two}}};
  CHECK(win_chance(even, 2) > 235'000 && win_chance(even, 2) < 265'000);
  // One standard deviation of the difference ahead.
  const std::array<Forecast, 2> ahead = {{{ten + 2828, two}, {ten, two}}};
  CHECK(win_chance(ahead, 0) > 830'000 && win_chance(ahead, 0) < 850'000);
}

}  // namespace
}  // namespace harmonies
