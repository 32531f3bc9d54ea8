// Draws and positions as text: docs/notation.md is the definition. (Moves are in move.hpp.)
#pragma once

#include <string>
#include <string_view>

#include "harmonies/rules.hpp"

namespace harmonies {

// What is wrong with a text. Each has a code that outlives its wording: see error_codes.cpp.
enum class TextError : std::uint8_t {
  none,
  missing_word,
  trailing_text,
  bad_setup,
  bad_number,
  unknown_stack,
  column_count,
  column_length,
  no_place_for_cube,
  bad_card_entry,
  unknown_card,
  not_an_animal,
  not_a_spirit,
  card_twice,
  too_many_cubes,
  spirits_not_in_game,
  spirit_too_early,
  spirit_space,
  pair_not_due,
  pair_missing,
  slot_count,
  unknown_token,
  group_size,
  bad_bag,
  bad_first,
  bad_turn,
  bad_doing,
  taken_group_full,
  too_many_tokens,
  cubes_do_not_match,
  too_many_uncompleted,
  no_room_to_play,
  no_group_to_take,
  nothing_to_deal,
  round_is_over,
  round_goes_on,
  unknown_part,
  draw_not_due,
  draw_not_possible,
};

const char* code_of(TextError error);

template <class Value>
struct Parsed {
  Value value{};
  TextError error = TextError::none;
  int column = 0;  // of the character at fault, from 0
};

// A stack with or without a cube: `TTL*`. Not `known` where no such stack can be built.
struct ParsedStack {
  Stack stack = Stack::empty;
  bool cube = false;
  bool known = false;
};
ParsedStack parse_stack(std::string_view text);

std::string to_text(const State& state);
Parsed<State> parse_state(std::string_view text);

// A draw fills what the state needs, in order; its text alone does not say which places those are.
std::string to_text(const Draw& draw);
Parsed<Draw> parse_draw(const State& state, std::string_view text);

}  // namespace harmonies
