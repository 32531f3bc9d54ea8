#include "harmonies/search/planner.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "check.hpp"
#include "harmonies/score.hpp"
#include "harmonies/search/handmade.hpp"
#include "positions.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;
constexpr std::uint32_t kWidest = 100'000;

std::string said(const PlannedTurn& turn) {
  std::string text;
  for (const Move move : turn.list()) text += to_text(move) + ", ";
  return text;
}

// Plays a turn by the checked door; the state before its `end`.
State check_legal(State state, const PlannedTurn& turn) {
  State before_end = state;
  for (const Move move : turn.list()) {
    before_end = state;
    const Refusal refusal = play(state, move);
    CHECK_IN(refusal == Refusal::none, to_text(state) + ": " + to_text(move) + " of " + said(turn));
    if (refusal != Refusal::none) return before_end;
  }
  CHECK_IN(turn.size > 0 && turn.list().back() == Move::end(), said(turn));
  return before_end;
}

// Every way to play the rest of the turn, by the rules alone.
class BruteForce {
 public:
  BruteForce(Evaluation& evaluation, std::size_t most) : evaluation_(evaluation), most_(most) {}

  bool run(const State& state) {
    if (seen_.size() >= most_) return false;
    if (!seen_.insert(hash_of(state)).second) return true;
    for (const Move move : legal_moves(state)) {
      if (move == Move::end()) {
        best_ = std::max(best_, evaluation_.rate(state));
        ++ends_;
        continue;
      }
      State after = state;
      apply(after, move);
      if (!run(after)) return false;
    }
    return true;
  }

  Value best() const { return best_; }
  std::size_t ends() const { return ends_; }

 private:
  Evaluation& evaluation_;
  std::size_t most_;
  std::unordered_set<std::uint64_t> seen_;
  Value best_ = std::numeric_limits<Value>::min();
  std::size_t ends_ = 0;
};

bool choosable(const State& state) {
  return state.phase == Phase::play || state.phase == Phase::keep;
}

TEST("planned turns are legal, in every setup and from the middle of turns") {
  FastRandom random(11);
  Planner planner;
  Immediate immediate;
  Handmade handmade;
  std::uint64_t state_number = 0;
  for (const Setup& setup : kAllSetups)
    play_lively_game(setup, random, [&](const State&, const State& state) {
      if (!choosable(state) || ++state_number % 3 != 0) return;
      Evaluation& evaluation =
          state_number % 2 == 0 ? static_cast<Evaluation&>(immediate) : handmade;
      const std::uint64_t nodes = state_number % 7 == 0 ? state_number % 40 : 400;
      const Plan plan = planner.plan(state, evaluation, {.nodes = nodes, .best = 3});
      CHECK(plan.status == PlanStatus::found && !plan.turns.empty());
      CHECK(plan.nodes <= nodes);
      for (const PlannedTurn& turn : plan.turns) {
        const State end = check_legal(state, turn);
        if (nodes == 400 && plan.width > 0) CHECK_EQUAL(turn.value, evaluation.rate(end));
      }
      CHECK(std::is_sorted(plan.turns.begin(), plan.turns.end(),
                           [](const auto& a, const auto& b) { return a.value > b.value; }));
    });
}

TEST("with the budget for all turns the planner finds the best of them") {
  FastRandom random(5);
  Planner planner;
  Immediate immediate;
  Handmade handmade;
  int compared = 0, whole_turns = 0;
  for (int round = 0; round < 4; ++round)
    for (const Setup& setup : kAllSetups)
      play_lively_game(setup, random, [&](const State&, const State& state) {
        if (!choosable(state) || below(random, 6) != 0) return;
        Evaluation& evaluation = round % 2 == 0 ? static_cast<Evaluation&>(immediate) : handmade;
        BruteForce brute(evaluation, 3000);
        if (!brute.run(state)) return;
        ++compared;
        whole_turns += state.taken == kNoGroup ? 1 : 0;
        const Plan plan =
            planner.plan(state, evaluation, {.nodes = kNoLimit, .width = kWidest, .best = 1});
        CHECK(plan.complete);
        CHECK_EQUAL(plan.turns[0].value, brute.best());
        check_legal(state, plan.turns[0]);
      });
  CHECK(compared > 200);
  CHECK(whole_turns > 3);
}

