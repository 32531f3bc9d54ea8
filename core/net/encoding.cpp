#include "harmonies/net/encoding.hpp"

#include <algorithm>
#include <optional>

#include "encoding_tables.hpp"
#include "harmonies/search/places.hpp"
#include "harmonies/search/time_left.hpp"

namespace harmonies::net {
namespace {

constexpr int kStageTime = 20;
constexpr int kTimeStep = 8;
constexpr int kBagStep = 3;

constexpr std::uint16_t first_row(Part part) { return kFirstRow[static_cast<std::size_t>(part)]; }
constexpr std::size_t first_slot(Part part) { return kFirstSlot[static_cast<std::size_t>(part)]; }

// How many of six sets each space is in, as a number of three bits, each bit in a word.
struct Counted {
  Spaces ones = 0, twos = 0, fours = 0;
  Spaces three_or_more() const { return fours | (twos & ones); }
  int at(Space space) const {
    return static_cast<int>((ones >> space & 1) | (twos >> space & 1) << 1 |
                            (fours >> space & 1) << 2);
  }
};

constexpr Counted counted(Spaces a, Spaces b, Spaces c, Spaces d, Spaces e, Spaces f) {
  const auto majority = [](Spaces x, Spaces y, Spaces z) { return (x & y) | (z & (x ^ y)); };
  const Spaces low = a ^ b ^ c, other_low = d ^ e ^ f, carry = low & other_low;
  const Spaces high = majority(a, b, c), other_high = majority(d, e, f);
  return {low ^ other_low, high ^ other_high ^ carry, majority(high, other_high, carry)};
}

constexpr Counted neighbours_in(Spaces s) {
  return counted(s << 1, s >> 1, s << kColumnStep, s >> kColumnStep, s << (kColumnStep - 1),
                 s >> (kColumnStep - 1));
}

std::size_t profile(const NearCounts& near, int cubes) {
  std::size_t code = 0;
  for (int cube = 0; cube < cubes; ++cube) {
    std::size_t far = 0;
    while (far <= kFarthest && int{near[far]} <= cube) ++far;
    code = 5 * code + far;
  }
  return kProfileOf[125 * static_cast<std::size_t>(cubes) + code];
}

// What is known of the parent's board, which the child has too.
struct Memory {
  NearMemory& near;
  NearMemory& now;
};

class Looker {
 public:
  Looker(const State& state, const Points& points, Slots& slots, const Memory* memory,
         const Kernels& kernels)
      : state_(state),
        points_(points),
        seat_(state.mover()),
        cubes_(seat_.board.cubes),
        on_(seat_.board.layers(state.side)),
        room_(on_[Stack::empty]),
        slots_(slots),
        memory_(memory),
        kernels_(kernels) {}

  void whole(int time) {
    board(all_spaces(state_.side));
    hand();
    landscape();
    table();
    cards(time);
    if (seat_.spirit != kNoCard) spirit();
  }

  // Only what a move that leaves the board alone can change.
  void cards(int time) {
    held();
    offers();
    clock(time);
  }

  void after_change(Spaces changed, int time) {
    board((changed | neighbours(changed)) & all_spaces(state_.side));
    hand();
    landscape();
    cards(time);
    if (seat_.spirit != kNoCard) spirit();
  }

 private:
  void put(Part part, std::size_t slot, std::size_t row) {
    slots_[first_slot(part) + slot] = static_cast<std::uint16_t>(first_row(part) + row);
  }
  void clear(Part part, std::size_t from) {
    const std::size_t slots = kShape[static_cast<std::size_t>(part)].slots;
    for (; from < slots; ++from) slots_[first_slot(part) + from] = 0;
  }

