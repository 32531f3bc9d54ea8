// Points, and the reason for each of them.
#pragma once

#include <array>
#include <cstdint>

#include "harmonies/rules.hpp"
#include "harmonies/state.hpp"

namespace harmonies {

enum class Category : std::uint8_t { trees, mountains, fields, buildings, water, animals, spirit };
inline constexpr int kCategories = 7;
inline constexpr std::array<const char*, kCategories> kCategoryNames = {
    "trees", "mountains", "fields", "buildings", "water", "animals", "spirit"};

struct Points {
  std::array<std::int16_t, kCategories> of{};

  constexpr int total() const {
    int sum = 0;
    for (const std::int16_t points : of) sum += points;
    return sum;
  }
  friend constexpr bool operator==(const Points&, const Points&) = default;
};

// What is scored: a board as it lies on a table, with the cards beside it. A game's seat is one way
// to get it; a photograph of a real table is another, so nothing here has to be reachable by play.
struct Tableau {
  Side side = Side::A;
  Board board;
  std::uint32_t animals = 0;  // held or completed
  std::array<std::uint8_t, kAnimalCount> settled{};
  Card spirit = kNoCard;
  bool spirit_settled = false;
};

Tableau tableau(const State& state, int seat);

Points score(const Tableau& tableau);
inline Points score(const State& state, int seat) { return score(tableau(state, seat)); }

// One thing on the board, and what it is worth. `size` says why:
//   trees, mountains   the height of the stack
//   fields, islands    the spaces of the group
//   buildings          the colours around it
//   river              the tokens of its longest shortest path, which `path` shows
//   animals            the cubes settled of `card`
//   spirit             the size of the group or the height of the landscape; 0 while not settled
struct Reason {
  Category category = Category::trees;
  Card card = kNoCard;
  std::int16_t points = 0;
  std::int16_t size = 0;
  Spaces spaces = 0;
  Spaces path = 0;
};

class Reasons {
 public:
  void add(const Reason& reason) { items_[size_++] = reason; }
  std::size_t size() const { return size_; }
  const Reason* begin() const { return items_.data(); }
  const Reason* end() const { return items_.data() + size_; }

 private:
  // Two landscapes a space at the most, every card, and a spirit's share of each space.
  std::array<Reason, 3 * 25 + kCardCount> items_;
  std::size_t size_ = 0;
};

// The same points as `score`, each with its reason; what could have scored and did not is there
// with 0.
Reasons explain(const Tableau& tableau);

// Places in the final order, from 1; seats that are tied in points and cubes share one, and the
// places after them skip.
struct Standings {
  std::array<std::int16_t, kMostSeats> points{};
  std::array<std::uint8_t, kMostSeats> cubes{};
  std::array<std::uint8_t, kMostSeats> place{};
};

Standings standings(const State& state);

// What a solo game's score is worth in suns.
int suns(int points, Side side, bool spirits, Card spirit);

}  // namespace harmonies