// The rulebook's example: three habitats, each completed by a token, the second broken by the
// third.
TEST("a cube is settled between two placements, before its habitat is broken") {
  const Words words{.seats = {"5/4/2,F,F,1/F,2,T/1,M,M,2 fennec:0,mouse:0"},
                    .central = "MMH,WWW,WWW,WWW,WWW",
                    .doing = "play"};
  const State state = state_of(words);
  Planner planner;
  Immediate immediate;
  const Plan plan = planner.plan(state, immediate, {.nodes = 20'000});
  const State end = check_legal(state, plan.turns[0]);
  const int points = score(end, 0).of[static_cast<std::size_t>(Category::animals)];
  CHECK_IN(points == 16 + 5, said(plan.turns[0]));
  CHECK(has(end.seats[0].board.cubes, space_named("d2")));
  // All four cubes stand, though at the end no habitat of the fennec at d3 does.
  CHECK_EQUAL(count(end.seats[0].board.cubes), 4);
}

TEST("a search without time or nodes still gives a legal turn") {
  FastRandom random(3);
  Planner planner;
  Handmade handmade;
  const Stop at_once{[](void*) { return true; }, nullptr};
  for (const Setup& setup : kAllSetups)
    play_lively_game(setup, random, [&](const State&, const State& state) {
      if (!choosable(state) || below(random, 4) != 0) return;
      const Plan stopped = planner.plan(state, handmade, {.nodes = kNoLimit}, at_once);
      CHECK(stopped.stopped);
      CHECK_EQUAL(stopped.turns.size(), 1U);
      check_legal(state, stopped.turns[0]);
      const Plan poor = planner.plan(state, handmade, {.nodes = 0});
      CHECK_EQUAL(poor.nodes, 0U);
      check_legal(state, poor.turns[0]);
    });
}

TEST("a search stops when it is told, with the best so far") {
  FastRandom random(8);
  State state = new_game({.players = 2});
  Dealer dealer(state, random);
  apply(state, dealer.draw(state));
  Planner planner;
  Handmade handmade;
  int asked = 0;
  const Stop soon{[](void* count) { return ++*static_cast<int*>(count) > 400; }, &asked};
  const Plan plan = planner.plan(state, handmade, {.nodes = kNoLimit}, soon);
  CHECK(plan.stopped && plan.nodes > 1000 && plan.nodes < 40'000);
  check_legal(state, plan.turns[0]);
}

TEST("a position without a turn to choose says why") {
  Planner planner;
  Immediate immediate;
  State state = new_game({.players = 2, .spirits = true});
  CHECK(planner.plan(state, immediate, {}).status == PlanStatus::draw_due);
  FastRandom random(1);
  Dealer dealer(state, random);
  apply(state, dealer.draw(state));
  CHECK(planner.plan(state, immediate, {}).status == PlanStatus::found);
  const State hidden = redacted(state, SeatSet{0});
  CHECK(planner.plan(hidden, immediate, {}).status == PlanStatus::spirits_hidden);
  state.phase = Phase::over;
  CHECK(planner.plan(state, immediate, {}).status == PlanStatus::over);
}

TEST("what escapes a player is not in its turns") {
  FastRandom random(31);
  Planner planner;
  Immediate immediate;
  int drafts = 0, settled = 0, fewer = 0;
  for (const Setup& setup : kAllSetups)
    play_lively_game(setup, random, [&](const State&, const State& state) {
      if (state.phase != Phase::play || state.taken != kNoGroup || below(random, 4) != 0) return;
      const auto plan = [&](const Sight& sight) {
        const Plan found = planner.plan(state, immediate, {.nodes = 2'000, .sight = sight});
        check_legal(state, found.turns[0]);
        return found.turns[0];
      };
      const PlannedTurn blind = plan({.cards = 0}), one_card = plan({.cards = 1});
      for (const Move move : blind.list()) CHECK(move.kind() != MoveKind::draft);
      for (const Move move : one_card.list()) drafts += move.kind() == MoveKind::draft;
      const PlannedTurn unnoticed = plan({.standing = false});
      for (const Move move : unnoticed.list()) {
        if (move.kind() != MoveKind::settle) continue;
        ++settled;
        CHECK(!has(fits(state, state.to_move(), move.card()), move.space()));
      }
      fewer += plan({.whole_turns = false}).value < plan({}).value;
    });
  CHECK(drafts > 20);
  CHECK(settled > 5);
  CHECK(fewer > 20);
}

TEST("what a seat may not know changes nothing, and neither does what was searched before") {
  FastRandom random(21);
  Planner used;
  Handmade handmade;
  int differed = 0;
  for (int game = 0; game < 6; ++game)
    play_lively_game({.players = 3, .spirits = true}, random,
                     [&](const State&, const State& state) {
                       if (!choosable(state) || below(random, 3) != 0) return;
                       State other = state;
                       differed += change_returned_spirits(other);
                       Planner fresh;
                       const PlanLimits limits{.nodes = 800, .seed = 4};
                       const Plan one = used.plan(state, handmade, limits);
                       const Plan two = fresh.plan(other, handmade, limits);
                       CHECK_EQUAL(said(one.turns[0]), said(two.turns[0]));
                       CHECK_EQUAL(one.nodes, two.nodes);
                     });
  CHECK(differed > 50);
}

}  // namespace
}  // namespace harmonies
