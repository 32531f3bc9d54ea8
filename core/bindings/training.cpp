#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstring>
#include <memory>

#include "bindings.hpp"
#include "cancel.hpp"
#include "harmonies/batch/log_file.hpp"
#include "harmonies/batch/row_sums.hpp"
#include "harmonies/batch/samples.hpp"
#include "harmonies/batch/self_play.hpp"
#include "harmonies/score.hpp"

namespace harmonies::bindings {
namespace {

std::span<const std::uint8_t> span_of(const nb::bytes& bytes) {
  return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

net::Network load(const nb::bytes& file) {
  net::Network network;
  const net::NetworkError error = network.load(span_of(file));
  if (error != net::NetworkError::none) throw nb::value_error(net::code_of(error));
  return network;
}

nb::tuple encode(const State& state) {
  if (state.phase != Phase::play || state.taken == kNoGroup)
    throw nb::value_error("the network sees positions of a turn that has begun");
  net::Encoder encoder;
  encoder.begin(state, score(state, state.to_move()));
  nb::list rows;
  for (const std::uint16_t row : encoder.parent().slots)
    if (row != 0) rows.append(static_cast<int>(row));
  return nb::make_tuple(rows, static_cast<int>(encoder.parent().stage));
}

using Kind = std::tuple<Whole, Text, bool, std::uint32_t>;

nb::bytes play(const net::Network* network, std::uint64_t games, std::uint64_t first,
               std::uint64_t seed, const std::vector<Kind>& kinds, std::uint64_t nodes,
               std::uint32_t width, std::uint32_t candidates, std::uint32_t surprises,
               std::uint64_t probe_nodes, std::uint32_t others, std::uint32_t guests,
               std::size_t threads, const Cancel* cancel) {
  std::vector<Share> shares;
  for (const auto& [players, side, spirits, weight] : kinds)
    shares.push_back({{side_from(side), players_from(players), spirits, 0}, weight});
  if (shares.empty() || shares.size() > 100)
    throw nb::value_error("self-play is of 1 to 100 kinds of games");
  for (const Share& share : shares)
    if (share.weight == 0 || share.weight > 1'000'000)
      throw nb::value_error("a kind of game has a weight of 1 to 1,000,000");
  std::vector<std::uint8_t> logs;
  {
    const nb::gil_scoped_release release;
    Workers workers(threads);
    logs =
        self_play({.games = games,
                   .first_game = first,
                   .seed = seed,
                   .limits = {.plan = {.nodes = nodes, .width = width}, .candidates = candidates},
                   .kinds = shares,
                   .surprises = surprises,
                   .probe_nodes = probe_nodes,
                   .others = others,
                   .guests = guests},
                  network, workers, stop_of(cancel));
  }
  return nb::bytes(logs.data(), logs.size());
}

nb::bytes log_file(const nb::bytes& logs) {
  const LogFileHead head = log_file_head(span_of(logs));
  std::vector<std::uint8_t> file(sizeof(head) + logs.size());
  std::memcpy(file.data(), &head, sizeof(head));
  std::memcpy(file.data() + sizeof(head), logs.data(), logs.size());
  return nb::bytes(file.data(), file.size());
}

nb::bytes logs_in(const nb::bytes& file) {
  std::span<const std::uint8_t> logs;
  const LogError error = open_log_file(span_of(file), logs);
  if (error != LogError::none) throw nb::value_error(code_of(error));
  return nb::bytes(logs.data(), logs.size());
}

nb::list results(const nb::bytes& logs) {
  std::vector<GameResult> found;
  LogError error = LogError::none;
  {
    const nb::gil_scoped_release release;
    error = results_of(span_of(logs), found);
  }
  if (error != LogError::none) throw nb::value_error(code_of(error));
  nb::list all;
  for (const GameResult& result : found) {
    nb::list points, guests;
    for (int seat = 0; seat < result.setup.players; ++seat) {
      points.append(static_cast<int>(result.points[static_cast<std::size_t>(seat)]));
      if ((result.guests & seat_bit(seat)) != 0) guests.append(seat);
    }
    all.append(nb::make_tuple(static_cast<int>(result.setup.players),
                              result.setup.side == Side::A ? "A" : "B", result.setup.spirits,
                              nb::tuple(points), nb::tuple(guests)));
  }
  return all;
}

template <class Value>
nb::object array(std::vector<Value>&& values) {
  auto* kept = new std::vector<Value>(std::move(values));
  const nb::capsule owner(kept,
                          [](void* of) noexcept { delete static_cast<std::vector<Value>*>(of); });
  return nb::cast(nb::ndarray<nb::numpy, Value>(kept->data(), {kept->size()}, owner));
}

nb::tuple samples(const nb::bytes& logs, float lambda, std::size_t threads) {
  Samples found;
  LogError error = LogError::none;
  {
    const nb::gil_scoped_release release;
    Workers workers(threads);
    error = samples_of(span_of(logs), lambda, workers, found);
  }
  if (error != LogError::none) throw nb::value_error(code_of(error));
  return nb::make_tuple(array(std::move(found.rows)), array(std::move(found.offsets)),
                        array(std::move(found.stages)), array(std::move(found.gains)),
                        array(std::move(found.final_gains)), found.games);
}

template <class Value>
using Vector = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Value>
std::span<Value> span_of(const Vector<Value>& vector) {
  return {vector.data(), vector.size()};
}

// Positions and their sums or gradients, checked, so that nothing outside of them is touched.
struct FirstLayer {
  explicit FirstLayer(std::size_t threads) : workers(threads) {}
  Workers workers;

  template <class Table, class Sums>
  static Picked picked(const Vector<const std::uint16_t>& rows,
                       const Vector<const std::int64_t>& offsets,
                       const Vector<const std::int64_t>& chosen, const Matrix<Table>& table,
                       const Matrix<Sums>& sums) {
    const Picked found{span_of(rows), span_of(offsets), span_of(chosen)};
    if (table.shape(0) != net::kRows || table.shape(1) != net::kWidth ||
        sums.shape(0) != chosen.size() || sums.shape(1) != net::kWidth)
      throw nb::value_error("the first layer has another shape");
    for (std::size_t i = 0; i < found.chosen.size(); ++i) {
      const std::int64_t position = found.chosen[i];
      if (position < 0 || static_cast<std::size_t>(position) >= offsets.size())
        throw nb::index_error("there is no such position");
      const auto at = static_cast<std::size_t>(position);
      const auto count = static_cast<std::int64_t>(rows.size());
      const std::int64_t end = at + 1 < offsets.size() ? found.offsets[at + 1] : count;
      if (found.offsets[at] < 0 || found.offsets[at] > end || end > count)
        throw nb::value_error("the offsets are not those of the rows");
      for (const std::uint16_t row : found.of(i))
        if (row >= net::kRows) throw nb::index_error("there is no such row");
    }
    return found;
  }
};

}  // namespace

void bind_training(nb::module_& module) {
  nb::class_<net::Network>(module, "Network",
                           "An evaluation that was learned, from the bytes of its file.")
      .def(
          "__init__",
          [](net::Network* self, const nb::bytes& file) { new (self) net::Network(load(file)); },
          nb::arg("file"))
      .def_prop_ro(
          "provenance",
          [](const net::Network& network) { return std::string(network.provenance()); },
          "How it was made, in JSON.");

  module.def("encode", &encode, nb::arg("state"),
             nb::sig("def encode(state: State) -> tuple[list[int], int]"),
             "What the network sees of a position within a turn: numbers of rows, and the stage.");
  module.def(
      "self_play", &play, nb::arg("network").none(), nb::kw_only(), nb::arg("games"),
      nb::arg("first") = 0, nb::arg("seed"), nb::arg("kinds"), nb::arg("nodes"), nb::arg("width"),
      nb::arg("candidates") = 1, nb::arg("surprises"), nb::arg("probe_nodes") = 0,
      nb::arg("others") = 0, nb::arg("guests") = 0, nb::arg("threads"),
      nb::arg("cancel") = nb::none(),
      nb::sig(
          "def self_play(network: Network | None, *, games: int, first: int = 0, seed: "
          "int, kinds: Sequence[tuple[int, str, bool, int]], nodes: int, width: int, candidates: "
          "int = 1, surprises: int, probe_nodes: int = 0, others: int = 0, guests: int = 0, "
          "threads: int, cancel: "
          "Cancel | None = None) -> bytes"),
      "Logs of games that the network, or 'handmade', plays against itself. Kinds of games "
      "are players, side, spirits and a weight; with several candidates it looks ahead; "
      "surprises are in a thousand turns; probes are looked at with so many nodes, where with "
      "any; of a thousand games, in so many as `guests` says all seats but one are others'. "
      "`first` is the number of the first game, which with the seed decides all of it.");
  module.def("log_file", &log_file, nb::arg("logs"),
             "The bytes of a file for logs, with a checksum.");
  module.def("logs_in", &logs_in, nb::arg("file"),
             "The logs in such a file. ValueError with a code where it is damaged or another.");
  module.def(
      "log_results", &results, nb::arg("logs"),
      nb::sig("def log_results(logs: bytes) -> "
              "list[tuple[int, str, bool, tuple[int, ...], tuple[int, ...]]]"),
      "Of each game, played again: players, side, spirits, the seats' points, guests' seats.");
  module.def("samples", &samples, nb::arg("logs"), nb::arg("lambda_"), nb::arg("threads"),
             nb::sig("def samples(logs: bytes, lambda_: float, threads: int) -> "
                     "tuple[NDArray[numpy.uint16], NDArray[numpy.int64], NDArray[numpy.uint8], "
                     "NDArray[numpy.float32], NDArray[numpy.float32], int]"),
             "What the logs teach: rows, offsets of positions into them, stages, points to come as "
             "expected and as they came; the number of games.");

  nb::class_<FirstLayer>(module, "FirstLayer",
                         "The network's first layer on a processor, while it is trained.")
      .def(nb::init<std::size_t>(), nb::arg("threads"))
      .def(
          "sums",
          [](FirstLayer& layer, const Vector<const std::uint16_t>& rows,
             const Vector<const std::int64_t>& offsets, const Vector<const std::int64_t>& chosen,
             const Matrix<const float>& table, const Matrix<float>& sums) {
            const nb::gil_scoped_release release;
            sum_rows(FirstLayer::picked(rows, offsets, chosen, table, sums),
                     {table.data(), table.size()}, net::kWidth, {sums.data(), sums.size()},
                     layer.workers);
          },
          nb::arg("rows"), nb::arg("offsets"), nb::arg("chosen"), nb::arg("table"), nb::arg("sums"),
          "Writes the sum of each chosen position's rows.")
      .def(
          "add",
          [](FirstLayer& layer, const Vector<const std::uint16_t>& rows,
             const Vector<const std::int64_t>& offsets, const Vector<const std::int64_t>& chosen,
             const Matrix<float>& table, const Matrix<const float>& gradients) {
            const nb::gil_scoped_release release;
            add_to_rows(FirstLayer::picked(rows, offsets, chosen, table, gradients),
                        {gradients.data(), gradients.size()}, net::kWidth,
                        {table.data(), table.size()}, layer.workers);
          },
          nb::arg("rows"), nb::arg("offsets"), nb::arg("chosen"), nb::arg("table"),
          nb::arg("gradients"), "Adds each chosen position's gradient to its rows.");

  nb::list parts;
  for (std::size_t i = 0; i < net::kParts; ++i)
    parts.append(nb::make_tuple(net::kShape[i].name, net::kShape[i].slots, net::kShape[i].rows,
                                net::kFirstRow[i]));
  module.attr("NETWORK_PARTS") = nb::tuple(parts);
  module.attr("NETWORK_SHAPE") =
      nb::make_tuple(net::kRows, net::kWidth, net::kHidden, net::kStages);
  module.attr("NETWORK_MARK") = net::encoding_mark();
  module.attr("NETWORK_VERSION") = net::kFileVersion;
}

}  // namespace harmonies::bindings