  // Looks again at the spaces where something may have changed.
  void board(Spaces looked_at) {
    const Geometry& geometry = kGeometry[static_cast<std::size_t>(state_.side)];
    const Spaces mountains = on_[Stack::M] | on_[Stack::MM] | on_[Stack::MMM];
    const Spaces joined = neighbours(mountains);
    const Counted rooms = neighbours_in(room_);
    const Counted colours =
        counted(neighbours(on_[Stack::W]), joined, neighbours(on_[Stack::T] | on_[Stack::TT]),
                neighbours(on_[Stack::L] | on_[Stack::TL] | on_[Stack::TTL]),
                neighbours(on_[Stack::F]), neighbours(on_[Stack::H] | on_[Stack::any_building]));
    const Counted fields = neighbours_in(on_[Stack::F]);
    const Counted waters = neighbours_in(on_[Stack::W]);
    const Spaces field = on_[Stack::F], water = on_[Stack::W];
    const Counted alike = {(fields.ones & field) | (waters.ones & water),
                           (fields.twos & field) | (waters.twos & water),
                           (fields.fours & field) | (waters.fours & water)};
    const auto& plane = seat_.board.plane;
    const std::size_t of_side = static_cast<std::size_t>(state_.side);
    std::array<std::uint8_t, 64> kinds;
    for_each_space((looked_at | neighbours(looked_at)) & all_spaces(state_.side), [&](Space at) {
      kinds[at] =
          kKindOf[(plane[0] >> at & 1) | (plane[1] >> at & 1) << 1 | (plane[2] >> at & 1) << 2 |
                  (plane[3] >> at & 1) << 3 | (cubes_ >> at & 1) << 4];
    });
    for_each_space(looked_at, [&](Space at) {
      const std::size_t i = geometry.number[at];
      const std::uint8_t kind = kinds[at];
      slots_[i] = kind == 0 ? std::uint16_t{0}
                            : static_cast<std::uint16_t>(first_row(Part::space) +
                                                         geometry.place[i] * kKinds + kind);
      const Surroundings of{std::min(rooms.at(at), 3), std::min(colours.at(at), 4),
                            std::min(alike.at(at), 3), has(joined, at)};
      const std::size_t stack_and_cube = kStackOfKind[kind];
      std::size_t code = kAround[stack_and_cube][of.number()];
      if (of_side == 1 && has(water, at)) code += kOtherWater;
      put(Part::around, i, code);
      for (std::size_t n = 0; n < geometry.pair_count[i]; ++n) {
        const auto [pair, other] = geometry.pairs_of[i][n];
        const std::uint16_t row = kPairOf[kind][kinds[other]];
        slots_[first_slot(Part::pair) + pair] =
            row == 0
                ? std::uint16_t{0}
                : static_cast<std::uint16_t>(first_row(Part::pair) + of_side * kKindPairs + row);
      }
    });
  }

  template <class MakeReach>
  NearCounts counts(Card card, NearMemory* memory, const MakeReach& reach) const {
    if (memory != nullptr && has_card(memory->known, card)) return memory->of[card];
    NearCounts counts;
    kernels_.near(near_table(card), reach().words(), ~cubes_, counts.data());
    if (memory != nullptr) {
      memory->of[card] = counts;
      memory->known |= card_bit(card);
    }
    return counts;
  }

  NearCounts near_counts(Card card) {
    return counts(card, memory_ == nullptr ? nullptr : &memory_->near, [this]() -> const Reach& {
      if (!reach_) reach_.emplace(on_, cubes_);
      return *reach_;
    });
  }

  // Places that the tokens in hand can make whole.
  std::size_t places_now(Card card, std::size_t most) {
    const NearCounts now =
        counts(card, memory_ == nullptr ? nullptr : &memory_->now, [this]() -> const Reach& {
          if (!reach_now_) reach_now_.emplace(on_, cubes_, state_.hand);
          return *reach_now_;
        });
    const std::size_t tokens =
        std::min<std::size_t>(static_cast<std::size_t>(state_.hand.total()), kFarthest);
    return std::min<std::size_t>(now[tokens], most);
  }

  void held() {
    std::size_t slot = 0;
    for_each_card(seat_.held, [&](Card card) {
      if (slot == kMostUncompleted) return;
      const int left = animal(card).cubes - state_.settled[card];
      const NearCounts near = near_counts(card);
      const std::size_t of = card * kLeftMost + static_cast<std::size_t>(left - 1);
      const auto number = [](int value) { return static_cast<std::size_t>(value); };
      put(Part::held_near, slot, 6 * of + number(std::min<int>(near[1], 5)));
      put(Part::held_far, slot, 8 * of + number(std::min<int>(near[2], 7)));
      // 0 to 3, 4 or 5, 6 to 8, 9 to 12, and more.
      put(Part::held_farther, slot, 8 * of + kManyOf[near[3]]);
      put(Part::held_profile, slot, card * kProfiles + profile(near, std::min(left, 3)));
      if (!state_.hand.empty())
        put(Part::held_now, slot, 4 * std::size_t{card} + places_now(card, 3));
      else
        slots_[first_slot(Part::held_now) + slot] = 0;
      ++slot;
    });
    for (const Part part :
         {Part::held_near, Part::held_far, Part::held_farther, Part::held_profile, Part::held_now})
      clear(part, slot);
  }

