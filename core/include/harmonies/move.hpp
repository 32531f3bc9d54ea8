// A move is one small integer of a fixed action space; its parts are read from a table.
//
//      0 ..    9   keep     the ten spirits
//     10 ..   14   take     group 1 to 5
//     15 ..  194   place    token * 30 + space
//    195 ..  226   draft    the 32 animals
//    227 .. 1486   settle   card * 30 + space
//   1487 .. 1518   discard  the 32 animals
//   1519           end
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "harmonies/cards.hpp"
#include "harmonies/space.hpp"

namespace harmonies {

enum class MoveKind : std::uint8_t { keep, take, place, draft, settle, discard, end };

inline constexpr int kGroups = 5;
inline constexpr int kFirstKeep = 0;
inline constexpr int kFirstTake = kFirstKeep + kSpiritCount;
inline constexpr int kFirstPlace = kFirstTake + kGroups;
inline constexpr int kFirstDraft = kFirstPlace + kTokenKinds * kSpaceCount;
inline constexpr int kFirstSettle = kFirstDraft + kAnimalCount;
inline constexpr int kFirstDiscard = kFirstSettle + kCardCount * kSpaceCount;
inline constexpr int kEnd = kFirstDiscard + kAnimalCount;
inline constexpr int kMoveCount = kEnd + 1;

class Move {
 public:
  constexpr Move() = default;  // `end`
  static constexpr Move from_index(int index) { return Move(index); }

  static constexpr Move keep(Card spirit) { return Move(kFirstKeep + spirit - kAnimalCount); }
  static constexpr Move take(int group) { return Move(kFirstTake + group); }
  static constexpr Move place(Token token, Space space) {
    return Move(kFirstPlace + static_cast<int>(token) * kSpaceCount + kNumberOfSpace[space]);
  }
  static constexpr Move draft(Card animal) { return Move(kFirstDraft + animal); }
  static constexpr Move settle(Card card, Space space) {
    return Move(kFirstSettle + card * kSpaceCount + kNumberOfSpace[space]);
  }
  static constexpr Move discard(Card animal) { return Move(kFirstDiscard + animal); }
  static constexpr Move end() { return Move(kEnd); }

  constexpr int index() const { return index_; }
  constexpr MoveKind kind() const;
  constexpr Card card() const;    // of keep, draft, settle, discard
  constexpr Token token() const;  // of place
  constexpr int group() const;    // of take, from 0
  constexpr Space space() const;  // of place and settle

  friend constexpr auto operator<=>(const Move&, const Move&) = default;

 private:
  explicit constexpr Move(int index) : index_(static_cast<std::uint16_t>(index)) {}
  std::uint16_t index_ = kEnd;
};

namespace detail {
struct MoveParts {
  MoveKind kind = MoveKind::end;
  std::uint8_t what = 0;
  Space space = kNowhere;
};

inline constexpr std::array<MoveParts, kMoveCount> kMoveParts = [] {
  std::array<MoveParts, kMoveCount> table{};
  const auto fill = [&](int first, MoveKind kind, int whats, int what_from, bool with_space) {
    std::size_t next = static_cast<std::size_t>(first);
    for (int what = 0; what < whats; ++what)
      for (std::size_t space = 0; space < (with_space ? kSpaceCount : 1); ++space)
        table[next++] = {kind, static_cast<std::uint8_t>(what_from + what),
                         with_space ? kSpaceByNumber[space] : kNowhere};
  };
  fill(kFirstKeep, MoveKind::keep, kSpiritCount, kAnimalCount, false);
  fill(kFirstTake, MoveKind::take, kGroups, 0, false);
  fill(kFirstPlace, MoveKind::place, kTokenKinds, 0, true);
  fill(kFirstDraft, MoveKind::draft, kAnimalCount, 0, false);
  fill(kFirstSettle, MoveKind::settle, kCardCount, 0, true);
  fill(kFirstDiscard, MoveKind::discard, kAnimalCount, 0, false);
  return table;
}();
}  // namespace detail

constexpr MoveKind Move::kind() const { return detail::kMoveParts[index_].kind; }
constexpr Card Move::card() const { return detail::kMoveParts[index_].what; }
constexpr Token Move::token() const { return static_cast<Token>(detail::kMoveParts[index_].what); }
constexpr int Move::group() const { return detail::kMoveParts[index_].what; }
constexpr Space Move::space() const { return detail::kMoveParts[index_].space; }

std::string to_text(Move move);

// How far a text is a move: what is wrong with it, and where.
enum class MoveSyntax : std::uint8_t {
  fine,
  unknown_verb,
  missing_word,
  unknown_group,
  unknown_token,
  unknown_space,
  unknown_card,
  not_a_spirit,
  not_an_animal,
  trailing_text,
};

struct ParsedMove {
  MoveSyntax syntax = MoveSyntax::fine;
  int column = 0;  // of the first wrong character, from 0
  Move move;
};

const char* code_of(MoveSyntax syntax);

ParsedMove parse_move(std::string_view text);

}  // namespace harmonies
