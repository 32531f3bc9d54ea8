// An evaluation written by hand: the score now, and what the board and the cards promise. It is a
// weighted sum of the features named here; each weight goes from a value early in the game to
// another at its end. tools/tune_handmade.py looks for better weights by self-play.
#pragma once

#include <array>
#include <cstddef>

#include "harmonies/search/evaluation.hpp"

namespace harmonies {

enum class Feature : std::uint8_t {
  one,         // always 1: what the turns left are worth
  space,       // empty spaces
  hand_water,  // tokens in hand, in the order of Token
  hand_mountain,
  hand_trunk,
  hand_leaf,
  hand_field,
  hand_house,
  trunk,        // T
  trunks,       // TT
  house,        // H alone
  open_m,       // M that can grow, next to another mountain
  open_mm,      // MM likewise
  lonely,       // points of mountains next to none, where one could still come
  lone_field,   // F alone, with room beside it
  field_room,   // groups of fields that could grow
  colours_two,  // buildings with two colours around and room for the third
  colours_few,  // buildings with fewer
  site,         // T, M or H with three colours around: a building here would score
  water,        // side A: W
  waters,       // groups of W
  river_next,   // what the next token of the river would add, where it has room
  river_length,
  dam,          // side B: W
  dams,         // groups of W
  dam_ends,     // W at the board's edge
  animal_here,  // of held cards, points of the next cubes by how far their places are
  animal_near,
  animal_far,
  animal_farther,
  animal_none,  // and of those that have no place
  more_near,    // points of places one token away beyond the cubes left, four a card at most
  more_far,     // and of places two tokens away
  offer,        // the best face-up card's promise
  offer_other,  // and the second best's
  held_two,     // two, three, four uncompleted cards
  held_three,
  held_four,
  spirit_here,  // an unsettled spirit's cube, by how far its places are
  spirit_near,
  spirit_far,
  spirit_none,
  spirit_worth,   // what an unsettled spirit would score now
  spirit_scores,  // what a settled one does
  count_,
};

inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::count_);
using Features = std::array<std::int32_t, kFeatures>;

// For each feature its worth early and late in the game, in thousandths of a point.
using HandmadeWeights = std::array<Value, 2 * kFeatures>;

extern const HandmadeWeights kHandmadeWeights;
extern const std::array<const char*, kFeatures> kHandmadeNames;

struct Looked {
  Features features{};
  std::int32_t early = 0;  // see time_left.hpp
  std::int32_t score = 0;
};
Looked look_at(const State& state);

class Handmade final : public Evaluation {
 public:
  explicit Handmade(const HandmadeWeights& weights = kHandmadeWeights) : weights_(weights) {}
  using Evaluation::rate;
  void rate(const State& parent, std::span<const State> children, std::span<Value> values) override;

 private:
  HandmadeWeights weights_;
};

}  // namespace harmonies