  void offers() {
    const std::size_t when = seat_.uncompleted() >= kMostUncompleted ? 2 : state_.drafted ? 1 : 0;
    for (std::size_t i = 0; i < kRiver; ++i) {
      const Card card = state_.river[i];
      slots_[first_slot(Part::offer_now) + i] = 0;
      if (card >= kAnimalCount) {
        slots_[first_slot(Part::offer) + i] = 0;
        continue;
      }
      const std::size_t at = profile(near_counts(card), 2) - kFirstOfTwo;
      put(Part::offer, i, (3 * std::size_t{card} + when) * kOfferProfiles + at);
      if (when == 0 && !state_.hand.empty())
        put(Part::offer_now, i, 3 * std::size_t{card} + places_now(card, 2));
    }
  }

  void spirit() {
    const std::size_t card = static_cast<std::size_t>(seat_.spirit - kAnimalCount);
    int points = points_.of[static_cast<std::size_t>(Category::spirit)];
    clear(Part::spirit_near, 0);
    if (!seat_.spirit_settled()) {
      const NearCounts near = near_counts(seat_.spirit);
      std::size_t far = 0;
      while (far <= kFarthest && near[far] == 0) ++far;
      put(Part::spirit_near, 0, 5 * card + far);
      Tableau settled = tableau(state_, state_.to_move());
      settled.spirit_settled = true;
      points = score(settled).of[static_cast<std::size_t>(Category::spirit)];
    }
    const std::size_t worth = static_cast<std::size_t>(std::clamp(points / 2, 0, 15));
    put(Part::spirit_worth, 0, (2 * card + (seat_.spirit_settled() ? 1 : 0)) * 16 + worth);
  }

  void table() {
    // Solo, what is left of the central board goes out of the game.
    if (!state_.solo())
      for (std::size_t i = 0; i < kGroups; ++i) {
        const TokenCount& group = state_.groups[i];
        if (group.total() != kGroupSize) continue;
        std::size_t packed = 0;
        for (std::size_t token = 0; token < kTokenKinds; ++token)
          packed += std::size_t{group.of[token]} << 2 * token;
        put(Part::group, i, kGroupOf[packed]);
      }
    for (std::size_t i = 0; i < kTokenKinds; ++i) {
      put(Part::bag, i, 8 * i + static_cast<std::size_t>(std::min(state_.bag.of[i] / kBagStep, 7)));
    }
    int fewest = 26;
    for (int seat = 0; seat < state_.players; ++seat)
      if (seat != state_.to_move())
        fewest = std::min(
            fewest, count(state_.seats[static_cast<std::size_t>(seat)].board.empty(state_.side)));
    const auto number = [](int value) { return static_cast<std::size_t>(value); };
    put(Part::others, 0, number(2 * fewest + (state_.last_round ? 1 : 0)));
    const int players = state_.players - 1;
    put(Part::round, 0, number(19 * players + std::min(state_.turn / state_.players, 18)));
    put(Part::waiting, 0, number(4 * players + players - state_.turn % state_.players));
  }

  void clock(int time) {
    const int hand = std::min(state_.hand.total(), 3);
    const auto number = [](int value) { return static_cast<std::size_t>(value); };
    put(Part::room, 0, number(4 * count(room_) + hand));
    put(Part::time, 0, number(std::min(time / kTimeStep, 21)));
    put(Part::cards, 0,
        number(4 * seat_.uncompleted() + (state_.drafted ? 2 : 0) + (hand > 0 ? 1 : 0)));
  }

  // What a token of each colour could be put to; only asked for those in hand.
  std::size_t growth(Token token) const {
    const auto some = [](Spaces spaces, std::size_t worth) { return spaces != 0 ? worth : 0; };
    const auto open = [this](Stack stack) { return on_[stack] & ~cubes_; };
    switch (token) {
      case Token::water: return some(on_[Stack::W], 1) | some(neighbours(on_[Stack::W]) & room_, 2);
      case Token::mountain: {
        const Spaces mountains = on_[Stack::M] | on_[Stack::MM] | on_[Stack::MMM];
        return some(open(Stack::MM) & neighbours(mountains), 1) |
               some(open(Stack::M) & neighbours(mountains), 2) |
               some(neighbours(mountains) & room_, 4);
      }
      case Token::trunk:
        return some(open(Stack::T), 1) | (state_.hand[Token::leaf] > 0 ? 2U : 0U) |
               (state_.hand[Token::house] > 0 ? 4U : 0U);
      case Token::leaf: return some(open(Stack::TT), 1) | some(open(Stack::T), 2);
      case Token::field:
        return some(on_[Stack::F], 1) | some(neighbours(on_[Stack::F]) & room_, 2) |
               some(on_[Stack::F] & ~neighbours(on_[Stack::F]) & neighbours(room_), 4);
      case Token::house: {
        const Spaces sites = open(Stack::T) | open(Stack::M) | open(Stack::H);
        return some(sites & colours_.three_or_more(), 1) |
               some(sites & colours_.twos & neighbours(room_), 2) | some(sites, 4);
      }
    }
    return 0;
  }

