#include "harmonies/score.hpp"

#include <algorithm>

namespace harmonies {
namespace {

constexpr std::array<std::int16_t, 3> kHeightPoints = {1, 3, 7};
constexpr int kFieldPoints = 5;
constexpr int kBuildingPoints = 5;
constexpr int kIslandPoints = 5;
constexpr int kColoursAroundBuilding = 3;

constexpr int river_points(int length) {
  constexpr std::array<int, 7> kPoints = {0, 0, 2, 5, 8, 11, 15};
  return length <= 6 ? kPoints[static_cast<std::size_t>(length)] : 15 + 4 * (length - 6);
}

struct NoReasons {
  static constexpr bool wanted = false;
  void add(const Reason&) {}
};

struct AllReasons {
  static constexpr bool wanted = true;
  Reasons list;
  void add(const Reason& reason) { list.add(reason); }
};

constexpr std::int16_t i16(int value) { return static_cast<std::int16_t>(value); }

template <class Why>
class Scorer {
 public:
  explicit Scorer(const Tableau& tableau)
      : tableau_(tableau), on_(tableau.board.layers(tableau.side)) {}

  void run() {
    by_height(Category::trees, trees(), ~Spaces{0});
    const Spaces all = mountains()[0] | mountains()[1] | mountains()[2];
    by_height(Category::mountains, mountains(), neighbours(all));
    fields();
    buildings();
    if (tableau_.side == Side::A)
      river();
    else
      islands();
    animals();
    if (tableau_.spirit != kNoCard) spirit_card();
  }

  Points points;
  Why why;

 private:
  using ByHeight = std::array<Spaces, 3>;

  ByHeight trees() const { return {on_[Stack::L], on_[Stack::TL], on_[Stack::TTL]}; }
  ByHeight mountains() const { return {on_[Stack::M], on_[Stack::MM], on_[Stack::MMM]}; }

  void give(Reason reason) {
    std::int16_t& sum = points.of[static_cast<std::size_t>(reason.category)];
    sum = i16(sum + reason.points);
    if constexpr (Why::wanted) why.add(reason);
  }

  void by_height(Category category, const ByHeight& spaces, Spaces counting) {
    for (std::size_t i = 0; i < 3; ++i) {
      if constexpr (Why::wanted) {
        for_each_space(spaces[i], [&](Space space) {
          give({.category = category,
                .points = has(counting, space) ? kHeightPoints[i] : std::int16_t{0},
                .size = i16(static_cast<int>(i) + 1),
                .spaces = bit(space)});
        });
      } else {
        give({.category = category, .points = i16(kHeightPoints[i] * count(spaces[i] & counting))});
      }
    }
  }

  void fields() {
    for_each_group(on_[Stack::F], [&](Spaces group) {
      const int size = count(group);
      give({.category = Category::fields,
            .points = i16(size >= 2 ? kFieldPoints : 0),
            .size = i16(size),
            .spaces = group});
    });
  }

  void buildings() {
    const std::array<Spaces, kTokenKinds> around = {
        neighbours(on_[Stack::W]),
        neighbours(on_[Stack::M] | on_[Stack::MM] | on_[Stack::MMM]),
        neighbours(on_[Stack::T] | on_[Stack::TT]),
        neighbours(on_[Stack::L] | on_[Stack::TL] | on_[Stack::TTL]),
        neighbours(on_[Stack::F]),
        neighbours(on_[Stack::H] | on_[Stack::any_building]),
    };
    for_each_space(on_[Stack::any_building], [&](Space space) {
      int colours = 0;
      for (const Spaces spaces : around) colours += has(spaces, space) ? 1 : 0;
      give({.category = Category::buildings,
            .points = i16(colours >= kColoursAroundBuilding ? kBuildingPoints : 0),
            .size = i16(colours),
            .spaces = bit(space)});
    });
  }

  // The group's longest shortest path: as many tokens as a walk from the best start needs to reach
  // the whole group.
  static int span(Spaces group, Space* best_start) {
    int longest = 0;
    for_each_space(group, [&](Space start) {
      int length = 1;
      for (Spaces reached = bit(start); reached != group; ++length)
        reached |= neighbours(reached) & group;
      if (length > longest) {
        longest = length;
        *best_start = start;
      }
    });
    return longest;
  }

  // One of the longest shortest paths, walked back from the farthest space to the start.
  static Spaces longest_path(Spaces group, Space start) {
    std::array<Spaces, 26> rings{};
    std::size_t last = 0;
    rings[0] = bit(start);
    for (Spaces reached = rings[0]; reached != group; reached |= rings[last]) {
      rings[last + 1] = neighbours(rings[last]) & group & ~reached;
      ++last;
    }
    Spaces here = bit(first_of(rings[last]));
    Spaces path = here;
    while (last-- > 0) {
      here = bit(first_of(neighbours(here) & rings[last]));
      path |= here;
    }
    return path;
  }

