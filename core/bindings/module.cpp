#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

namespace harmonies::bindings {

std::vector<std::string> texts_of(Spaces spaces) {
  std::vector<std::string> names;
  for_each_space(spaces, [&](Space space) { names.push_back(text_of(space)); });
  return names;
}

std::string text_of(const TokenCount& tokens) {
  std::string letters;
  for (const Token token : kAllTokens)
    letters.append(tokens[token], kTokenLetters[static_cast<int>(token)]);
  return letters;
}

std::optional<std::string> text_of_card(Card card) {
  if (card >= kCardCount) return std::nullopt;
  return std::string(name_of_card(card));
}

Card card_from(const Text& name) {
  const Card card = card_named(name.utf8);
  if (card == kNoCard) raise_argument("argument/card", "no card is called '" + name.utf8 + "'");
  return card;
}

Side side_from(const Text& letter) {
  if (letter.utf8 == "A") return Side::A;
  if (letter.utf8 == "B") return Side::B;
  raise_argument("argument/side", "a board has the sides 'A' and 'B', not '" + letter.utf8 + "'");
}

std::uint8_t players_from(const Whole& players) {
  if (players.near() < 1 || players.near() > kMostSeats)
    raise_argument("argument/players", "a game has 1 to 4 players");
  return static_cast<std::uint8_t>(players.near());
}

int seat_from(const State& state, const Whole& seat) {
  if (seat.near() < 0 || seat.near() >= state.players)
    raise_argument("argument/seat", "there is no seat " + seat.said() + " in a game of " +
                                        std::to_string(state.players));
  return seat.near();
}

std::uint64_t seed_from(const Seed& seed) {
  if (!seed.number)
    raise_argument("argument/seed", "a seed of a simulation is a number from 0 to 2**64 - 1");
  return *seed.number;
}

namespace {

template <class... Arguments>
[[noreturn]] void raise_from(const char* maker, Arguments&&... arguments) {
  const nb::object error =
      nb::module_::import_("harmonies._raising").attr(maker)(std::forward<Arguments>(arguments)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

}  // namespace

void raise_argument(const char* code, const std::string& message) {
  raise_from("bad_argument", code, message);
}

void raise_refusal(const State& state, const nb::object& what, Refusal refusal) {
  raise_from("refusal", state, what, code_of(refusal));
}

void raise_fault(const char* kind, const std::string& text, const char* code, int column) {
  raise_from("text_fault", kind, text, code, column);
}

}  // namespace harmonies::bindings

NB_MODULE(_core, module) {
  using namespace harmonies::bindings;
  // An error that is still around when the program ends holds its state: that is no leak.
  nb::set_leak_warnings(false);
  module.doc() = "The rules of the game, in C++. Use it through the package `harmonies`.";
  bind_moves(module);
  bind_draws(module);
  bind_state(module);
  bind_score(module);
  bind_play(module);
  bind_training(module);
  bind_search(module);
  bind_batch(module);
}
