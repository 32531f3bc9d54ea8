#include "harmonies/search/planner.hpp"

#include <algorithm>
#include <bit>

#include "harmonies/search/places.hpp"

namespace harmonies {
namespace {

constexpr std::uint32_t kNoParent = ~std::uint32_t{0};
// A pass of width 4 rates about 1,800 states at the start of a game, one of width 1 some 600.
constexpr std::uint64_t kFewNodes = 4'000;
constexpr std::uint32_t kFirstWidth = 4;
constexpr std::uint32_t kWidening = 4;
// A search that would hold more than some 60 MB ends instead.
constexpr std::size_t kMostNodes = 80'000;
constexpr std::size_t kMostCandidates = 400'000;
constexpr std::size_t kFirstSeen = 1 << 14;
constexpr std::size_t kLanes = 32;

constexpr std::uint8_t kDraftedLane = 1;
constexpr std::uint8_t lane_of_group(int group) { return static_cast<std::uint8_t>(group << 1); }
constexpr std::uint8_t kOtherSpiritLane = 16;

bool is_placing(Move move) { return move.kind() == MoveKind::place; }
bool is_free(Move move) {
  const MoveKind kind = move.kind();
  return kind == MoveKind::draft || kind == MoveKind::settle || kind == MoveKind::discard;
}

// Groups with the same tokens lead to the same boards: the first of them will do.
bool same_as_earlier_group(const State& state, int group) {
  for (int other = 0; other < group; ++other)
    if (state.groups[static_cast<std::size_t>(other)] ==
        state.groups[static_cast<std::size_t>(group)])
      return true;
  return false;
}

// How well a card fits a board: the points of its cubes, the more the nearer their places are.
int fit(const State& state, Card card) {
  constexpr std::array<int, kFarthest + 1> kWorth = {8, 4, 2, 1};
  const Seat& seat = state.mover();
  const Within near = places(Reach(seat.board.layers(state.side), seat.board.cubes),
                             habitat_of(card), seat.board.cubes);
  const AnimalCard& of = animal(card);
  int sum = 0, cubes = 0;
  for (std::size_t far = 0; far <= kFarthest; ++far)
    for (; cubes < std::min(count(near[far]), int{of.cubes}); ++cubes)
      sum += kWorth[far] * (of.points_with(cubes + 1) - of.points_with(cubes));
  return sum;
}

std::uint32_t best_fitting(const State& state, std::uint32_t most) {
  std::array<Card, kRiver> cards = state.river;
  const auto end = std::remove(cards.begin(), cards.end(), kNoCard);
  std::stable_sort(cards.begin(), end,
                   [&](Card a, Card b) { return fit(state, a) > fit(state, b); });
  std::uint32_t chosen = 0;
  for (auto card = cards.begin(); card != end && most > 0; ++card, --most)
    chosen |= static_cast<std::uint32_t>(card_bit(*card));
  return chosen;
}

}  // namespace

Plan Planner::plan(const State& state, Evaluation& evaluation, const PlanLimits& limits,
                   Stop stop) {
  evaluation_ = &evaluation;
  limits_ = limits;
  limits_.width = std::max(limits.width, std::uint32_t{1});
  limits_.best = std::max(limits.best, std::uint32_t{1});
  stop_ = stop;
  plan_ = {};
  // Whatever was passed in, only what the seat may know is looked at.
  const State root = redacted(state, seat_bit(state.to_move()));
  if (root.phase == Phase::over) plan_.status = PlanStatus::over;
  if (root.phase == Phase::deal) plan_.status = PlanStatus::draw_due;
  if (root.phase == Phase::keep && root.dealt[0] >= kCardCount)
    plan_.status = PlanStatus::spirits_hidden;
  if (plan_.status != PlanStatus::found) return std::move(plan_);
  look_over(root);

  std::uint32_t width = limits_.nodes < kFewNodes ? 1 : std::min(kFirstWidth, limits_.width);
  for (;;) {
    const std::uint64_t before_pass = plan_.nodes;
    if (!run_pass(root, width)) break;
    plan_.width = width;
    if (!narrow_) {
      plan_.complete = true;
      break;
    }
    if (width == limits_.width) break;
    // The next pass is as wide as what is left of the budget will pay for.
    const std::uint64_t cost = std::max(plan_.nodes - before_pass, std::uint64_t{1});
    const std::uint64_t affordable = width * (limits_.nodes - plan_.nodes) / cost;
    if (affordable < width + width / 2) break;
    width = static_cast<std::uint32_t>(
        std::min({std::uint64_t{width} * kWidening, affordable, std::uint64_t{limits_.width}}));
  }
  if (plan_.turns.empty()) finish_somehow(root);
  return std::move(plan_);
}

// Finds out once a turn what of it escapes the player.
void Planner::look_over(const State& root) {
  const Sight& sight = limits_.sight;
  considered_ = sight.cards < kRiver ? best_fitting(root, sight.cards) : root.face_up();
  unnoticed_ = {};
  if (sight.standing) return;
  CardSet cards = root.mover().held | root.face_up();
  if (root.mover().spirit != kNoCard) cards |= card_bit(root.mover().spirit);
  for_each_card(cards, [&](Card card) { unnoticed_[card] = fits(root, root.to_move(), card); });
}

bool Planner::escapes(Move move) const {
  if (move.kind() == MoveKind::draft) return !has_card(considered_, move.card());
  if (move.kind() == MoveKind::settle) return has(unnoticed_[move.card()], move.space());
  return false;
}

// False when the budget or the caller ended it early.
bool Planner::run_pass(const State& root, std::uint32_t width) {
  nodes_.clear();
  candidates_.clear();
  stage_nodes_.clear();
  narrow_ = false;
  ++stage_number_;
  seen_count_ = 0;

  nodes_.push_back({root, kNoParent, Move(), 0, hash_of(root), 0});
  if (root.phase == Phase::keep) {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint8_t lane = i == 0 ? 0 : kOtherSpiritLane;
      seed_lanes(add_node({0, 0, 0, Move::keep(root.dealt[i]), lane}));
    }
  } else {
    seed_lanes(0);
  }
  const int tokens = nodes_[stage_nodes_[0]].state.hand.total();
  last_stage_ = tokens == 0;
  for (const std::uint32_t node : stage_nodes_) {
    if (done()) return false;
    Node& seed = nodes_[node];
    seed.value = evaluation_->rate(seed.state);
    ++plan_.nodes;
    if (last_stage_) offer_turn({seed.hash, seed.value, seed.parent, seed.move, seed.lane});
  }
  for (int left = tokens; left >= 0; --left) {
    stage(left, width);
    if (done()) return false;
  }
  return true;
}

