// What the parts of the native module share: conversions between the core's values and the words of
// docs/notation.md. Nothing here decides anything about the game.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "harmonies/text.hpp"

namespace harmonies::bindings {

void bind_moves(nb::module_& module);
void bind_draws(nb::module_& module);
void bind_state(nb::module_& module);
void bind_score(nb::module_& module);
void bind_play(nb::module_& module);
void bind_search(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_training(nb::module_& module);

// Every move is one Python object, made once.
nb::object move_object(Move move);

inline std::string text_of(Space space) { return std::string(std::string_view(name_of(space))); }
std::vector<std::string> texts_of(Spaces spaces);
std::string text_of(const TokenCount& tokens);
std::optional<std::string> text_of_card(Card card);

// These raise BadArgument, by a name of its own.
Card card_from(const Text& name);
Side side_from(const Text& letter);
std::uint8_t players_from(const Whole& players);
int seat_from(const State& state, const Whole& seat);
std::uint64_t seed_from(const Seed& seed);

// The exceptions are Python's: harmonies._raising makes them from a code and what it is about.
[[noreturn]] void raise_argument(const char* code, const std::string& message);
[[noreturn]] void raise_refusal(const State& state, const nb::object& what, Refusal refusal);
[[noreturn]] void raise_fault(const char* kind, const std::string& text, const char* code,
                              int column);

}  // namespace harmonies::bindings
