// The turn planner: finds good whole turns of the seat to move, by a beam over what a turn is made
// of. docs/adr/0004-turn-planner.md says why.
//
// A stage holds the states with the same number of tokens still to place. Within a stage cards are
// drafted and cubes settled, in rounds, until nothing new comes; then the next token is placed. So
// a cube may be settled between two placements, before the second breaks its habitat. What leads to
// the same state is looked at once. The best states are kept apart for each group taken, each
// spirit kept, and with or without a card drafted, because values of unlike half turns say little
// about each other.
//
// Passes with wider and wider beams follow each other until nothing was left out, or the budget is
// spent, or the caller says stop; the best turns of all passes are the answer.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "harmonies/rules.hpp"
#include "harmonies/search/evaluation.hpp"

namespace harmonies {

// The core has no clock and no threads: whoever calls says when to stop; and how much of the time
// is gone, in millionths, for a search that divides it.
inline constexpr std::uint64_t kWholeTime = 1'000'000;
struct Stop {
  bool (*ask)(void*) = nullptr;
  void* with = nullptr;
  std::uint64_t (*share)(void*) = nullptr;
  bool now() const { return ask != nullptr && ask(with); }
  std::uint64_t gone() const { return share != nullptr ? share(with) : 0; }
};

// What escapes a player, as it escapes people. By default nothing does.
struct Sight {
  std::uint32_t cards = kRiver;  // of the face-up cards only those that fit the board best
  bool whole_turns = true;       // false: settles for group, card and space token by token
  bool standing = true;          // false: misses habitats that stood before it placed anything
};

struct PlanLimits {
  std::uint64_t nodes = 10'000;  // states rated; a turn is found with 1 too
  std::uint32_t width = 256;     // the widest beam
  std::uint32_t best = 1;        // how many turns are wanted
  std::uint64_t seed = 0;        // chooses between turns of equal value
  Sight sight{};
};

// keep, take, 3 place, draft, 25 settle, discard, end.
inline constexpr std::size_t kLongestTurn = 33;

inline constexpr std::int32_t kNoChance = -1;

struct PlannedTurn {
  Value value = 0;  // the final score to expect
  std::uint8_t size = 0;
  std::array<Move, kLongestTurn> moves;
  std::uint64_t hash = 0;  // of the state before `end`
  // What looking ahead found: how often the turn was played on, and the chance to win, in
  // millionths, where that was asked for.
  std::uint32_t samples = 0;
  std::int32_t win = kNoChance;

  std::span<const Move> list() const { return {moves.data(), size}; }
};

enum class PlanStatus : std::uint8_t {
  found,
  over,            // the game has ended
  draw_due,        // chance is to answer first
  spirits_hidden,  // the two spirits to choose from are not known to the viewer
};

struct Plan {
  PlanStatus status = PlanStatus::found;
  std::vector<PlannedTurn> turns;  // best first; at least one when found
  std::uint64_t nodes = 0;
  std::uint32_t width = 0;  // of the last beam that was finished
  bool complete = false;    // no turn was left out
  bool stopped = false;     // the caller said so
};

class Planner {
 public:
  Plan plan(const State& state, Evaluation& evaluation, const PlanLimits& limits, Stop stop = {});

 private:
  struct Node {
    State state;
    std::uint32_t parent = 0;
    Move move;
    Value value = 0;
    std::uint64_t hash = 0;
    std::uint8_t lane = 0;
  };
  struct Candidate {
    std::uint64_t hash = 0;
    Value value = 0;
    std::uint32_t parent = 0;
    Move move;
    std::uint8_t lane = 0;
  };
  struct Seen {
    std::uint64_t hash = 0;
    std::uint32_t stage = 0;
  };

  void look_over(const State& root);
  bool escapes(Move move) const;
  bool run_pass(const State& root, std::uint32_t width);
  void stage(int tokens_left, std::uint32_t width);
  void expand(std::uint32_t node, bool placing);
  void flush(std::uint32_t node, std::size_t count);
  void keep_best(std::uint32_t width);
  std::uint32_t add_node(const Candidate& candidate);
  void add_stage_nodes();
  void seed_lanes(std::uint32_t node);
  bool is_new(std::uint64_t hash);
  bool done();
  bool before(const Candidate& one, const Candidate& other) const;
  void offer_turn(const Candidate& candidate);
  void finish_somehow(const State& root);
  std::uint64_t tie(std::uint64_t hash) const;

  Evaluation* evaluation_ = nullptr;
  PlanLimits limits_;
  Stop stop_;
  Plan plan_;
  std::uint32_t considered_ = 0;                // cards that it would draft
  std::array<Spaces, kCardCount> unnoticed_{};  // where it misses that a cube could be settled
  bool narrow_ = false;                         // something was left out in this pass
  bool last_stage_ = false;
  std::uint32_t stage_number_ = 0;
  std::size_t seen_count_ = 0;

  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> stage_nodes_;
  std::vector<Seen> seen_;
  std::vector<State> batch_;
  std::vector<Candidate> batch_candidates_;
  std::vector<Value> batch_values_;
};

}  // namespace harmonies
