#include "harmonies/batch/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "bindings.hpp"

namespace harmonies::bindings {
namespace {

constexpr std::array<const char*, 4> kRewards = {"points", "growth", "suns", "rank"};
constexpr std::array<const char*, 3> kRestarts = {"same-step", "next-step", "never"};

// Two Python threads may share one: what one of them does is finished before the other begins.
struct SharedBatch {
  SharedBatch(std::size_t games, const BatchOptions& options, std::size_t threads)
      : batch(games, options, threads) {}
  explicit SharedBatch(const Batch& other) : batch(other) {}
  Batch batch;
  std::mutex busy;
};

template <class Value>
Value one_of(const auto& names, const std::string& name, const char* what) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i]) return static_cast<Value>(i);
  throw nb::value_error((std::string("no ") + what + " is called '" + name + "'").c_str());
}

Bytes32 seed_from(const nb::bytes& seed, std::size_t number = 0) {
  Bytes32 bytes;
  const auto* from = static_cast<const std::uint8_t*>(seed.data()) + number * bytes.size();
  std::copy_n(from, bytes.size(), bytes.begin());
  return bytes;
}

Bytes32 only_seed(const nb::bytes& seed) {
  if (seed.size() != sizeof(Bytes32)) throw nb::value_error("a seed has 32 bytes");
  return seed_from(seed);
}

nb::bytes bytes_of(const Bytes32& seed) { return nb::bytes(seed.data(), seed.size()); }

std::size_t game_from(const Batch& batch, std::size_t game) {
  if (game >= batch.games())
    throw nb::index_error(("there is no game " + std::to_string(game) + " in a batch of " +
                           std::to_string(batch.games()))
                              .c_str());
  return game;
}

std::unique_ptr<SharedBatch> make_batch(std::size_t games, int players, const Text& side,
                                        bool spirits, std::optional<int> first,
                                        const std::string& reward, const std::string& restart,
                                        std::optional<float> penalty, bool planes,
                                        std::size_t threads) {
  if (players < 1 || players > kMostSeats) throw nb::value_error("a game has 1 to 4 players");
  if (first && (*first < 0 || *first >= players))
    throw nb::value_error("the first seat is one of the game's seats, from 0");
  if (threads < 1) throw nb::value_error("a batch has one thread or more");
  BatchOptions options;
  options.setup = {side_from(side), static_cast<std::uint8_t>(players), spirits, 0};
  options.first = first;
  options.reward = one_of<Reward>(kRewards, reward, "reward");
  if ((options.reward == Reward::suns) != (players == 1) && options.reward == Reward::suns)
    throw nb::value_error("suns are for one player");
  if (options.reward == Reward::rank && players == 1)
    throw nb::value_error("a rank is for two players or more");
  options.restart = one_of<Restart>(kRestarts, restart, "restart");
  options.penalty = penalty;
  options.planes = planes;
  return std::make_unique<SharedBatch>(games, options, threads);
}

void begin_all(SharedBatch& shared, const nb::bytes& seeds) {
  if (seeds.size() != shared.batch.games() * sizeof(Bytes32))
    throw nb::value_error("a batch begins with 32 bytes of seed for each game");
  std::vector<Bytes32> list(shared.batch.games());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = seed_from(seeds, i);
  const nb::gil_scoped_release release;
  const std::lock_guard<std::mutex> alone(shared.busy);
  shared.batch.begin(list);
}

std::unique_ptr<SharedBatch> copy_of(SharedBatch& shared) {
  const nb::gil_scoped_release release;
  const std::lock_guard<std::mutex> alone(shared.busy);
  return std::make_unique<SharedBatch>(shared.batch);
}

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::optional<std::size_t> step(SharedBatch& shared, const Actions& actions) {
  if (actions.size() != shared.batch.games())
    throw nb::value_error(("a step of this batch is " + std::to_string(shared.batch.games()) +
                           " actions, not " + std::to_string(actions.size()))
                              .c_str());
  const nb::gil_scoped_release release;
  const std::lock_guard<std::mutex> alone(shared.busy);
  return shared.batch.step({actions.data(), actions.size()});
}

void draw_actions(SharedBatch& shared) {
  const nb::gil_scoped_release release;
  const std::lock_guard<std::mutex> alone(shared.busy);
  shared.batch.draw_actions();
}

nb::tuple story_tuple(const Story& story) {
  nb::list moves;
  for (const Move move : story.moves) moves.append(move_object(move));
  return nb::make_tuple(story.start, bytes_of(story.seed), nb::tuple(moves));
}

// Copies something of one game, between two steps.
template <class Copy>
auto copied(SharedBatch& shared, std::size_t game, Copy copy) {
  const std::lock_guard<std::mutex> alone(shared.busy);
  return copy(shared.batch.episode(game_from(shared.batch, game)));
}

