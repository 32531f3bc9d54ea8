#include "harmonies/search/lookahead.hpp"

#include <algorithm>
#include <bit>

#include "harmonies/score.hpp"

namespace harmonies {
namespace {

constexpr std::uint64_t kWhole = kWholeTime;
// What the first search gets of the budget, and what it gets in any case and at the most.
constexpr std::uint64_t kFirstShare = kWhole / 5;
constexpr std::uint64_t kFewFirstNodes = 4'000;
constexpr std::uint64_t kMostFirstNodes = 60'000;
constexpr std::uint32_t kMostCandidates = 64;
constexpr std::uint32_t kMostReplyNodes = 20'000;

void deal_if_due(State& state, Dealer& dealer) {
  if (state.phase == Phase::deal) apply(state, dealer.draw(state));
}

// Plays a turn to its end; the state before `end` is given back.
State play_turn(State& state, const PlannedTurn& turn) {
  for (const Move move : turn.list())
    if (move != Move::end()) apply(state, move);
  const State before_end = state;
  apply(state, Move::end());
  return before_end;
}

Value final_score(const State& state, std::size_t seat) {
  return kPoint * score(state, static_cast<int>(seat)).total();
}

// All that other seats see of it but what is on this seat's board and cards.
std::uint64_t situation_without(const State& state, std::size_t seat) {
  State seen = state;
  const Seat& of = state.seats[seat];
  for_each_card(of.held | of.completed, [&](Card card) { seen.settled[card] = 0; });
  seen.seats[seat] = {};
  return hash_of(seen);
}

}  // namespace

Plan Lookahead::plan(const State& state, Evaluation& evaluation, const LookaheadLimits& limits,
                     Stop stop) {
  enter(state, evaluation, limits, stop);
  Plan plan = first_plan();
  plan.nodes = nodes_;
  if (looks_ahead_ && !plan.stopped && plan.turns.size() > 1) {
    for (const PlannedTurn& turn : plan.turns) candidate_of(turn);
    compete();
    plan.turns.clear();
    for (const Candidate& candidate : candidates_) plan.turns.push_back(candidate.turn);
    plan.nodes = nodes_;
    plan.stopped = stop_.now();
  }
  if (plan.turns.size() > limits_.plan.best) plan.turns.resize(std::max(1U, limits_.plan.best));
  return plan;
}

std::vector<Value> Lookahead::play_on_once(const State& state, Evaluation& evaluation,
                                           std::span<const PlannedTurn> turns, std::uint64_t seed,
                                           Stop stop) {
  LookaheadLimits limits;
  limits.plan.nodes = ~std::uint32_t{0};
  limits.plan.seed = seed;
  enter(state, evaluation, limits, stop);
  for (const PlannedTurn& turn : turns) candidate_of(turn);
  shuffle_hidden();
  std::vector<Value> points;
  if (!take_sample(0, candidates_.size())) return points;
  for (const Candidate& candidate : candidates_)
    points.push_back(static_cast<Value>(candidate.latest.points));
  return points;
}

void Lookahead::enter(const State& state, Evaluation& evaluation, const LookaheadLimits& limits,
                      Stop stop) {
  evaluation_ = &evaluation;
  limits_ = limits;
  limits_.candidates = std::clamp(limits.candidates, std::uint32_t{1}, kMostCandidates);
  limits_.reply_nodes = std::min(limits.reply_nodes, kMostReplyNodes);
  if (state.solo()) limits_.objective = Objective::points;
  stop_ = stop;
  // Whatever was passed in, only what the seat may know is looked at.
  root_ = redacted(state, seat_bit(state.to_move()));
  seat_ = static_cast<std::size_t>(root_.to_move());
  nodes_ = 0;
  samples_ = 0;
  looks_ahead_ = false;
  candidates_.clear();
}

void Lookahead::candidate_of(const PlannedTurn& turn) {
  Candidate& candidate = candidates_.emplace_back();
  candidate.turn = turn;
  candidate.place = static_cast<std::uint32_t>(candidates_.size());
  candidate.after = root_;
  play_turn(candidate.after, turn);
}

// The turns that compete, or the answer where the budget pays for no more.
Plan Lookahead::first_plan() {
  // The choice of a spirit doubles the turns there are.
  const std::uint64_t few = root_.phase == Phase::keep ? 2 * kFewFirstNodes : kFewFirstNodes;
  const std::uint32_t wanted = std::max(limits_.plan.best, limits_.candidates);
  PlanLimits first = limits_.plan;
  std::uint64_t affordable = first.nodes;
  Plan narrow;
  if (stop_.share != nullptr) {
    // The narrowest search tells how many nodes the time will pay for.
    PlanLimits least = limits_.plan;
    least.nodes = std::min(least.nodes, few);
    least.width = 1;
    least.best = wanted;
    narrow = planner_.plan(root_, *evaluation_, least, stop_);
    nodes_ = narrow.nodes;
    const std::uint64_t gone = std::max(stop_.gone(), std::uint64_t{1});
    first.nodes -= nodes_;
    affordable = std::min(first.nodes, nodes_ * (kWhole - std::min(kWhole, gone)) / gone);
    if (narrow.stopped) return narrow;
  }
  looks_ahead_ = limits_.candidates > 1 && affordable >= 2 * few;
  if (narrow.complete || affordable < nodes_) return narrow;
  if (looks_ahead_) {
    first.best = wanted;
    first.nodes = std::clamp(affordable / (kWhole / kFirstShare), few, kMostFirstNodes);
  } else if (affordable < 2 * few) {
    first.nodes = affordable;
  }
  Plan plan = planner_.plan(root_, *evaluation_, first, stop_);
  nodes_ += plan.nodes;
  if (plan.width > 0 || narrow.width == 0) return plan;
  narrow.stopped = plan.stopped;
  return narrow;
}

// Sequential halving. The candidates that are still in it come first.
void Lookahead::compete() {
  shuffle_hidden();
  const std::uint64_t before = spent();
  if (!take_sample(0, 1)) return;
  // At first only as many compete as one sample of each can be paid for.
  const std::uint64_t left = kWhole - std::min(kWhole, spent());
  const std::uint64_t each = std::max(spent() - before, std::uint64_t{1});
  const std::size_t most = std::min<std::size_t>(limits_.candidates, candidates_.size());
  std::size_t alive = static_cast<std::size_t>(std::min<std::uint64_t>(most, left / each));
  if (alive < 2 || !take_sample(1, alive)) return;
  count_sample(alive);
  std::uint64_t cost = spent() - before;

  const auto rounds = static_cast<std::uint64_t>(std::bit_width(alive - 1));
  const std::uint64_t start = before;
  for (std::uint64_t round = 1; alive > 1; ++round) {
    const std::uint64_t until = start + (kWhole - start) * round / rounds;
    const auto first = candidates_.begin();
    const auto last = first + static_cast<std::ptrdiff_t>(alive);
    const auto sort_alive = [&] {
      std::sort(first, last,
                [this](const Candidate& a, const Candidate& b) { return better(a, b); });
    };
    // A round takes a sample at least; the first has taken one.
    bool due = round > 1;
    while (due || (samples_ < limits_.samples && spent() + cost / 2 < until)) {
      due = false;
      if (round == rounds && spent() + cost > kWhole) break;
      const std::uint64_t nodes = nodes_;
      const std::uint64_t start_of_sample = spent();
      shuffle_hidden();
      if (!take_sample(0, alive)) {
        sort_alive();
        return;
      }
      count_sample(alive);
      cost = spent() - start_of_sample;
      if (nodes_ == nodes) break;  // nothing is left to chance
    }
    sort_alive();
    alive = (alive + 1) / 2;
    cost /= 2;
  }
}

// Plays these candidates on with the same chance. False when the budget ended before all were.
bool Lookahead::take_sample(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i)
    if (!play_on(candidates_[i], candidates_[i].latest)) return false;
  return true;
}

