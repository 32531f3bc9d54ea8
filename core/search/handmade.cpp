#include "harmonies/search/handmade.hpp"

#include <algorithm>

#include "harmonies/score.hpp"
#include "harmonies/search/places.hpp"
#include "harmonies/search/time_left.hpp"

namespace harmonies {
namespace {

class Looker {
 public:
  explicit Looker(const State& state)
      : state_(state),
        seat_(state.mover()),
        cubes_(seat_.board.cubes),
        on_(seat_.board.layers(state.side)),
        reach_(on_, cubes_),
        room_(on_[Stack::empty]) {}

  Looked look() {
    const Points points = score(state_, state_.to_move());
    looked_.score = points.total();
    looked_.early = how_early(state_);
    if (looked_.early == 0) return looked_;
    at(Feature::one) = 1;
    at(Feature::space) = count(room_);
    for (std::size_t i = 0; i < kTokenKinds; ++i)
      looked_.features[static_cast<std::size_t>(Feature::hand_water) + i] = state_.hand.of[i];
    landscape();
    water(points.of[static_cast<std::size_t>(Category::water)]);
    cards();
    if (seat_.spirit != kNoCard) spirit_card(points.of[static_cast<std::size_t>(Category::spirit)]);
    return looked_;
  }

 private:
  std::int32_t& at(Feature feature) { return looked_.features[static_cast<std::size_t>(feature)]; }

  void landscape() {
    const Spaces near_room = neighbours(room_);
    at(Feature::trunk) = count(on_[Stack::T]);
    at(Feature::trunks) = count(on_[Stack::TT]);
    at(Feature::house) = count(on_[Stack::H]);

    const Spaces mountains = on_[Stack::M] | on_[Stack::MM] | on_[Stack::MMM];
    const Spaces joined = neighbours(mountains);
    at(Feature::open_m) = count(on_[Stack::M] & ~cubes_ & joined);
    at(Feature::open_mm) = count(on_[Stack::MM] & ~cubes_ & joined);
    const Spaces lonely = ~joined & near_room;
    at(Feature::lonely) = count(on_[Stack::M] & lonely) + 3 * count(on_[Stack::MM] & lonely) +
                          7 * count(on_[Stack::MMM] & lonely);

    for_each_group(on_[Stack::F], [&](Spaces group) {
      if ((group & near_room) == 0) return;
      ++at((group & (group - 1)) == 0 ? Feature::lone_field : Feature::field_room);
    });

    // How many colours each space sees, counted in three words that are filled one after another.
    Spaces one = 0, two = 0, three = 0;
    for (const Spaces colour : {on_[Stack::W], mountains, on_[Stack::T] | on_[Stack::TT],
                                on_[Stack::L] | on_[Stack::TL] | on_[Stack::TTL], on_[Stack::F],
                                on_[Stack::H] | on_[Stack::any_building]}) {
      const Spaces seen = neighbours(colour);
      three |= two & seen;
      two |= one & seen;
      one |= seen;
    }
    const Spaces unready = on_[Stack::any_building] & ~three & near_room;
    at(Feature::colours_two) = count(unready & two);
    at(Feature::colours_few) = count(unready & ~two);
    at(Feature::site) = count((on_[Stack::T] | on_[Stack::M] | on_[Stack::H]) & ~cubes_ & three);
  }

  void water(int points) {
    int groups = 0;
    for_each_group(on_[Stack::W], [&](Spaces) { ++groups; });
    if (state_.side == Side::B) {
      at(Feature::dam) = count(on_[Stack::W]);
      at(Feature::dams) = groups;
      at(Feature::dam_ends) = count(on_[Stack::W] & neighbours(~all_spaces(Side::B)));
      return;
    }
    at(Feature::water) = count(on_[Stack::W]);
    at(Feature::waters) = groups;
    constexpr std::array<int, 7> kLengthOf = {0, 2, 5, 8, 11, 15, 19};
    int length = on_[Stack::W] != 0 ? 1 : 0;
    while (length > 0 && length < 7 && kLengthOf[static_cast<std::size_t>(length)] <= points)
      ++length;
    at(Feature::river_length) = length;
    if ((neighbours(on_[Stack::W]) & room_) != 0)
      at(Feature::river_next) = length >= 5 || length == 0 ? 4 : length == 1 ? 2 : 3;
  }