State state_of(SharedBatch& shared, std::size_t game) {
  return copied(shared, game, [](const Episode& episode) { return episode.state(); });
}

State end_before(SharedBatch& shared, std::size_t game) {
  return copied(shared, game, [](const Episode& episode) { return episode.before().end; });
}

bool over(SharedBatch& shared, std::size_t game) {
  return copied(shared, game, [](const Episode& episode) { return episode.over(); });
}

nb::bytes seed_of(SharedBatch& shared, std::size_t game) {
  return bytes_of(copied(shared, game, [](const Episode& episode) { return episode.seed(); }));
}

// Python's objects are made when others may use the batch again: making them can let others run.
nb::tuple story(SharedBatch& shared, std::size_t game) {
  return story_tuple(copied(shared, game, [](const Episode& episode) { return episode.story(); }));
}

nb::tuple story_before(SharedBatch& shared, std::size_t game) {
  return story_tuple(copied(shared, game, [](const Episode& episode) { return episode.before(); }));
}

// The array of a batch's rows, alive as long as anybody holds it.
template <class Value>
nb::object rows(const nb::handle& owner, const Row<Value>& row,
                std::initializer_list<std::size_t> shape) {
  return nb::cast(nb::ndarray<nb::numpy, Value>(row.data(), shape, owner));
}

template <auto Member, class Shape>
auto array(Shape shape) {
  return [shape](nb::handle self) {
    const Batch& batch = nb::cast<SharedBatch&>(self).batch;
    return shape(self, batch, batch.*Member);
  };
}

nb::object observe(const State& state, const Whole& seat) {
  const int viewer = seat_from(state, seat);
  const auto fresh = [](std::size_t size) {
    auto* values = new std::uint8_t[size];
    const nb::capsule owner(values,
                            [](void* of) noexcept { delete[] static_cast<std::uint8_t*>(of); });
    return std::pair{std::span{values, size}, owner};
  };
  const auto [features, features_owner] = fresh(features_size(state.players));
  const auto [planes, planes_owner] = fresh(planes_size(state.players));
  write_features(state, viewer, points_of_seats(state), features);
  write_planes(state, viewer, planes);
  const std::size_t count = kPlanesPerSeat * state.players;
  return nb::make_tuple(
      nb::ndarray<nb::numpy, std::uint8_t>(features.data(), {features.size()}, features_owner),
      nb::ndarray<nb::numpy, std::uint8_t>(planes.data(), {count, kPlaneRows, kPlaneColumns},
                                           planes_owner));
}

}  // namespace