  void river() {
    Spaces best = 0;
    int best_length = 0;
    for_each_group(on_[Stack::W], [&](Spaces group) {
      Space start = kNowhere;
      if (const int length = span(group, &start); length > best_length) {
        best_length = length;
        best = group;
      }
    });
    points.of[static_cast<std::size_t>(Category::water)] = i16(river_points(best_length));
    if constexpr (Why::wanted)
      for_each_group(on_[Stack::W], [&](Spaces group) {
        Space start = kNowhere;
        const int length = span(group, &start);
        why.add({.category = Category::water,
                 .points = i16(group == best ? river_points(length) : 0),
                 .size = i16(length),
                 .spaces = group,
                 .path = longest_path(group, start)});
      });
  }

  void islands() {
    for_each_group(all_spaces(tableau_.side) & ~on_[Stack::W], [&](Spaces group) {
      give({.category = Category::water,
            .points = kIslandPoints,
            .size = i16(count(group)),
            .spaces = group});
    });
  }

  void animals() {
    for_each_card(tableau_.animals, [&](Card card) {
      const int settled = tableau_.settled[card];
      give({.category = Category::animals,
            .card = card,
            .points = i16(animal(card).points_with(settled)),
            .size = i16(settled)});
    });
  }

  Spaces groups_of(Landscape landscape) const {
    switch (landscape) {
      case Landscape::field: return on_[Stack::F];
      case Landscape::water: return on_[Stack::W];
      case Landscape::building: return on_[Stack::any_building];
      case Landscape::tree: return trees()[0] | trees()[1] | trees()[2];
      case Landscape::mountain: return mountains()[0] | mountains()[1] | mountains()[2];
    }
    return 0;
  }

  ByHeight heights_of(Landscape landscape) const {
    switch (landscape) {
      case Landscape::tree: return trees();
      case Landscape::mountain: return mountains();
      case Landscape::building: return {0, on_[Stack::any_building], 0};
      default: return {groups_of(landscape), 0, 0};
    }
  }

  void spirit_card() {
    const SpiritRule& rule = spirit(tableau_.spirit).rule;
    const auto add = [&](Spaces spaces, int size) {
      give({.category = Category::spirit,
            .card = tableau_.spirit,
            .points = i16(rule.points_for(size)),
            .size = i16(size),
            .spaces = spaces});
    };
    if (!tableau_.spirit_settled) {
      give({.category = Category::spirit, .card = tableau_.spirit});
    } else if (rule.by == SpiritScores::groups) {
      for_each_group(groups_of(rule.of), [&](Spaces group) { add(group, count(group)); });
    } else {
      const ByHeight heights = heights_of(rule.of);
      for (int height = 1; height <= 3; ++height)
        for_each_space(heights[static_cast<std::size_t>(height - 1)],
                       [&](Space space) { add(bit(space), height); });
    }
  }

  const Tableau& tableau_;
  Layers on_;
};

}  // namespace

Tableau tableau(const State& state, int seat) {
  const Seat& of = state.seats[static_cast<std::size_t>(seat)];
  return {state.side,    of.board,  of.held | of.completed,
          state.settled, of.spirit, of.spirit_settled()};
}

Points score(const Tableau& tableau) {
  Scorer<NoReasons> scorer(tableau);
  scorer.run();
  return scorer.points;
}

Reasons explain(const Tableau& tableau) {
  Scorer<AllReasons> scorer(tableau);
  scorer.run();
  return scorer.why.list;
}

Standings standings(const State& state) {
  Standings result;
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    result.points[seat] = i16(score(state, static_cast<int>(seat)).total());
    result.cubes[seat] = static_cast<std::uint8_t>(count(state.seats[seat].board.cubes));
  }
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    result.place[seat] = 1;
    for (std::size_t other = 0; other < state.players; ++other)
      if (result.points[other] > result.points[seat] ||
          (result.points[other] == result.points[seat] && result.cubes[other] > result.cubes[seat]))
        ++result.place[seat];
  }
  return result;
}

int suns(int points, Side side, bool spirits, Card spirit_kept) {
  constexpr std::array<int, 8> kSteps = {40, 70, 90, 110, 130, 140, 150, 160};
  const auto reached =
      std::count_if(kSteps.begin(), kSteps.end(), [points](int step) { return points >= step; });
  int sum = static_cast<int>(reached);
  if (side == Side::A) sum += 1;
  if (!spirits) sum += 2;
  if (spirits && spirit_kept < kCardCount) sum += spirit(spirit_kept).rule.solo_suns;
  return sum;
}

}  // namespace harmonies