  void hand() {
    for (std::size_t i = 0; i < kTokenKinds; ++i) {
      const std::size_t many = std::min<std::size_t>(state_.hand.of[i], 3);
      if (many == 0) {
        slots_[first_slot(Part::hand) + i] = slots_[first_slot(Part::hand_growth) + i] = 0;
        continue;
      }
      put(Part::hand, i, 3 * i + many - 1);
      put(Part::hand_growth, i, 8 * (3 * i + many - 1) + growth(static_cast<Token>(i)));
    }
  }

  void landscape() {
    constexpr std::array<Stack, 5> kGrowing = {Stack::T, Stack::TT, Stack::H, Stack::M, Stack::MM};
    for (std::size_t i = 0; i < kGrowing.size(); ++i) {
      const int many = std::min(count(on_[kGrowing[i]] & ~cubes_), 5);
      if (many > 0)
        put(Part::growing, i, 5 * i + static_cast<std::size_t>(many - 1));
      else
        slots_[first_slot(Part::growing) + i] = 0;
    }
    const Spaces water = on_[Stack::W];
    int groups = 0;
    for_each_group(water, [&](Spaces) { ++groups; });
    const auto number = [](int value) { return static_cast<std::size_t>(value); };
    const int points = points_.of[static_cast<std::size_t>(Category::water)];
    if (state_.side == Side::A) {
      constexpr std::array<int, 10> kPointsOf = {0, 2, 5, 8, 11, 15, 19, 23, 27, 31};
      int length = water != 0 ? 1 : 0;
      while (length > 0 && length < 10 && kPointsOf[number(length)] <= points) ++length;
      const int open = (neighbours(water) & room_) != 0 ? 1 : 0;
      put(Part::river, 0, number(2 * length + open));
      put(Part::river, 1, number(22 + std::min(groups, 5)));
      put(Part::river, 2, number(28 + std::min(count(water), 10)));
    } else {
      put(Part::islands, 0, number(std::min(points / 5, 8)));
      put(Part::islands, 1, number(9 + std::min(groups, 5)));
      put(Part::islands, 2, number(15 + std::min(count(water), 10)));
    }
  }

  const State& state_;
  const Points& points_;
  const Seat& seat_;
  Spaces cubes_;
  Layers on_;
  Spaces room_;
  Counted colours_;  // known once the board was looked at
  std::optional<Reach> reach_, reach_now_;
  Slots& slots_;
  const Memory* memory_;
  const Kernels& kernels_;
};

}  // namespace

std::uint8_t stage_at(int time) {
  return static_cast<std::uint8_t>(
      std::min((time + kStageTime - 1) / kStageTime, static_cast<int>(kStages) - 1));
}

const NearTable& near_table(Card card) { return kNearTables[card]; }

void Encoder::begin(const State& parent, const Points& points) {
  board_ = parent.mover().board;
  taken_ = parent.taken;
  points_ = points;
  near_.known = now_.known = 0;
  const Memory memory{near_, now_};
  parent_.slots.fill(0);
  const int time = time_left(parent);
  parent_.stage = stage_at(time);
  Looker(parent, points, parent_.slots, &memory, *kernels_).whole(time);
}

bool Encoder::same_board(const State& child) const { return child.mover().board == board_; }

void Encoder::follow(const State& child, const Points& points, Encoded& encoded) {
  const int time = time_left(child);
  encoded.stage = stage_at(time);
  if (child.taken != taken_) {
    encoded.slots.fill(0);
    Looker(child, points, encoded.slots, nullptr, *kernels_).whole(time);
    return;
  }
  encoded.slots = parent_.slots;
  const Board& board = child.mover().board;
  if (board == board_) {
    const Memory memory{near_, now_};
    Looker(child, points, encoded.slots, &memory, *kernels_).cards(time);
    return;
  }
  Spaces changed = board.cubes ^ board_.cubes;
  for (std::size_t i = 0; i < board.plane.size(); ++i) changed |= board.plane[i] ^ board_.plane[i];
  Looker(child, points, encoded.slots, nullptr, *kernels_).after_change(changed, time);
}

}  // namespace harmonies::net
