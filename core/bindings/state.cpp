#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "harmonies/dealer.hpp"
#include "harmonies/score.hpp"
#include "harmonies/simulate.hpp"

namespace harmonies::bindings {
namespace {

const Seat& seat_of(const State& state, const Whole& seat) {
  return state.seats[static_cast<std::size_t>(seat_from(state, seat))];
}

State start(const Text& side, const Whole& players, bool spirits, const Whole& first) {
  const Setup setup{side_from(side), players_from(players), spirits,
                    static_cast<std::uint8_t>(first.near())};
  if (first.near() < 0 || first.near() >= setup.players)
    raise_argument("argument/first", "the first seat is one of the game's seats, from 0");
  return new_game(setup);
}

State parse(const Text& text) {
  const Parsed<State> parsed = parse_state(text.utf8);
  if (parsed.error != TextError::none)
    raise_fault("position", text.utf8, code_of(parsed.error), parsed.column);
  return parsed.value;
}

Draw parse_draw_text(const State& state, const Text& text) {
  const Parsed<Draw> parsed = parse_draw(state, text.utf8);
  if (parsed.error != TextError::none)
    raise_fault("draw", text.utf8, code_of(parsed.error), parsed.column);
  return parsed.value;
}

nb::dict board(const State& state, const Whole& seat) {
  const Board& of = seat_of(state, seat).board;
  nb::dict spaces;
  for_each_space(of.occupied(), [&](Space space) {
    std::string stack = kStackNames[static_cast<std::size_t>(of.stack(space))];
    if (has(of.cubes, space)) stack += '*';
    spaces[text_of(space).c_str()] = stack;
  });
  return spaces;
}

nb::dict cards(const State& state, const Whole& seat) {
  const Seat& of = seat_of(state, seat);
  nb::dict settled;
  for_each_card(of.held | of.completed, [&](Card card) {
    settled[name_of_card(card).data()] = static_cast<int>(state.settled[card]);
  });
  return settled;
}

std::vector<std::string> names(CardSet cards) {
  std::vector<std::string> list;
  for_each_card(cards, [&](Card card) { list.emplace_back(name_of_card(card)); });
  return list;
}

std::vector<std::string> groups(const State& state) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.group_slots()); ++i)
    texts.push_back(text_of(state.groups[i]));
  return texts;
}

std::vector<std::optional<std::string>> river(const State& state) {
  std::vector<std::optional<std::string>> cards;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.river_slots()); ++i)
    cards.push_back(text_of_card(state.river[i]));
  return cards;
}

nb::dict bag(const State& state) {
  nb::dict counts;
  for (const Token token : kAllTokens)
    counts[std::string(1, kTokenLetters[static_cast<int>(token)]).c_str()] =
        static_cast<int>(state.bag[token]);
  return counts;
}

std::optional<std::pair<std::string, std::string>> dealt(const State& state) {
  if (state.dealt[0] >= kCardCount) return std::nullopt;
  return std::pair{std::string(name_of_card(state.dealt[0])),
                   std::string(name_of_card(state.dealt[1]))};
}

std::tuple<int, int, bool> needed(const State& state) {
  if (state.phase != Phase::deal) return {0, 0, false};
  const Need wanted = need(state);
  return {std::popcount(wanted.groups), std::popcount(wanted.river), wanted.spirits};
}

nb::list legal(const State& state) {
  nb::list moves;
  for (const Move move : legal_moves(state)) moves.append(move_object(move));
  return moves;
}

State redacted_for(const State& state, const nb::args& seats) {
  SeatSet set = 0;
  for (const nb::handle given : seats) {
    Whole seat;
    if (!nb::try_cast(given, seat)) throw nb::type_error("a seat is a number, from 0");
    set = static_cast<SeatSet>(set | seat_bit(seat_from(state, seat)));
  }
  return redacted(state, set);
}

std::uint64_t perft_of(const State& state, const Whole& depth) {
  if (depth.near() < 0) raise_argument("argument", "a depth is 0 or more");
  const nb::gil_scoped_release release;
  return perft(state, depth.near());
}

