#include "harmonies/dealer.hpp"

#include <algorithm>

namespace harmonies {

void Dealer::lay_out(const State& state) {
  for (const Token token : kAllTokens)
    for (int i = 0; i < state.bag[token]; ++i) tokens_[token_count_++] = token;
  for_each_card(state.pile, [&](Card card) { animals_[animal_count_++] = card; });
  for_each_card(unseen_spirits(state), [&](Card card) { spirits_[spirit_count_++] = card; });
}

Draw Dealer::draw(const State& state) {
  const Need wanted = need(state);
  Draw draw;
  for (std::size_t i = 0; i < kGroups; ++i)
    if ((wanted.groups >> i & 1) != 0)
      for (int token = 0; token < kGroupSize && next_token_ < token_count_; ++token)
        ++draw.groups[i][tokens_[next_token_++]];
  for (std::size_t i = 0; i < kRiver; ++i)
    if ((wanted.river >> i & 1) != 0 && next_animal_ < animal_count_)
      draw.river[i] = animals_[next_animal_++];
  if (wanted.spirits) draw.spirits = next_pair(unseen_spirits(state));
  return draw;
}

std::array<Card, 2> Dealer::next_pair(CardSet unseen) {
  std::array<Card, 2> pair{};
  for (Card& place : pair) {
    // One that was hidden in the state the order was made for may have been kept since.
    while (next_spirit_ < spirit_count_ && !has_card(unseen, spirits_[next_spirit_]))
      ++next_spirit_;
    if (next_spirit_ == spirit_count_) return {kNoCard, kNoCard};
    place = spirits_[next_spirit_++];
  }
  return {std::min(pair[0], pair[1]), std::max(pair[0], pair[1])};
}

Dealer seeded_dealer(const State& state, const Bytes32& seed) {
  ChaCha20 bag(seed, "bag");
  ChaCha20 cards(seed, "cards");
  ChaCha20 spirits(seed, "spirits");
  return Dealer(state, bag, cards, spirits);
}

int seeded_first(const Bytes32& seed, int players) {
  ChaCha20 stream(seed, "first");
  return static_cast<int>(below(stream, static_cast<std::uint32_t>(players)));
}

State with_hidden_drawn(const State& state, FastRandom& random) {
  State full = state;
  if (state.phase != Phase::keep || state.dealt[0] != kHiddenCard) return full;
  full.dealt = {kNoCard, kNoCard};
  Dealer dealer(full, random);
  full.phase = Phase::deal;
  full.dealt = dealer.draw(full).spirits;
  full.phase = Phase::keep;
  return full;
}

}  // namespace harmonies
