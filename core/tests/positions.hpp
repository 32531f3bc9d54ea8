// Positions for tests, written with what matters in them and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "harmonies/text.hpp"

namespace harmonies {

inline constexpr const char* kEmptyA = "5/4/5/4/5";
inline constexpr const char* kEmptyB = "4/3/4/3/4/3/4";

// The words of a position. Seats that are not given have an empty board and no cards.
struct Words {
  std::string setup = "A2";
  std::vector<std::string> seats{};  // board and cards of each
  std::string central = "WMT,WMT,WMT,WMT,WMT";
  std::string river = "otter,fish,bear,duck,bee";
  std::string gone = "-";
  std::string bag = "W10M10T10L10F10H10";
  std::string first = "1";
  std::string turn = "1";
  std::string doing = "play";

  std::string text() const {
    std::string all = setup;
    const std::string empty = setup[0] == 'A' ? kEmptyA : kEmptyB;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(setup[1] - '0'); ++seat)
      all += " " + (seat < seats.size() ? seats[seat] : empty + " -");
    for (const std::string* word : {&central, &river, &gone, &bag, &first, &turn, &doing})
      all += " " + *word;
    return all;
  }
};

// The same for solo, which has three groups and three cards.
inline Words solo(std::string seat) {
  return {.setup = "A1",
          .seats = {std::move(seat)},
          .central = "WMT,WMT,WMT",
          .river = "otter,fish,frog"};
}

inline State state_of(std::string_view text) {
  const Parsed<State> parsed = parse_state(text);
  CHECK_IN(parsed.error == TextError::none, std::string(code_of(parsed.error)) + " at " +
                                                std::to_string(parsed.column) + " of " +
                                                std::string(text));
  return parsed.value;
}
inline State state_of(const Words& words) { return state_of(words.text()); }

inline Move move_of(std::string_view text) {
  const ParsedMove parsed = parse_move(text);
  CHECK_IN(parsed.syntax == MoveSyntax::fine, std::string(text));
  return parsed.move;
}

// Plays moves that have to be legal.
inline State after(State state, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) CHECK_EQUAL(code_of(play(state, move_of(move))), "");
  return state;
}

}  // namespace harmonies