void Lookahead::count_sample(std::size_t last) {
  ++samples_;
  for (std::size_t i = 0; i < last; ++i) {
    Candidate& candidate = candidates_[i];
    candidate.sum.points += candidate.latest.points;
    candidate.sum.win += candidate.latest.win;
    PlannedTurn& turn = candidate.turn;
    turn.samples = samples_;
    turn.value = static_cast<Value>(candidate.sum.points / samples_);
    if (limits_.objective == Objective::win)
      turn.win = static_cast<Chance>(candidate.sum.win / samples_);
  }
}

bool Lookahead::play_on(const Candidate& candidate, Answer& answer) {
  State state = candidate.after;
  const bool settled = state.last_round;  // no turn of the seat's own is left
  answer = {};
  if (settled) answer.points = final_score(state, seat_);
  if (settled && limits_.objective == Objective::points) return true;

  Dealer dealer = order_;
  deal_if_due(state, dealer);
  const Replies* replies = replies_to(state, dealer);
  if (replies == nullptr) return false;
  for (std::size_t i = 0; i < replies->count; ++i) {
    play_turn(state, replies->turns[i]);
    deal_if_due(state, dealer);
  }
  if (state.phase == Phase::over) {
    answer.points = final_score(state, seat_);
    if (limits_.objective == Objective::win)
      answer.win = share_of_win(state, static_cast<int>(seat_));
    return true;
  }
  PlannedTurn turn;
  if (!think(state, turn)) return false;
  std::array<Forecast, kMostSeats> forecasts = replies->forecasts;
  forecasts[seat_] = forecast(state, turn);
  answer.points = forecasts[seat_].points;
  if (limits_.objective == Objective::win)
    answer.win = win_chance({forecasts.data(), root_.players}, seat_);
  return true;
}

