// The hidden order of bag, pile and spirits. A state holds none of it: whoever runs a game keeps a
// dealer beside it, and what it deals enters the state as a draw.
#pragma once

#include <array>
#include <cstdint>

#include "harmonies/fair.hpp"
#include "harmonies/random.hpp"
#include "harmonies/rules.hpp"

namespace harmonies {

class Dealer {
 public:
  Dealer() = default;
  // An order for all that is still to come in this state, drawn from one source of words for each
  // deck. The decks are shuffled from the order of the data.
  template <class Source>
  Dealer(const State& state, Source& bag, Source& cards, Source& spirits) {
    lay_out(state);
    shuffle(bag, tokens_.begin(), token_count_);
    shuffle(cards, animals_.begin(), animal_count_);
    shuffle(spirits, spirits_.begin(), spirit_count_);
  }
  Dealer(const State& state, FastRandom& random) : Dealer(state, random, random, random) {}

  // The answer to what the state needs. The state should be the one the dealer was made for, or one
  // that followed from it by this dealer's draws; for any other the draw may be one that is
  // refused.
  Draw draw(const State& state);

 private:
  void lay_out(const State& state);
  std::array<Card, 2> next_pair(CardSet unseen);

  std::array<Token, 120> tokens_{};
  std::array<Card, kAnimalCount> animals_{};
  std::array<Card, kSpiritCount> spirits_{};
  std::uint8_t token_count_ = 0, animal_count_ = 0, spirit_count_ = 0;
  std::uint8_t next_token_ = 0, next_animal_ = 0, next_spirit_ = 0;
};

// The order that a seed fixes, in the streams "bag", "cards" and "spirits".
Dealer seeded_dealer(const State& state, const Bytes32& seed);

// The seat a seed gives the first turn, in the stream "first".
int seeded_first(const Bytes32& seed, int players);

// A full state that fits what the viewer of this one knows: spirits it cannot see are drawn.
State with_hidden_drawn(const State& state, FastRandom& random);

}  // namespace harmonies