// The states in which a group is taken: all that a turn can be is reached from there.
void Planner::seed_lanes(std::uint32_t node) {
  if (nodes_[node].state.taken != kNoGroup) {
    stage_nodes_.push_back(node);
    return;
  }
  for (int group = 0; group < nodes_[node].state.group_slots(); ++group) {
    const State& state = nodes_[node].state;
    if (state.groups[static_cast<std::size_t>(group)].empty() ||
        same_as_earlier_group(state, group))
      continue;
    const auto lane = static_cast<std::uint8_t>(nodes_[node].lane | lane_of_group(group));
    stage_nodes_.push_back(add_node({0, 0, node, Move::take(group), lane}));
  }
}

void Planner::stage(int tokens_left, std::uint32_t width) {
  last_stage_ = tokens_left == 0;
  for (std::size_t from = 0; from < stage_nodes_.size();) {
    const std::size_t to = stage_nodes_.size();
    for (; from < to; ++from) {
      if (done()) return;
      expand(stage_nodes_[from], false);
    }
    keep_best(width);
    add_stage_nodes();
  }
  if (last_stage_) return;

  // Of all the rounds together again only the best go on.
  for (const std::uint32_t node : stage_nodes_) {
    const Node& of = nodes_[node];
    candidates_.push_back({of.hash, of.value, node, Move(), of.lane});
  }
  keep_best(width);
  stage_nodes_.clear();
  for (const Candidate& candidate : candidates_) stage_nodes_.push_back(candidate.parent);
  candidates_.clear();

  ++stage_number_;
  seen_count_ = 0;
  last_stage_ = tokens_left == 1;
  for (const std::uint32_t node : stage_nodes_) {
    if (done()) return;
    expand(node, true);
  }
  if (!limits_.sight.whole_turns)
    for (Candidate& candidate : candidates_) candidate.lane = 0;
  keep_best(width);
  stage_nodes_.clear();
  add_stage_nodes();
}

