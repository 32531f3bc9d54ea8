#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "harmonies/game.hpp"
#include "harmonies/simulate.hpp"

namespace harmonies::bindings {
namespace {

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> play_random_games(
    const Text& side, const Whole& players, bool spirits, std::uint64_t games, const Seed& seed) {
  const Setup setup{side_from(side), players_from(players), spirits, 0};
  const std::uint64_t number = seed_from(seed);
  const nb::gil_scoped_release release;
  const RandomGames sum = random_games(setup, games, number);
  return {sum.games, sum.moves, sum.points};
}

void play_move(Game& game, Move move) {
  if (const Refusal refusal = game.play(move); refusal != Refusal::none)
    raise_refusal(game.state(), move_object(move), refusal);
}

void enter_draw(Game& game, const Draw& draw) {
  if (const Refusal refusal = game.deal(draw); refusal != Refusal::none)
    raise_refusal(game.state(), nb::cast(draw), refusal);
}

void undo(Game& game) {
  if (const Refusal refusal = game.undo(); refusal != Refusal::none)
    raise_refusal(game.state(), nb::none(), refusal);
}

std::uint64_t yardstick(std::uint64_t rounds) {
  const nb::gil_scoped_release release;
  std::uint64_t word = 1;
  for (; rounds > 0; --rounds) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
  }
  return word;
}

// How long one of the core's operations takes is measured in the core, over the states of random
// games, so that no conversion to Python is in it.
std::uint64_t repeat(const std::string& operation, const std::vector<State>& states,
                     std::uint64_t rounds) {
  std::uint64_t sum = 0;
  bool known = false;
  {
    const nb::gil_scoped_release release;
    known = repeat_operation(operation, states, rounds, sum);
  }
  if (!known) raise_argument("argument", "no operation is called '" + operation + "'");
  return sum;
}

}  // namespace

void bind_play(nb::module_& module) {
  nb::class_<Game>(module, "Game", "A state, and the moves of its turn that may be taken back.")
      .def(nb::init<const State&>(), nb::arg("state"))
      .def_prop_ro("state", [](const Game& game) { return game.state(); })
      .def_prop_ro("over", [](const Game& game) { return game.state().phase == Phase::over; })
      .def_prop_ro(
          "draw_due", [](const Game& game) { return game.state().phase == Phase::deal; },
          "Whether chance is to answer.")
      .def_prop_ro("undoable", &Game::undoable, "How many moves can be taken back.")
      .def("play", &play_move, nb::arg("move"),
           "Plays a move; IllegalMove when it may not be played.")
      .def("deal", &enter_draw, nb::arg("draw"),
           "Enters a draw; IllegalDraw when it does not answer what is needed.")
      .def("undo", &undo, "Takes back the last move of the turn; IllegalUndo when none can be.")
      .def("copy", [](const Game& game) { return Game(game); });

  module.def("random_games", &play_random_games, nb::arg("side"), nb::arg("players"),
             nb::arg("spirits"), nb::arg("games"), nb::arg("seed"),
             "Plays games with uniform random moves: games, moves, points of all seats.");
  module.def("yardstick", &yardstick, nb::arg("rounds"),
             "A fixed loop of integer arithmetic, to compare machines by.");
  module.def(
      "repeat", &repeat, nb::arg("operation"), nb::arg("states"), nb::arg("rounds"),
      "Repeats 'copy', 'legal', 'apply', 'score' or 'redact' on each state; for benchmarks.");
}

}  // namespace harmonies::bindings