void bind_batch(nb::module_& module) {
  const auto flat = [](nb::handle self, const Batch&, const auto& row) {
    return rows(self, row, {row.size()});
  };
  const auto by_game = [](nb::handle self, const Batch& batch, const auto& row) {
    return rows(self, row, {batch.games(), row.size() / batch.games()});
  };
  const auto boards = [](nb::handle self, const Batch& batch, const auto& row) {
    return rows(
        self, row,
        {batch.games(), row.size() / batch.games() / kPlaneCells, kPlaneRows, kPlaneColumns});
  };

  nb::class_<SharedBatch>(module, "Batch",
                          "Many games stepped together by the core's threads. Its arrays never "
                          "move: each step writes into them.")
      .def(nb::new_(&make_batch), nb::arg("games"), nb::kw_only(), nb::arg("players"),
           nb::arg("side"), nb::arg("spirits"), nb::arg("first").none(), nb::arg("reward"),
           nb::arg("restart"), nb::arg("penalty").none(), nb::arg("planes"), nb::arg("threads"))
      .def_prop_ro("mask", array<&Batch::mask>(by_game),
                   nb::sig("def mask(self) -> numpy.typing.NDArray[numpy.int8]"),
                   "1 for each legal action.")
      .def_prop_ro("features", array<&Batch::features>(by_game),
                   nb::sig("def features(self) -> numpy.typing.NDArray[numpy.uint8]"),
                   "What the seat to move may know, in the compact form.")
      .def_prop_ro("planes", array<&Batch::planes>(boards),
                   nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.uint8]"),
                   "The boards as planes, that of the seat to move first.")
      .def_prop_ro("to_move", array<&Batch::to_move>(flat),
                   nb::sig("def to_move(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "Whose turn it is.")
      .def_prop_ro("rewards", array<&Batch::rewards>(by_game),
                   nb::sig("def rewards(self) -> numpy.typing.NDArray[numpy.float32]"),
                   "For each seat.")
      .def_prop_ro("ended", array<&Batch::ended>(flat),
                   nb::sig("def ended(self) -> numpy.typing.NDArray[numpy.bool_]"),
                   "Whether the game ended with this step.")
      .def_prop_ro("points", array<&Batch::points>(by_game),
                   nb::sig("def points(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "Of each seat, in the game that ended last.")
      .def_prop_ro("actions", array<&Batch::actions>(flat),
                   nb::sig("def actions(self) -> numpy.typing.NDArray[numpy.int64]"),
                   "What draw_actions() has drawn.")
      .def_prop_ro("games", [](const SharedBatch& shared) { return shared.batch.games(); })
      .def_prop_ro("threads", [](const SharedBatch& shared) { return shared.batch.threads(); })
      .def_prop_ro(
          "bytes_per_game", [](const SharedBatch& shared) { return shared.batch.bytes_per_game(); },
          "The memory that a game takes, its rows and its story included.")
      .def("copy", &copy_of,
           "The same games in memory of their own, the order of what is hidden included.")
      .def("begin", &begin_all, nb::arg("seeds"),
           "Each game begins, with 32 bytes of these; may be called again.")
      .def(
          "begin_game",
          [](SharedBatch& shared, std::size_t game, const nb::bytes& seed) {
            const std::lock_guard<std::mutex> alone(shared.busy);
            shared.batch.begin(game_from(shared.batch, game), only_seed(seed));
          },
          nb::arg("game"), nb::arg("seed"), "One game begins anew.")
      .def(
          "begin_at",
          [](SharedBatch& shared, std::size_t game, const State& start, const nb::bytes& seed) {
            const Setup& setup = shared.batch.options().setup;
            if (start.players != setup.players || start.side != setup.side ||
                start.spirits != setup.spirits)
              throw nb::value_error("the position is of another kind of game than this batch's");
            const std::lock_guard<std::mutex> alone(shared.busy);
            shared.batch.begin(game_from(shared.batch, game), start, only_seed(seed));
          },
          nb::arg("game"), nb::arg("start"), nb::arg("seed"), "One game goes on from a position.")
      .def(
          "sample",
          [](SharedBatch& shared, std::size_t game, const nb::bytes& seed) {
            const std::lock_guard<std::mutex> alone(shared.busy);
            shared.batch.sample(game_from(shared.batch, game), only_seed(seed));
          },
          nb::arg("game"), nb::arg("seed"),
          "Draws anew what the seat to move may not know of a game.")
      .def("step", &step, nb::arg("actions"),
           nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> int | None"),
           "One move in each game. Nothing is done when an action is illegal, where that is no "
           "reason to end its game: the answer is the first such game.")
      .def("draw_actions", &draw_actions, "Uniform legal actions, into `actions`.")
      .def("state", &state_of, nb::arg("game"))
      .def("seed", &seed_of, nb::arg("game"), "The seed of a game.")
      .def("over", &over, nb::arg("game"))
      .def("story", &story, nb::arg("game"),
           nb::sig("def story(self, game: int) -> tuple[State, bytes, tuple[Move, ...]]"),
           "How it began, its seed and its moves.")
      .def("story_before", &story_before, nb::arg("game"),
           nb::sig("def story_before(self, game: int) -> tuple[State, bytes, tuple[Move, ...]]"),
           "The same of the game that ended last, where another has begun since.")
      .def("end_before", &end_before, nb::arg("game"), "How the game that ended last has ended.");

  module.def(
      "observe", &observe, nb::arg("state"), nb::arg("viewer"),
      nb::sig("def observe(state: State, viewer: int) -> tuple[numpy.typing.NDArray[numpy.uint8], "
              "numpy.typing.NDArray[numpy.uint8]]"),
      "What a seat may know of a state: the features, and the boards as planes.");
  module.def(
      "final_rewards",
      [](const State& state, const std::string& reward) {
        const SeatRewards earned = final_rewards(state, points_of_seats(state),
                                                 one_of<Reward>(kRewards, reward, "reward"));
        return std::vector<float>(earned.begin(), earned.begin() + state.players);
      },
      nb::arg("state"), nb::arg("reward"),
      nb::sig("def final_rewards(state: State, reward: str) -> list[float]"),
      "What the end of a game brings each seat: 'points', 'suns' or 'rank'.");
  module.def(
      "next_seed", [](const nb::bytes& seed) { return bytes_of(next_seed(only_seed(seed))); },
      nb::arg("seed"), "The seed of the game after the one with this seed.");

  nb::list parts;
  for (const Part& part : kFeatureParts)
    parts.append(nb::make_tuple(part.name, part.size, part.each_seat));
  parts.append(nb::make_tuple("spaces", kSpaceCount, true));
  nb::list planes;
  planes.append("empty");
  for (std::size_t i = 1; i < kStackNames.size(); ++i) planes.append(kStackNames[i]);
  planes.append("animal's cube");
  planes.append("spirit's cube");
  module.attr("PLANES") = nb::tuple(planes);
  module.attr("PLANE_ROWS") = kPlaneRows;
  module.attr("PLANE_COLUMNS") = kPlaneColumns;
  module.attr("FEATURE_PARTS") = nb::tuple(parts);
}

}  // namespace harmonies::bindings