void Planner::add_stage_nodes() {
  for (const Candidate& candidate : candidates_) {
    if (nodes_.size() >= kMostNodes) break;
    stage_nodes_.push_back(add_node(candidate));
  }
  candidates_.clear();
}

void Planner::expand(std::uint32_t node, bool placing) {
  batch_.clear();
  batch_candidates_.clear();
  const State& state = nodes_[node].state;
  for (const Move move : legal_moves(state)) {
    if (!(placing ? is_placing(move) : is_free(move)) || escapes(move)) continue;
    State& child = batch_.emplace_back(state);
    apply(child, move);
    const std::uint64_t hash = hash_of(child);
    if (!is_new(hash)) {
      batch_.pop_back();
      continue;
    }
    const std::uint8_t lane = move.kind() == MoveKind::draft ? kDraftedLane : std::uint8_t{0};
    batch_candidates_.push_back(
        {hash, 0, node, move, static_cast<std::uint8_t>(nodes_[node].lane | lane)});
  }
  const std::size_t affordable =
      static_cast<std::size_t>(std::min<std::uint64_t>(batch_.size(), limits_.nodes - plan_.nodes));
  if (affordable > 0) flush(node, affordable);
}

void Planner::flush(std::uint32_t node, std::size_t count) {
  batch_values_.resize(count);
  evaluation_->rate(nodes_[node].state, {batch_.data(), count}, batch_values_);
  plan_.nodes += count;
  for (std::size_t i = 0; i < count; ++i) {
    batch_candidates_[i].value = batch_values_[i];
    candidates_.push_back(batch_candidates_[i]);
    if (last_stage_) offer_turn(batch_candidates_[i]);
  }
}

// Leaves the best candidates of each lane, lane after lane, best first.
void Planner::keep_best(std::uint32_t width) {
  std::array<std::size_t, kLanes + 1> start{};
  for (const Candidate& candidate : candidates_) ++start[candidate.lane + 1U];
  for (std::size_t lane = 0; lane < kLanes; ++lane) start[lane + 1] += start[lane];
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.lane < b.lane; });
  const auto at = [this](std::size_t i) {
    return candidates_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const auto better = [this](const Candidate& a, const Candidate& b) { return before(a, b); };
  std::size_t kept = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t from = start[lane];
    std::size_t to = start[lane + 1];
    if (to - from > width) {
      std::nth_element(at(from), at(from + width), at(to), better);
      to = from + width;
      narrow_ = true;
    }
    std::sort(at(from), at(to), better);
    std::copy(at(from), at(to), at(kept));
    kept += to - from;
  }
  candidates_.resize(kept);
}

