// Tokens, the stacks they make, and the landscape a stack is.
#pragma once

#include <array>
#include <cstdint>

namespace harmonies {

enum class Token : std::uint8_t { water, mountain, trunk, leaf, field, house };

inline constexpr int kTokenKinds = 6;
inline constexpr char kTokenLetters[] = "WMTLFH";
inline constexpr std::array<Token, kTokenKinds> kAllTokens = {
    Token::water, Token::mountain, Token::trunk, Token::leaf, Token::field, Token::house};

// How many tokens of each kind: the bag, a group of the central board, the tokens in hand.
struct TokenCount {
  std::array<std::uint8_t, kTokenKinds> of{};

  constexpr std::uint8_t& operator[](Token token) { return of[static_cast<std::size_t>(token)]; }
  constexpr std::uint8_t operator[](Token token) const {
    return of[static_cast<std::size_t>(token)];
  }
  constexpr int total() const {
    int sum = 0;
    for (const std::uint8_t count : of) sum += count;
    return sum;
  }
  constexpr bool empty() const { return total() == 0; }
  friend constexpr bool operator==(const TokenCount&, const TokenCount&) = default;
};

// Every stack that can stand on a space, named bottom first. `any_building` is no stack: cards and
// layers use that code for "one of TH, MH, HH".
enum class Stack : std::uint8_t {
  empty,
  W,
  F,
  L,
  TL,
  TTL,
  M,
  MM,
  MMM,
  T,
  TT,
  H,
  TH,
  MH,
  HH,
  any_building
};

inline constexpr int kStackCodes = 16;
inline constexpr int kStackKinds = 15;
inline constexpr std::array<const char*, kStackKinds> kStackNames = {
    "", "W", "F", "L", "TL", "TTL", "M", "MM", "MMM", "T", "TT", "H", "TH", "MH", "HH"};

// What stands there after a token is put on top; `empty` where it may not be.
constexpr Stack on_top(Stack below, Token token) {
  switch (token) {
    case Token::water: return below == Stack::empty ? Stack::W : Stack::empty;
    case Token::field: return below == Stack::empty ? Stack::F : Stack::empty;
    case Token::mountain:
      if (below == Stack::empty) return Stack::M;
      if (below == Stack::M) return Stack::MM;
      return below == Stack::MM ? Stack::MMM : Stack::empty;
    case Token::trunk:
      if (below == Stack::empty) return Stack::T;
      return below == Stack::T ? Stack::TT : Stack::empty;
    case Token::leaf:
      if (below == Stack::empty) return Stack::L;
      if (below == Stack::T) return Stack::TL;
      return below == Stack::TT ? Stack::TTL : Stack::empty;
    case Token::house:
      if (below == Stack::empty) return Stack::H;
      if (below == Stack::T) return Stack::TH;
      if (below == Stack::M) return Stack::MH;
      return below == Stack::H ? Stack::HH : Stack::empty;
  }
  return Stack::empty;
}

constexpr TokenCount tokens_of(Stack stack) {
  TokenCount count;
  for (const char* letter = kStackNames[static_cast<std::size_t>(stack)]; *letter != '\0'; ++letter)
    for (const Token token : kAllTokens)
      if (kTokenLetters[static_cast<int>(token)] == *letter) ++count[token];
  return count;
}

// An animal can only stand where a habitat puts it: on no empty space, bare trunk or lone house.
constexpr bool takes_cube(Stack stack) {
  return stack != Stack::empty && stack != Stack::T && stack != Stack::TT && stack != Stack::H;
}

enum class Landscape : std::uint8_t { tree, mountain, field, building, water };

}  // namespace harmonies