// Turns that leave the others the same are answered the same: their replies are planned once. Null
// when the budget ended before they were found.
const Lookahead::Replies* Lookahead::replies_to(State state, Dealer dealer) {
  const std::uint64_t situation = situation_without(state, seat_);
  for (const Replies& known : replies_)
    if (known.situation == situation) return &known;
  Replies replies;
  replies.situation = situation;
  while (state.phase != Phase::over && static_cast<std::size_t>(state.to_move()) != seat_) {
    PlannedTurn& turn = replies.turns[replies.count++];
    if (!think(state, turn)) return nullptr;
    replies.forecasts[static_cast<std::size_t>(state.to_move())] = forecast(state, turn);
    play_turn(state, turn);
    deal_if_due(state, dealer);
  }
  return &replies_.emplace_back(replies);
}

// A quick plan of the seat to move. False when the budget ended it.
bool Lookahead::think(const State& state, PlannedTurn& turn) {
  const std::uint64_t left = limits_.plan.nodes - nodes_;
  const PlanLimits limits{.nodes = std::min<std::uint64_t>(left, limits_.reply_nodes),
                          .width = limits_.reply_width,
                          .best = 1,
                          .seed = limits_.plan.seed,
                          .sight = limits_.plan.sight};
  const Plan plan = quick_.plan(state, *evaluation_, limits, stop_);
  nodes_ += plan.nodes;
  if (plan.stopped || (plan.width == 0 && limits.nodes < limits_.reply_nodes)) return false;
  turn = plan.turns[0];
  return true;
}

// What the seat to move expects once it has played this turn.
Forecast Lookahead::forecast(const State& before, const PlannedTurn& turn) const {
  const auto seat = static_cast<std::size_t>(before.to_move());
  State after = before;
  const State before_end = play_turn(after, turn);
  if (after.last_round) return {final_score(after, seat), 0};
  return {turn.value, evaluation_->spread(before_end)};
}

bool Lookahead::better(const Candidate& one, const Candidate& other) const {
  if (limits_.objective == Objective::win && one.sum.win != other.sum.win)
    return one.sum.win > other.sum.win;
  if (one.sum.points != other.sum.points) return one.sum.points > other.sum.points;
  return one.place < other.place;
}

// The same for all candidates of a sample.
void Lookahead::shuffle_hidden() {
  FastRandom random(limits_.plan.seed ^ (samples_ + 1) * 0xff51afd7ed558ccd);
  order_ = Dealer(with_hidden_drawn(root_, random), random);
  replies_.clear();
}

// Of the whole budget, in nodes or in time, whichever is nearer its end.
std::uint64_t Lookahead::spent() const {
  const std::uint64_t nodes = nodes_ * kWhole / std::max(limits_.plan.nodes, std::uint64_t{1});
  return std::min(kWhole, std::max(nodes, stop_.gone()));
}

}  // namespace harmonies
