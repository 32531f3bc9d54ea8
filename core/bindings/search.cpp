#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "bindings.hpp"
#include "cancel.hpp"
#include "harmonies/net/network.hpp"
#include "harmonies/search/handmade.hpp"
#include "harmonies/search/lookahead.hpp"

namespace harmonies::bindings {
namespace {

// The only clock of a search: the core is told when to stop and never looks for itself.
class Deadline {
 public:
  Deadline(std::optional<double> milliseconds, const Cancel* cancel)
      : began_(Clock::now()),
        microseconds_(milliseconds ? static_cast<std::int64_t>(*milliseconds * 1000) : kNever),
        cancel_(cancel) {}

  Stop stop() {
    return {&Deadline::passed, this, microseconds_ != kNever ? &Deadline::share : nullptr};
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kNever = -1;

  static bool passed(void* of) {
    const auto* deadline = static_cast<const Deadline*>(of);
    if (deadline->cancel_ != nullptr && deadline->cancel_->asked.load(std::memory_order_relaxed))
      return true;
    return deadline->microseconds_ != kNever && deadline->gone() >= deadline->microseconds_;
  }

  static std::uint64_t share(void* of) {
    const auto* deadline = static_cast<const Deadline*>(of);
    if (deadline->gone() >= deadline->microseconds_) return kWholeTime;
    return static_cast<std::uint64_t>(static_cast<double>(deadline->gone()) * kWholeTime /
                                      static_cast<double>(deadline->microseconds_));
  }

  std::int64_t gone() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began_).count();
  }

