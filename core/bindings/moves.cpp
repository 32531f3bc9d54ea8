#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

namespace harmonies::bindings {
namespace {

constexpr std::array<const char*, 7> kKinds = {"keep",   "take",    "place", "draft",
                                               "settle", "discard", "end"};

bool has_space(Move move) {
  return move.kind() == MoveKind::place || move.kind() == MoveKind::settle;
}
bool has_card(Move move) {
  const MoveKind kind = move.kind();
  return kind == MoveKind::keep || kind == MoveKind::draft || kind == MoveKind::settle ||
         kind == MoveKind::discard;
}

std::vector<nb::object>& all_moves() {
  static auto* moves = new std::vector<nb::object>;
  return *moves;
}

nb::object from_index(const Whole& number) {
  const int index = number.near();
  if (index < 0 || index >= kMoveCount)
    raise_argument("argument/move", "moves are numbered 0 to " + std::to_string(kMoveCount - 1) +
                                        ", not " + number.said());
  return move_object(Move::from_index(index));
}

nb::object parse(const Text& text) {
  const ParsedMove parsed = parse_move(text.utf8);
  if (parsed.syntax != MoveSyntax::fine)
    raise_fault("move", text.utf8, code_of(parsed.syntax), parsed.column);
  return move_object(parsed.move);
}

}  // namespace

nb::object move_object(Move move) { return all_moves()[static_cast<std::size_t>(move.index())]; }

void bind_moves(nb::module_& module) {
  nb::class_<Move>(module, "Move",
                   "One of the fixed set of moves. Equal moves are the same object.\n\n"
                   ">>> from harmonies import Move\n"
                   ">>> move = Move.parse('place M c3')\n"
                   ">>> move.index, move.kind, move.token, move.space\n"
                   "(56, 'place', 'M', 'c3')\n"
                   ">>> Move.from_index(56)\n"
                   "Move('place M c3')\n")
      .def_static("from_index", &from_index, nb::arg("index"),
                  nb::sig("def from_index(index: int) -> Move"),
                  "The move with this number; NoSuchMove when there is none.")
      .def_static("parse", &parse, nb::arg("text"), nb::sig("def parse(text: str) -> Move"),
                  "The move that a text says; MoveSyntaxError when it says none.")
      .def_prop_ro("index", &Move::index, "Its number in the fixed action space.")
      .def_prop_ro(
          "kind", [](Move move) { return kKinds[static_cast<std::size_t>(move.kind())]; },
          nb::sig("def kind(self) -> str"),
          "The first word: keep, take, place, draft, settle, discard or end.")
      .def_prop_ro(
          "card",
          [](Move move) { return has_card(move) ? text_of_card(move.card()) : std::nullopt; },
          "The card of keep, draft, settle and discard.")
      .def_prop_ro(
          "token",
          [](Move move) -> std::optional<std::string> {
            if (move.kind() != MoveKind::place) return std::nullopt;
            return std::string(1, kTokenLetters[static_cast<int>(move.token())]);
          },
          "The token that is placed.")
      .def_prop_ro(
          "group",
          [](Move move) -> std::optional<int> {
            if (move.kind() != MoveKind::take) return std::nullopt;
            return move.group() + 1;
          },
          "The group that is taken, from 1.")
      .def_prop_ro(
          "space",
          [](Move move) -> std::optional<std::string> {
            if (!has_space(move)) return std::nullopt;
            return text_of(move.space());
          },
          "The space of place and settle.")
      .def("__str__", [](Move move) { return to_text(move); })
      .def("__repr__", [](Move move) { return "Move('" + to_text(move) + "')"; })
      .def("__hash__", &Move::index)
      .def(
          "__eq__", [](Move move, Move other) { return move == other; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__lt__", [](Move move, Move other) { return move < other; }, nb::is_operator(),
          nb::sig("def __lt__(self, other: Move, /) -> bool"))
      .def(
          "__reduce__",
          [](Move move) {
            const nb::object unpickle = nb::module_::import_("harmonies._pickling").attr("move");
            return nb::make_tuple(unpickle, nb::make_tuple(move.index()));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));

  auto& moves = all_moves();
  moves.clear();
  moves.reserve(kMoveCount);
  for (int index = 0; index < kMoveCount; ++index)
    moves.push_back(nb::cast(Move::from_index(index)));
  nb::list all;
  for (const nb::object& move : moves) all.append(move);
  module.attr("MOVES") = nb::tuple(all);
  const auto forget = [](void*) noexcept { all_moves().clear(); };
  module.attr("_moves_owner") = nb::capsule(&all_moves(), forget);
}

}  // namespace harmonies::bindings