  // Goes through the cubes left on a card, each on the nearest place that is left for it.
  template <class Visit>
  void each_cube(Card card, const Within& near, Visit visit) const {
    const AnimalCard& of = animal(card);
    int settled = state_.settled[card];
    int passed = 0;
    for (std::size_t far = 0; far <= kFarthest; ++far) {
      for (int here = count(near[far]) - passed; here > 0 && settled < of.cubes; --here) {
        ++settled;
        ++passed;
        visit(far, of.points_with(settled) - of.points_with(settled - 1));
      }
    }
    for (; settled < of.cubes; ++settled)
      visit(kFarthest + 1, of.points_with(settled + 1) - of.points_with(settled));
  }

  void cards() {
    for_each_card(seat_.held, [&](Card card) {
      const Within near = places(reach_, habitat_of(card), cubes_);
      each_cube(card, near, [&](std::size_t far, int points) {
        looked_.features[static_cast<std::size_t>(Feature::animal_here) + far] += points;
      });
      const AnimalCard& of = animal(card);
      const int left = of.cubes - state_.settled[card];
      const int each = (of.points_with(of.cubes) - of.points_with(state_.settled[card])) / left;
      const int spare_near = std::max(0, count(near[1]) - left);
      const int spare_far = std::max(0, count(near[2]) - left) - spare_near;
      at(Feature::more_near) += each * std::min(4, spare_near);
      at(Feature::more_far) += each * std::min(4, spare_far);
    });
    const int uncompleted = seat_.uncompleted();
    at(Feature::held_two) = uncompleted == 2 ? 1 : 0;
    at(Feature::held_three) = uncompleted == 3 ? 1 : 0;
    at(Feature::held_four) = uncompleted == kMostUncompleted ? 1 : 0;
    if (uncompleted < kMostUncompleted) offers();
  }

  void offers() {
    constexpr std::array<int, kFarthest + 2> kWorth = {16, 12, 6, 3, 1};
    int best = 0, second = 0;
    for (const Card card : state_.river) {
      if (card == kNoCard) continue;
      int promise = 0;
      each_cube(card, places(reach_, habitat_of(card), cubes_),
                [&](std::size_t far, int points) { promise += kWorth[far] * points; });
      second = std::max(second, std::min(best, promise));
      best = std::max(best, promise);
    }
    at(Feature::offer) = best / 8;
    at(Feature::offer_other) = second / 8;
  }

  void spirit_card(int points) {
    if (seat_.spirit_settled()) {
      at(Feature::spirit_scores) = points;
      return;
    }
    Tableau settled = tableau(state_, state_.to_move());
    settled.spirit_settled = true;
    at(Feature::spirit_worth) = score(settled).of[static_cast<std::size_t>(Category::spirit)];
    const Within near = places(reach_, habitat_of(seat_.spirit), cubes_);
    at(near[0] != 0   ? Feature::spirit_here
       : near[1] != 0 ? Feature::spirit_near
       : near[2] != 0 ? Feature::spirit_far
                      : Feature::spirit_none) = 1;
  }

  const State& state_;
  const Seat& seat_;
  Spaces cubes_;
  Layers on_;
  Reach reach_;
  Spaces room_;
  Looked looked_;
};

}  // namespace

Looked look_at(const State& state) { return Looker(state).look(); }

void Handmade::rate(const State&, std::span<const State> children, std::span<Value> values) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Looked looked = look_at(children[i]);
    std::int64_t early = 0, late = 0;
    for (std::size_t f = 0; f < kFeatures; ++f) {
      early += std::int64_t{looked.features[f]} * weights_[2 * f];
      late += std::int64_t{looked.features[f]} * weights_[2 * f + 1];
    }
    const std::int64_t promise =
        (early * looked.early + late * (kEarliest - looked.early)) / kEarliest;
    values[i] = kPoint * looked.score + static_cast<Value>(promise);
  }
}

}  // namespace harmonies
