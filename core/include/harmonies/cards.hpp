// The 42 cards: the animals 0 to 31, behind them the spirits 32 to 41, in the order of the data.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "harmonies/card_tables.hpp"

namespace harmonies {

using Card = std::uint8_t;
using CardSet = std::uint64_t;

inline constexpr int kAnimalCount = static_cast<int>(kAnimals.size());
inline constexpr int kSpiritCount = static_cast<int>(kSpirits.size());
inline constexpr int kCardCount = kAnimalCount + kSpiritCount;

inline constexpr Card kNoCard = 255;
inline constexpr Card kHiddenCard = 254;

constexpr CardSet card_bit(Card card) { return CardSet{1} << card; }
constexpr bool has_card(CardSet cards, Card card) { return (cards >> card & 1) != 0; }

inline constexpr CardSet kAllAnimals = (CardSet{1} << kAnimalCount) - 1;
inline constexpr CardSet kAllSpirits = ((CardSet{1} << kCardCount) - 1) & ~kAllAnimals;

constexpr bool is_spirit(Card card) { return card >= kAnimalCount; }
constexpr const AnimalCard& animal(Card card) { return kAnimals[card]; }
constexpr const SpiritCard& spirit(Card card) {
  return kSpirits[static_cast<std::size_t>(card - kAnimalCount)];
}
constexpr const Habitat& habitat_of(Card card) {
  return is_spirit(card) ? spirit(card).habitat : animal(card).habitat;
}
constexpr int cubes_of(Card card) { return is_spirit(card) ? 1 : animal(card).cubes; }
constexpr std::string_view name_of_card(Card card) {
  return is_spirit(card) ? spirit(card).name : animal(card).name;
}

// kNoCard where no card is called that.
constexpr Card card_named(std::string_view name) {
  for (int card = 0; card < kCardCount; ++card)
    if (name_of_card(static_cast<Card>(card)) == name) return static_cast<Card>(card);
  return kNoCard;
}

// Calls `visit` with each card of a set, in the order of the data.
template <class Visit>
constexpr void for_each_card(CardSet cards, Visit&& visit) {
  for (; cards != 0; cards &= cards - 1) visit(static_cast<Card>(std::countr_zero(cards)));
}

}  // namespace harmonies