  Clock::time_point began_;
  std::int64_t microseconds_;
  const Cancel* cancel_;
};

constexpr std::array<const char*, 4> kStatus = {"found", "over", "draw-due", "spirits-hidden"};

Objective objective_named(const std::string& name) {
  if (name == "points") return Objective::points;
  if (name == "win") return Objective::win;
  throw nb::value_error(("no objective is called '" + name + "'").c_str());
}

struct Search {
  std::unique_ptr<Evaluation> evaluation;
  Lookahead lookahead;
  std::mutex busy;  // arenas are used again, so one search runs at a time
};

std::unique_ptr<Evaluation> evaluation_named(const std::string& name,
                                             const std::optional<std::vector<Value>>& weights,
                                             const net::Network* network) {
  if ((name == "learned") != (network != nullptr))
    throw nb::value_error("a network is for 'learned', which needs one");
  if (network != nullptr && !weights) return std::make_unique<net::Learned>(*network);
  if (name == "immediate" && !weights) return std::make_unique<Immediate>();
  if (name == "naive" && !weights) return std::make_unique<Naive>();
  if (name != "handmade") throw nb::value_error(("no evaluation is called '" + name + "'").c_str());
  HandmadeWeights chosen = kHandmadeWeights;
  if (weights) {
    if (weights->size() != chosen.size())
      throw nb::value_error(("handmade has " + std::to_string(chosen.size()) + " weights").c_str());
    std::copy(weights->begin(), weights->end(), chosen.begin());
  }
  return std::make_unique<Handmade>(chosen);
}

nb::object plan(Search& search, const State& state, std::uint64_t nodes,
                std::optional<double> milliseconds, std::uint64_t seed, std::uint32_t width,
                std::uint32_t best, std::uint32_t cards, bool whole_turns, bool standing,
                std::uint32_t candidates, std::uint32_t samples, std::uint32_t reply_nodes,
                const std::string& objective, const Cancel* cancel) {
  Deadline deadline(milliseconds, cancel);
  const LookaheadLimits limits{.plan = {.nodes = nodes,
                                        .width = width,
                                        .best = best,
                                        .seed = seed,
                                        .sight = {cards, whole_turns, standing}},
                               .candidates = candidates,
                               .samples = samples,
                               .reply_nodes = reply_nodes,
                               .objective = objective_named(objective)};
  Plan found;
  {
    const nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> alone(search.busy);
    found = search.lookahead.plan(state, *search.evaluation, limits, deadline.stop());
  }
  nb::list turns;
  for (const PlannedTurn& turn : found.turns) {
    nb::list moves;
    for (const Move move : turn.list()) moves.append(move_object(move));
    const std::optional<double> win =
        turn.win == kNoChance ? std::nullopt : std::optional(double{1.0} * turn.win / kCertain);
    turns.append(nb::make_tuple(nb::tuple(moves), turn.value, win, turn.samples));
  }
  return nb::make_tuple(kStatus[static_cast<std::size_t>(found.status)], turns, found.nodes,
                        found.width, found.complete, found.stopped);
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<Cancel>(module, "Cancel", "Asks a search that runs in another thread to stop.")
      .def(nb::init<>())
      .def(
          "cancel", [](Cancel& cancel) { cancel.asked = true; },
          "The search ends soon, with the best it has found.")
      .def_prop_ro(
          "cancelled", [](const Cancel& cancel) { return cancel.asked.load(); },
          "Whether it was asked to.");

  nb::class_<Search>(
      module, "Planner",
      "Finds whole turns, with one of the core's evaluations: 'naive', 'immediate', 'handmade' or, "
      "with a network, 'learned'. Searches of one planner wait for each other.")
      .def(
          "__init__",
          [](Search* self, const std::string& evaluation, std::optional<std::vector<Value>> weights,
             const net::Network* network) {
            auto rating = evaluation_named(evaluation, weights, network);
            new (self) Search;
            self->evaluation = std::move(rating);
          },
          nb::arg("evaluation"), nb::arg("weights") = nb::none(), nb::arg("network") = nb::none())
      .def("plan", &plan, nb::arg("state"), nb::kw_only(), nb::arg("nodes"),
           nb::arg("milliseconds") = nb::none(), nb::arg("seed") = 0, nb::arg("width") = 256,
           nb::arg("best") = 1, nb::arg("cards") = kRiver, nb::arg("whole_turns") = true,
           nb::arg("standing") = true, nb::arg("candidates") = 1, nb::arg("samples") = 256,
           nb::arg("reply_nodes") = 2000, nb::arg("objective") = "points",
           nb::arg("cancel") = nb::none(),
           nb::sig("def plan(self, state: State, *, nodes: int, milliseconds: float | None = None, "
                   "seed: int = 0, width: int = 256, best: int = 1, cards: int = 5, "
                   "whole_turns: bool = True, standing: bool = True, candidates: int = 1, "
                   "samples: int = 256, reply_nodes: int = 2000, objective: str = 'points', "
                   "cancel: Cancel | None = None) "
                   "-> tuple[str, list[tuple[tuple[Move, ...], int, float | None, int]], int, int, "
                   "bool, bool]"),
           "Status, turns (best first), states rated, width of the beam, whether nothing was left "
           "out, whether it was stopped. Of each turn: moves, value in thousandths of a point, "
           "chance to win, how often it was played on.")
      .def(
          "rate",
          [](Search& search, const State& state) {
            if (state.phase != Phase::play)
              throw nb::value_error("only a turn that is being played can be rated");
            const std::lock_guard<std::mutex> alone(search.busy);
            return search.evaluation->rate(state);
          },
          nb::arg("state"),
          "What the position is worth to the seat to move, in thousandths of a point.")
      .def(
          "repeat_ratings",
          [](Search& search, const State& state, std::uint64_t rounds) {
            std::vector<State> children;
            if (state.phase == Phase::play)
              for (const Move move : legal_moves(state))
                if (move != Move::end()) apply(children.emplace_back(state), move);
            std::vector<Value> values(children.size());
            const nb::gil_scoped_release release;
            const std::lock_guard<std::mutex> alone(search.busy);
            for (std::uint64_t round = 0; round < rounds; ++round)
              search.evaluation->rate(state, children, values);
            return rounds * children.size();
          },
          nb::arg("state"), nb::arg("rounds"),
          "For benchmarks: rates what follows from a position by one move, again and again. Says "
          "how many ratings that were.");

  module.def(
      "look_at",
      [](const State& state) {
        const Looked looked = look_at(state);
        return std::tuple{std::vector<int>(looked.features.begin(), looked.features.end()),
                          looked.early, looked.score};
      },
      nb::arg("state"),
      "What 'handmade' sees for the seat to move: its features, how early it is from 0 to "
      "256, and the points now.");

  module.def(
      "handmade_weights",
      [] {
        std::vector<std::tuple<std::string, Value, Value>> weights;
        for (std::size_t i = 0; i < kFeatures; ++i)
          weights.emplace_back(kHandmadeNames[i], kHandmadeWeights[2 * i],
                               kHandmadeWeights[2 * i + 1]);
        return weights;
      },
      "The features of 'handmade', and what each is worth early in the game and at its end.");
}

}  // namespace harmonies::bindings
