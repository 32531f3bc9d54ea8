// What the parsers of positions and draws share.
#pragma once

#include <optional>
#include <string_view>

#include "harmonies/text.hpp"

namespace harmonies {

// A piece of the text that knows where it stands, so that an error can point to it.
struct Piece {
  std::string_view text;
  int column = 0;
  bool open = false;  // a separator stands before it, so that there has to be something

  bool empty() const { return text.empty(); }
  bool done() const { return text.empty() && !open; }
  Piece from(std::size_t start) const {
    return {text.substr(start), column + static_cast<int>(start)};
  }
  Piece until(std::size_t end) const { return {text.substr(0, end), column}; }
};

// Cuts off and returns what stands before the separator, or everything that is left.
inline Piece cut(Piece& rest, char separator) {
  const std::size_t at = rest.text.find(separator);
  const Piece before = rest.until(at);
  const bool found = at != std::string_view::npos;
  rest = rest.from(found ? at + 1 : rest.text.size());
  rest.open = found;
  return before;
}

// A number of at most three digits without leading zeros.
inline std::optional<int> number_in(std::string_view text) {
  if (text.empty() || text.size() > 3 || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return value;
}

inline std::optional<Token> token_named(char letter) {
  const std::size_t at = std::string_view(kTokenLetters).find(letter);
  return at < kTokenKinds ? std::optional(static_cast<Token>(at)) : std::nullopt;
}

class Parser {
 public:
  Parser(std::string_view text, const State& state) : rest_{text, 0}, state_(state) {}

  TextError error = TextError::none;
  int column = 0;

 protected:
  bool ok() const { return error == TextError::none; }
  void fail(TextError why, const Piece& where) {
    if (!ok()) return;
    error = why;
    column = where.column;
  }
  void require(bool condition, TextError why, const Piece& where) {
    if (!condition) fail(why, where);
  }
  // For words that can be read but say what no game could hold. Syntax comes first: the first of
  // them is the error when everything has been read.
  void expect(bool condition, TextError why, const Piece& where) {
    if (condition || unexpected_ != TextError::none) return;
    unexpected_ = why;
    unexpected_at_ = where;
  }
  void all_is_read() { require(unexpected_ == TextError::none, unexpected_, unexpected_at_); }

  Piece word() {
    const Piece next = cut(rest_, ' ');
    require(!next.empty(), TextError::missing_word, next);
    return next;
  }

  TokenCount tokens(const Piece& letters) {
    TokenCount count;
    for (std::size_t i = 0; i < letters.text.size(); ++i) {
      if (const auto token = token_named(letters.text[i]))
        ++count[*token];
      else
        fail(TextError::unknown_token, letters.from(i));
    }
    return count;
  }

  TokenCount group(const Piece& letters) {
    require(letters.text.size() == kGroupSize, TextError::group_size, letters);
    return ok() ? tokens(letters) : TokenCount{};
  }

  Card card(const Piece& name) {
    const Card found = card_named(name.text);
    require(found != kNoCard, TextError::unknown_card, name);
    return found;
  }

  Card animal_card(const Piece& name) {
    const Card found = card(name);
    if (ok()) require(!is_spirit(found), TextError::not_an_animal, name);
    return found;
  }

  Card spirit_card(const Piece& name) {
    const Card found = card(name);
    if (ok()) require(is_spirit(found), TextError::not_a_spirit, name);
    return found;
  }

  Piece rest_;
  State state_;

 private:
  TextError unexpected_ = TextError::none;
  Piece unexpected_at_;
};

}  // namespace harmonies
