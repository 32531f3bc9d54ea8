#include "harmonies/score.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <tuple>

#include "bindings.hpp"

namespace harmonies::bindings {
namespace {

// category, points, size, spaces, path, card
using ReasonParts = std::tuple<std::string, int, int, std::vector<std::string>,
                               std::vector<std::string>, std::optional<std::string>>;

std::vector<std::string> texts_along(Spaces path) {
  std::vector<std::string> names;
  for_each_along(path, [&](Space space) { names.push_back(text_of(space)); });
  return names;
}

std::vector<ReasonParts> parts_of(const Tableau& tableau) {
  std::vector<ReasonParts> list;
  for (const Reason& reason : explain(tableau))
    list.emplace_back(kCategoryNames[static_cast<std::size_t>(reason.category)], reason.points,
                      reason.size, texts_of(reason.spaces), texts_along(reason.path),
                      text_of_card(reason.card));
  return list;
}

std::vector<int> points_of(const Tableau& tableau) {
  const Points points = score(tableau);
  return {points.of.begin(), points.of.end()};
}

Card spirit_from(const Text& name) {
  const Card card = card_from(name);
  if (!is_spirit(card))
    raise_argument("argument/card", "'" + name.utf8 + "' is an animal, not a spirit");
  return card;
}

Tableau tableau_from(const Text& side, const std::map<Text, Text>& board,
                     const std::map<Text, Whole>& cards, const std::optional<Text>& spirit,
                     bool spirit_settled) {
  Tableau tableau;
  tableau.side = side_from(side);
  for (const auto& [name, stack] : board) {
    const Space space = space_named(name.utf8);
    const ParsedStack parsed = parse_stack(stack.utf8);
    if (space == kNowhere || !has(all_spaces(tableau.side), space))
      raise_argument("argument/board", "side " + side.utf8 + " has no space '" + name.utf8 + "'");
    if (!parsed.known)
      raise_argument("argument/board", "no stack is built like '" + stack.utf8 + "'");
    tableau.board.set(space, parsed.stack);
    if (parsed.cube) tableau.board.cubes |= bit(space);
  }
  for (const auto& [name, settled] : cards) {
    const Card card = card_from(name);
    if (is_spirit(card))
      raise_argument("argument/card", "'" + name.utf8 + "' is a spirit, not an animal");
    if (settled.near() < 0 || settled.near() > cubes_of(card))
      raise_argument("argument/card",
                     "'" + name.utf8 + "' has " + std::to_string(cubes_of(card)) + " cubes");
    tableau.animals |= static_cast<std::uint32_t>(card_bit(card));
    tableau.settled[card] = static_cast<std::uint8_t>(settled.near());
  }
  if (spirit) {
    tableau.spirit = spirit_from(*spirit);
    tableau.spirit_settled = spirit_settled;
  }
  return tableau;
}

}  // namespace

void bind_score(nb::module_& module) {
  nb::list categories;
  for (const char* name : kCategoryNames) categories.append(name);
  module.attr("CATEGORIES") = nb::tuple(categories);

  nb::class_<Tableau>(module, "Tableau", "A board with the cards beside it, as it is scored.")
      .def_static(
          "of_seat",
          [](const State& state, const Whole& seat) {
            return tableau(state, seat_from(state, seat));
          },
          nb::arg("state"), nb::arg("seat"))
      .def_static("of_table", &tableau_from, nb::arg("side"), nb::arg("board"), nb::arg("cards"),
                  nb::arg("spirit").none() = nb::none(), nb::arg("spirit_settled") = false,
                  "From words; BadArgument when one of them names nothing.")
      .def("points", &points_of, "The points by category, in the order of CATEGORIES.")
      .def("reasons", &parts_of,
           "Every thing that scores or could: category, points, size, spaces, path, card.");

  module.def(
      "stack_exists", [](const Text& stack) { return parse_stack(stack.utf8).known; },
      nb::arg("stack"), "Whether a stack can be built: 'TTL', 'MH*', '' for an empty space.");
  module.def(
      "places",
      [](const State& state) {
        const Standings table = standings(state);
        std::vector<std::tuple<int, int, int>> list;
        for (std::size_t seat = 0; seat < state.players; ++seat)
          list.emplace_back(table.place[seat], table.points[seat], table.cubes[seat]);
        return list;
      },
      nb::arg("state"), "For each seat its place, points and cubes on the board.");
  module.def(
      "suns",
      [](const Whole& points, const Text& side, bool spirits, const std::optional<Text>& spirit) {
        return suns(points.near(), side_from(side), spirits,
                    spirit ? spirit_from(*spirit) : kNoCard);
      },
      nb::arg("points"), nb::arg("side"), nb::arg("spirits"), nb::arg("spirit").none() = nb::none(),
      "What a solo score is worth in suns.");
}

}  // namespace harmonies::bindings
