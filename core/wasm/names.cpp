// The words that the other functions give as numbers, asked for once when the page starts.
#include <string>

#include "exchange.hpp"
#include "harmonies/text.hpp"

namespace harmonies::wasm {
namespace {

// All names of one kind, with a line for each.
template <class NameOf>
int say_names(int count, NameOf name_of_number) {
  std::string lines;
  for (int number = 0; number < count; ++number)
    lines.append(number == 0 ? "" : "\n").append(name_of_number(number));
  return say(lines);
}

// All codes of one kind; that of the first, which is no error, is empty.
template <class Error>
int say_codes() {
  std::string lines;
  for (int number = 1;; ++number) {
    const char* const code = code_of(static_cast<Error>(number));
    if (*code == '\0') return say(lines);
    lines.append("\n").append(code);
  }
}

}  // namespace

EXPORTED(int, names_of_cards)() {
  return say_names(kCardCount, [](int card) { return name_of_card(static_cast<Card>(card)); });
}

EXPORTED(int, animal_count)() { return kAnimalCount; }

EXPORTED(int, names_of_spaces)() {
  return say_names(kSpaceCount, [](int number) {
    return std::string(name_of(kSpaceByNumber[static_cast<std::size_t>(number)]).text);
  });
}

EXPORTED(std::uint32_t, spaces_of_side)(int side) {
  return packed(all_spaces(side_numbered(side)));
}

EXPORTED(int, names_of_stacks)() {
  return say_names(kStackKinds,
                   [](int stack) { return kStackNames[static_cast<std::size_t>(stack)]; });
}

EXPORTED(int, codes_of_refusals)() { return say_codes<Refusal>(); }
EXPORTED(int, codes_of_move_syntax)() { return say_codes<MoveSyntax>(); }
EXPORTED(int, codes_of_text_errors)() { return say_codes<TextError>(); }

}  // namespace harmonies::wasm
