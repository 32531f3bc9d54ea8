#include "harmonies/state.hpp"

#include <cstring>

namespace harmonies {

State new_game(const Setup& setup) {
  State state;
  state.pile = static_cast<std::uint32_t>(kAllAnimals);
  state.bag = kBox;
  state.side = setup.side;
  state.players = setup.players;
  state.spirits = setup.spirits;
  state.first = setup.first;
  return state;
}

CardSet unseen_spirits(const State& state) {
  CardSet unseen = kAllSpirits;
  const auto take_out = [&](Card card) {
    if (card < kCardCount) unseen &= ~card_bit(card);
  };
  for (const Seat& seat : state.seats) {
    take_out(seat.spirit);
    take_out(seat.returned);
  }
  for (const Card card : state.dealt) take_out(card);
  return unseen;
}

TokenCount tokens_on(const Board& board) {
  TokenCount sum;
  for_each_space(board.occupied(), [&](Space space) {
    const TokenCount here = tokens_of(board.stack(space));
    for (std::size_t i = 0; i < kTokenKinds; ++i)
      sum.of[i] = static_cast<std::uint8_t>(sum.of[i] + here.of[i]);
  });
  return sum;
}

std::uint64_t hash_of(const State& state) {
  static_assert(sizeof(State) % sizeof(std::uint64_t) == 0);
  std::array<std::uint64_t, sizeof(State) / sizeof(std::uint64_t)> words;
  std::memcpy(words.data(), &state, sizeof state);
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace harmonies