State after_move(const State& state, Move move) {
  State next = state;
  if (const Refusal refusal = play(next, move); refusal != Refusal::none)
    raise_refusal(state, move_object(move), refusal);
  return next;
}

State after_draw(const State& state, const Draw& draw) {
  State next = state;
  if (const Refusal refusal = deal(next, draw); refusal != Refusal::none)
    raise_refusal(state, nb::cast(draw), refusal);
  return next;
}

}  // namespace

void bind_state(nb::module_& module) {
  constexpr std::array<const char*, 4> kPhases = {"deal", "keep", "play", "over"};
  nb::class_<State>(
      module, "State",
      "Everything that is known of a game at one moment. It never changes: a move makes "
      "a new one. It prints as its position text.")
      .def_static("start", &start, nb::arg("side") = "A", nb::arg("players") = 2,
                  nb::arg("spirits") = false, nb::arg("first") = 0,
                  "The start of a game, waiting for its first draw.")
      .def_static("parse", &parse, nb::arg("text"),
                  "The state that a position text says; PositionError when it says none.")
      .def_prop_ro(
          "side", [](const State& state) { return state.side == Side::A ? "A" : "B"; },
          nb::sig("def side(self) -> str"), "'A' with a river or 'B' with islands.")
      .def_prop_ro(
          "players", [](const State& state) { return state.players; }, "The number of seats.")
      .def_prop_ro(
          "spirits", [](const State& state) { return state.spirits; },
          "Whether the spirit cards are in the game.")
      .def_prop_ro(
          "first", [](const State& state) { return state.first; },
          "The seat that had the first turn, from 0.")
      .def_prop_ro(
          "turn", [](const State& state) { return state.turn + 1; },
          "The number of this turn, from 1.")
      .def_prop_ro(
          "to_move", [](const State& state) { return state.to_move(); },
          "The seat whose turn it is, from 0.")
      .def_prop_ro(
          "phase",
          [kPhases](const State& state) { return kPhases[static_cast<std::size_t>(state.phase)]; },
          nb::sig("def phase(self) -> str"),
          "'deal' while chance is to answer, then 'keep' or 'play', at last 'over'.")
      .def_prop_ro(
          "over", [](const State& state) { return state.phase == Phase::over; },
          "Whether the game has ended.")
      .def_prop_ro(
          "last_round", [](const State& state) { return state.last_round; },
          "Whether the end has been triggered.")
      .def_prop_ro("groups", &groups, "The central board: three letters a group, '' when empty.")
      .def_prop_ro("river", &river, "The face-up cards; None for a gap.")
      .def_prop_ro(
          "hand", [](const State& state) { return text_of(state.hand); },
          "The letters of the tokens still to be placed.")
      .def_prop_ro(
          "taken",
          [](const State& state) -> std::optional<int> {
            if (state.taken == kNoGroup) return std::nullopt;
            return state.taken + 1;
          },
          "The group taken in this turn, from 1.")
      .def_prop_ro(
          "drafted", [](const State& state) { return state.drafted; },
          "Whether a card was drafted in this turn.")
      .def_prop_ro(
          "discarded", [](const State& state) { return state.discarded; },
          "Whether a card was discarded in this turn (solo).")
      .def_prop_ro("bag", &bag, nb::sig("def bag(self) -> dict[str, int]"),
                   "How many tokens of each colour the bag holds.")
      .def_prop_ro(
          "pile", [](const State& state) { return names(state.pile); },
          "The animals still to come, in the order of the data.")
      .def_prop_ro(
          "gone", [](const State& state) { return names(state.gone); },
          "The animals that were discarded.")
      .def_prop_ro("dealt", &dealt, "The spirits the seat to move chooses from, where known.")
      .def("board", &board, nb::arg("seat"),
           nb::sig("def board(self, seat: int) -> dict[str, str]"),
           "What stands on a seat's board: its stacks by space, '*' for a cube.")
      .def("cards", &cards, nb::arg("seat"),
           nb::sig("def cards(self, seat: int) -> dict[str, int]"),
           "The animals of a seat, each with its cubes settled.")
      .def(
          "completed",
          [](const State& state, const Whole& seat) {
            return names(seat_of(state, seat).completed);
          },
          nb::arg("seat"), "The animals of a seat whose last cube is settled.")
      .def(
          "uncompleted",
          [](const State& state, const Whole& seat) { return seat_of(state, seat).uncompleted(); },
          nb::arg("seat"), "How many cards count towards the four a seat may hold.")
      .def(
          "spirit",
          [](const State& state, const Whole& seat) {
            return text_of_card(seat_of(state, seat).spirit);
          },
          nb::arg("seat"), "The spirit a seat kept.")
      .def(
          "spirit_settled",
          [](const State& state, const Whole& seat) {
            return seat_of(state, seat).spirit_settled();
          },
          nb::arg("seat"), "Whether its cube is on the board.")
      .def(
          "spirit_space",
          [](const State& state, const Whole& seat) -> std::optional<std::string> {
            const Space space = seat_of(state, seat).spirit_space;
            if (space >= kSomewhere) return std::nullopt;
            return text_of(space);
          },
          nb::arg("seat"), "Where, when that is known.")
      .def(
          "returned",
          [](const State& state, const Whole& seat) {
            return text_of_card(seat_of(state, seat).returned);
          },
          nb::arg("seat"), "The spirit a seat gave back, where that may be known.")
      .def(
          "fits",
          [](const State& state, const Whole& seat, const Text& card) {
            return texts_of(fits(state, seat_from(state, seat), card_from(card)));
          },
          nb::arg("seat"), nb::arg("card"),
          "Where a cube of the card could be settled on a seat's board as it stands.")
      .def("legal_moves", &legal, nb::sig("def legal_moves(self) -> list[Move]"),
           "All legal moves; none while chance is to answer and after the end.")
      .def(
          "why_not",
          [](const State& state, Move move) -> std::optional<std::string> {
            const Refusal refusal = check(state, move);
            if (refusal == Refusal::none) return std::nullopt;
            return std::string(code_of(refusal));
          },
          nb::arg("move"), "The code of what makes a move illegal; None when it is legal.")
      .def("play", &after_move, nb::arg("move"),
           "The state after a move; IllegalMove when it may not be played.")
      .def("deal", &after_draw, nb::arg("draw"),
           "The state after a draw; IllegalDraw when it does not answer what is needed.")
      .def("parse_draw", &parse_draw_text, nb::arg("text"),
           "The draw a text says, as the answer to what this state needs; DrawSyntaxError when it "
           "is "
           "none.")
      .def("needs", &needed,
           "What chance has to answer: how many groups, how many cards, and whether spirits.")
      .def("redacted", &redacted_for, nb::arg("seats"),
           nb::sig("def redacted(self, *seats: int) -> State"),
           "The state as somebody in these seats may know it; a spectator sits in none.")
      .def(
          "sampled",
          [](const State& state, const Seed& seed) {
            FastRandom random(seed_from(seed));
            return with_hidden_drawn(state, random);
          },
          nb::arg("seed"), "A full state that fits this one: spirits that are hidden are drawn.")
      .def(
          "points",
          [](const State& state, const Whole& seat) {
            return score(state, seat_from(state, seat)).total();
          },
          nb::arg("seat"), "What a seat's board and cards are worth now.")
      .def("perft", &perft_of, nb::arg("depth"),
           "The number of sequences of up to so many moves within the rest of the turn.")
      .def("__str__", [](const State& state) { return to_text(state); })
      .def("__repr__", [](const State& state) { return "State.parse('" + to_text(state) + "')"; })
      .def(
          "__eq__", [](const State& state, const State& other) { return state == other; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const State& state) { return static_cast<std::int64_t>(hash_of(state) >> 2); })
      .def("__getstate__", [](const State& state) { return to_text(state); })
      .def("__setstate__", [](State& state, const Text& text) { new (&state) State(parse(text)); });

  module.attr("STATE_BYTES") = sizeof(State);
}

}  // namespace harmonies::bindings
