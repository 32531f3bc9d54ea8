#include <algorithm>
#include <map>

#include "check.hpp"
#include "harmonies/board.hpp"
#include "harmonies/text.hpp"
#include "slow_board.hpp"

namespace harmonies {
namespace {

// The table of rules.md: what a token may be put on.
const std::map<char, std::set<std::string>> kGoesOn = {
    {'W', {""}},
    {'F', {""}},
    {'M', {"", "M", "MM"}},
    {'T', {"", "T"}},
    {'L', {"", "T", "TT"}},
    {'H', {"", "T", "M", "H"}},
};

std::string name(Stack stack) { return kStackNames[static_cast<std::size_t>(stack)]; }
char letter(Token token) { return kTokenLetters[static_cast<int>(token)]; }

Stack stack_called(const std::string& text) {
  const ParsedStack parsed = parse_stack(text);
  CHECK_IN(parsed.known, text);
  return parsed.stack;
}

TEST("a token goes on what the rules say and nothing else") {
  for (int code = 0; code < kStackKinds; ++code)
    for (const Token token : kAllTokens) {
      const Stack below = static_cast<Stack>(code);
      const bool may = kGoesOn.at(letter(token)).contains(name(below));
      const Stack above = on_top(below, token);
      CHECK_EQUAL(name(above), may ? name(below) + letter(token) : "");
    }
}

TEST("every stack that can be built has a code and no other has one") {
  std::set<std::string> built = {""};
  for (int height = 0; height < 3; ++height)
    for (const std::string& below : std::set(built))
      for (const auto& [token, goes_on] : kGoesOn)
        if (goes_on.contains(below)) built.insert(below + token);
  std::set<std::string> named;
  for (const char* stack : kStackNames) named.insert(stack);
  CHECK(built == named);
  CHECK_EQUAL(named.size(), static_cast<std::size_t>(kStackKinds));
}

TEST("a stack's text is read as what it is and nothing else is read") {
  const std::string letters = "WMTLFHX*w";
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; i < texts.size() && texts[i].size() < 4; ++i)
    for (const char next : letters) texts.push_back(texts[i] + next);
  int known = 0;
  for (const std::string& text : texts) {
    const ParsedStack parsed = parse_stack(text);
    if (!parsed.known) continue;
    ++known;
    CHECK_EQUAL(name(parsed.stack) + (parsed.cube ? "*" : ""), text);
  }
  CHECK_EQUAL(known, 2 * kStackKinds);
}

TEST("a stack holds the tokens of its name") {
  for (int code = 0; code < kStackKinds; ++code) {
    const Stack stack = static_cast<Stack>(code);
    const std::string text = name(stack);
    for (const Token token : kAllTokens)
      CHECK_EQUAL(static_cast<long>(tokens_of(stack)[token]),
                  static_cast<long>(std::count(text.begin(), text.end(), letter(token))));
  }
}

TEST("cubes stand on landscapes and not on bare trunks or a lone house") {
  for (const char* none : {"", "T", "TT", "H"}) CHECK(!takes_cube(stack_called(none)));
  for (const char* some : {"W", "F", "L", "TL", "TTL", "M", "MM", "MMM", "TH", "MH", "HH"})
    CHECK(takes_cube(stack_called(some)));
}

TEST("a board gives back the stack that was set on each space") {
  for (const Side side : {Side::A, Side::B})
    for (int shift = 0; shift < kStackKinds; ++shift) {
      Board board;
      int next = shift;
      for_each_space(all_spaces(side), [&](Space space) {
        board.set(space, static_cast<Stack>(kStackKinds - 1 - next % kStackKinds));
        board.set(space, static_cast<Stack>(next++ % kStackKinds));
      });
      next = shift;
      const Layers layers = board.layers(side);
      for_each_space(all_spaces(side), [&](Space space) {
        const Stack expected = static_cast<Stack>(next++ % kStackKinds);
        CHECK_EQUAL(board.stack(space), expected);
        CHECK_EQUAL(has(board.empty(side), space), expected == Stack::empty);
        for (int code = 0; code < kStackKinds; ++code)
          CHECK_EQUAL(has(layers[static_cast<Stack>(code)], space),
                      static_cast<Stack>(code) == expected);
        CHECK_EQUAL(has(layers[Stack::any_building], space),
                    name(expected).size() == 2 && name(expected)[1] == 'H');
      });
    }
}

TEST("the layers of a board are on its spaces only") {
  for (const Side side : {Side::A, Side::B})
    for (const Spaces layer : Board{}.layers(side).of) CHECK_EQUAL(layer & ~all_spaces(side), 0U);
}

TEST("a token may be placed where it goes on top") {
  for (const Side side : {Side::A, Side::B})
    for (int code = 0; code < kStackKinds; ++code)
      for_each_space(all_spaces(side), [&](Space space) {
        Board board;
        board.set(space, static_cast<Stack>(code));
        const Layers layers = board.layers(side);
        for (const Token token : kAllTokens) {
          const bool may = kGoesOn.at(letter(token)).contains(name(static_cast<Stack>(code)));
          CHECK_EQUAL(has(carries(layers, token), space), may);
          CHECK_EQUAL(carries(layers, token) & ~all_spaces(side), 0U);
          if (!may) continue;
          Board after = board;
          after.place(token, space);
          CHECK_EQUAL(name(after.stack(space)), name(static_cast<Stack>(code)) + letter(token));
        }
      });
}

TEST("the tokens on a board are those of its stacks") {
  Board board;
  CHECK_EQUAL(tokens_on(board).total(), 0);
  board.set(space_named("a1"), Stack::TTL);
  board.set(space_named("c4"), Stack::MMM);
  board.set(space_named("e5"), Stack::HH);
  board.set(space_named("b2"), Stack::TH);
  board.cubes = bit(space_named("a1"));
  const TokenCount expected = {{0, 3, 3, 1, 0, 3}};
  CHECK(tokens_on(board) == expected);
}

TEST("the box holds 120 tokens") {
  CHECK_EQUAL(kBox.total(), 120);
  const TokenCount expected = {{23, 23, 21, 19, 19, 15}};
  CHECK(kBox == expected);
}

}  // namespace
}  // namespace harmonies