std::uint32_t Planner::add_node(const Candidate& candidate) {
  Node& node = nodes_.emplace_back();
  const Node& parent = nodes_[candidate.parent];
  node.state = parent.state;
  apply(node.state, candidate.move);
  node.parent = candidate.parent;
  node.move = candidate.move;
  node.value = candidate.value;
  node.lane = candidate.lane;
  node.hash = candidate.hash != 0 ? candidate.hash : hash_of(node.state);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// Whether this state comes up for the first time in its stage. Entries of earlier stages count as
// free places.
bool Planner::is_new(std::uint64_t hash) {
  if (2 * (seen_count_ + 1) > seen_.size()) {
    std::vector<Seen> old(std::max(kFirstSeen, 4 * seen_.size()));
    old.swap(seen_);
    seen_count_ = 0;
    for (const Seen& entry : old)
      if (entry.stage == stage_number_) is_new(entry.hash);
  }
  std::size_t i = hash & (seen_.size() - 1);
  for (; seen_[i].stage == stage_number_; i = (i + 1) & (seen_.size() - 1))
    if (seen_[i].hash == hash) return false;
  seen_[i] = {hash, stage_number_};
  ++seen_count_;
  return true;
}

bool Planner::done() {
  if (!plan_.stopped && stop_.now()) plan_.stopped = true;
  return plan_.stopped || plan_.nodes >= limits_.nodes || nodes_.size() >= kMostNodes ||
         candidates_.size() > kMostCandidates || seen_count_ > kMostCandidates;
}

// Equal values are put in an order that the seed fixes.
std::uint64_t Planner::tie(std::uint64_t hash) const {
  std::uint64_t mixed = (hash ^ limits_.seed * 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd;
  return mixed ^ mixed >> 32;
}

bool Planner::before(const Candidate& one, const Candidate& other) const {
  if (one.value != other.value) return one.value > other.value;
  return tie(one.hash) < tie(other.hash);
}

void Planner::offer_turn(const Candidate& candidate) {
  auto& turns = plan_.turns;
  const auto goes_before = [&](const PlannedTurn& turn) {
    return candidate.value != turn.value ? candidate.value > turn.value
                                         : tie(candidate.hash) < tie(turn.hash);
  };
  if (turns.size() == limits_.best && !goes_before(turns.back())) return;
  for (const PlannedTurn& turn : turns)
    if (turn.hash == candidate.hash) return;
  PlannedTurn turn;
  turn.value = candidate.value;
  turn.hash = candidate.hash;
  std::array<Move, kLongestTurn> backwards;
  std::size_t size = 0;
  if (candidate.parent != kNoParent) backwards[size++] = candidate.move;
  for (std::uint32_t node = candidate.parent; node != kNoParent; node = nodes_[node].parent)
    if (nodes_[node].parent != kNoParent) backwards[size++] = nodes_[node].move;
  std::reverse_copy(backwards.begin(), backwards.begin() + static_cast<std::ptrdiff_t>(size),
                    turn.moves.begin());
  turn.moves[size] = Move::end();
  turn.size = static_cast<std::uint8_t>(size + 1);
  if (turns.size() == limits_.best) turns.pop_back();
  turns.insert(std::find_if(turns.begin(), turns.end(), goes_before), turn);
}

// When not even one turn could be rated to its end: the best beginning there is, then whatever is
// legal first.
void Planner::finish_somehow(const State& root) {
  PlannedTurn turn;
  State state = root;
  const auto play_on = [&](Move move) {
    turn.moves[turn.size++] = move;
    if (move != Move::end()) apply(state, move);
    return move == Move::end();
  };
  std::uint32_t node = 0;
  if (!stage_nodes_.empty())
    node = *std::max_element(
        stage_nodes_.begin(), stage_nodes_.end(),
        [this](std::uint32_t a, std::uint32_t b) { return nodes_[a].value < nodes_[b].value; });
  turn.value = nodes_[node].value;
  std::vector<Move> backwards;
  for (; node != 0; node = nodes_[node].parent) backwards.push_back(nodes_[node].move);
  for (; !backwards.empty(); backwards.pop_back()) play_on(backwards.back());
  for (bool ended = false; !ended;) {
    const MoveList moves = legal_moves(state);
    Move next = moves[moves.size() - 1];
    for (const Move move : moves)
      if (move.kind() == MoveKind::keep || move.kind() == MoveKind::take || is_placing(move)) {
        next = move;
        break;
      }
    ended = play_on(next);
  }
  turn.hash = hash_of(state);
  plan_.turns.push_back(turn);
}

}  // namespace harmonies
