#include "harmonies/score.hpp"

#include <algorithm>

#include "check.hpp"
#include "positions.hpp"
#include "random_play.hpp"
#include "slow_board.hpp"

namespace harmonies {
namespace {

using slow::Cell;
using slow::Stacks;

const std::set<std::string> kTrees = {"L", "TL", "TTL"};
const std::set<std::string> kMountains = {"M", "MM", "MMM"};
const std::set<std::string> kBuildings = {"TH", "MH", "HH"};

int points_of_height(std::size_t height) { return height == 1 ? 1 : height == 2 ? 3 : 7; }

int slow_trees(const Stacks& stacks) {
  int sum = 0;
  for (const Cell cell : slow::cells_with(stacks, kTrees))
    sum += points_of_height(stacks.at(cell).size());
  return sum;
}

int slow_mountains(Side side, const Stacks& stacks) {
  const std::set<Cell> mountains = slow::cells_with(stacks, kMountains);
  int sum = 0;
  for (const Cell cell : mountains) {
    bool beside = false;
    for (const Cell near : slow::neighbours_of(side, cell)) beside |= mountains.contains(near);
    if (beside) sum += points_of_height(stacks.at(cell).size());
  }
  return sum;
}

int slow_fields(Side side, const Stacks& stacks) {
  int sum = 0;
  for (const std::set<Cell>& group : slow::groups_in(side, slow::cells_with(stacks, {"F"})))
    sum += group.size() >= 2 ? 5 : 0;
  return sum;
}

int slow_buildings(Side side, const Stacks& stacks) {
  int sum = 0;
  for (const Cell cell : slow::cells_with(stacks, kBuildings)) {
    std::set<char> colours;
    for (const Cell near : slow::neighbours_of(side, cell))
      if (stacks.contains(near)) colours.insert(stacks.at(near).back());
    sum += colours.size() >= 3 ? 5 : 0;
  }
  return sum;
}

int slow_water(Side side, const Stacks& stacks) {
  const std::set<Cell> water = slow::cells_with(stacks, {"W"});
  if (side == Side::B) {
    std::set<Cell> land;
    for (const Cell cell : slow::all_cells(side))
      if (!water.contains(cell)) land.insert(cell);
    return 5 * static_cast<int>(slow::groups_in(side, land).size());
  }
  int longest = 0;
  for (const Cell start : water)
    for (const auto& [end, steps] : slow::distances(side, start, water))
      longest = std::max(longest, steps + 1);
  const std::array<int, 7> points = {0, 0, 2, 5, 8, 11, 15};
  return longest <= 6 ? points[static_cast<std::size_t>(longest)] : 15 + 4 * (longest - 6);
}

Points slow_landscapes(const Tableau& tableau) {
  const Stacks stacks = slow::stacks_of(tableau.board, tableau.side);
  Points points;
  const std::array<int, 5> sums = {
      slow_trees(stacks), slow_mountains(tableau.side, stacks), slow_fields(tableau.side, stacks),
      slow_buildings(tableau.side, stacks), slow_water(tableau.side, stacks)};
  for (std::size_t i = 0; i < sums.size(); ++i) points.of[i] = static_cast<std::int16_t>(sums[i]);
  return points;
}

int points_of(const Tableau& tableau, Category category) {
  return score(tableau).of[static_cast<std::size_t>(category)];
}

Tableau table_of(const std::string& board, Side side = Side::A) {
  const State state = state_of(Words{.setup = side == Side::A ? "A1" : "B1",
                                     .seats = {board + " -"},
                                     .central = "-,-,-",
                                     .river = "-,-,-",
                                     .bag = "W0M0T0L0F0H0",
                                     .turn = "2",
                                     .doing = "over!"});
  return tableau(state, 0);
}

TEST("landscapes score as a slow recount does in every state of random games") {
  for_each_lively_state(2, 12, [](const State& state) {
    for (int seat = 0; seat < state.players; ++seat) {
      const Tableau table = tableau(state, seat);
      Points fast = score(table);
      fast.of[static_cast<std::size_t>(Category::animals)] = 0;
      fast.of[static_cast<std::size_t>(Category::spirit)] = 0;
      CHECK_IN(fast == slow_landscapes(table), to_text(state));
    }
  });
}

TEST("landscapes score as a slow recount does on boards of few kinds of stack") {
  FastRandom random(13);
  for (int round = 0; round < 6000; ++round) {
    Tableau table;
    table.side = round % 2 == 0 ? Side::A : Side::B;
    std::array<Stack, 4> kinds{Stack::W};
    for (std::size_t i = 1; i < kinds.size(); ++i)
      kinds[i] = static_cast<Stack>(below(random, kStackKinds));
    for_each_space(all_spaces(table.side), [&](Space space) {
      table.board.set(space, kinds[below(random, kinds.size())]);
    });
    CHECK(score(table) == slow_landscapes(table));
  }
}

TEST("the points are the sum of their reasons and every reason shows what it stands for") {
  for_each_lively_state(2, 14, [](const State& state) {
    for (int seat = 0; seat < state.players; ++seat) {
      const Tableau table = tableau(state, seat);
      Points sum;
      for (const Reason& reason : explain(table)) {
        std::int16_t& points = sum.of[static_cast<std::size_t>(reason.category)];
        points = static_cast<std::int16_t>(points + reason.points);
        CHECK((reason.spaces & ~all_spaces(state.side)) == 0);
        const bool river = reason.category == Category::water && state.side == Side::A;
        CHECK_EQUAL(count(reason.path), river ? int{reason.size} : 0);
        CHECK((reason.path & ~reason.spaces) == 0);
        if (river) CHECK_EQUAL(group_of(bit(first_of(reason.path)), reason.path), reason.path);
        const bool card =
            reason.category == Category::animals || reason.category == Category::spirit;
        CHECK_EQUAL(card, reason.card != kNoCard);
        CHECK_EQUAL(reason.spaces != 0,
                    !card || (reason.category == Category::spirit && table.spirit_settled));
      }
      CHECK_IN(sum == score(table), to_text(state));
    }
  });
}

TEST("a river is as long as the longest of its shortest ways") {
  const auto water = [](const char* board) { return points_of(table_of(board), Category::water); };
  CHECK_EQUAL(water("5/4/5/4/5"), 0);
  CHECK_EQUAL(water("W,4/4/5/4/5"), 0);
  CHECK_EQUAL(water("W,1,W,2/4/5/4/5"), 0);
  CHECK_EQUAL(water("W,W,3/4/5/4/5"), 2);
  CHECK_EQUAL(water("W,W,W,2/4/5/4/5"), 5);
  CHECK_EQUAL(water("W,W,W,W,W/4/5/4/5"), 11);
  CHECK_EQUAL(water("W,W,W,W,W/3,W/5/4/5"), 11);
  CHECK_EQUAL(water("W,W,W,W,W/4/5/W,3/W,W,3"), 11);
  CHECK_EQUAL(water("1,W,W,2/W,1,W,1/1,W,W,2/4/5"), 8);  // a ring of six
  CHECK_EQUAL(water("W,W,W,W,W/3,W/4,W/3,W/5"), 19);     // seven
  CHECK_EQUAL(water("W,W,W,W,W/W,W,W,W/W,W,W,W,W/W,W,W,W/4,W"), 19);
}

TEST("a card scores the uppermost value that is not covered") {
  for (Card card = 0; card < kAnimalCount; ++card)
    for (int settled = 0; settled <= cubes_of(card); ++settled) {
      Tableau table;
      table.animals = static_cast<std::uint32_t>(card_bit(card));
      table.settled[card] = static_cast<std::uint8_t>(settled);
      const int expected =
          settled == 0 ? 0 : animal(card).points[static_cast<std::size_t>(settled - 1)];
      CHECK_EQUAL(points_of(table, Category::animals), expected);
      CHECK(settled == 0 || expected > 0);
    }
}

struct SpiritCase {
  const char* spirit;
  const char* board;  // of side A
  int points;
};

const SpiritCase kSpirits[] = {
    {"lion", "F,1,F,F,1/4/F,F,F,2/4/5", 14},      {"butterfly", "F,1,F,F,1/4/F,F,F,2/4/5", 15},
    {"deer", "L,TL,TTL,1,TTL/4/5/4/5", 12},       {"owl", "L,TL,TTL,1,TTL/4/5/4/5", 8},
    {"cat", "TH,MH,1,HH,1/4/H,4/4/5", 8},         {"stork", "TH,MH,1,HH,1/4/H,4/4/5", 6},
    {"ram", "M,1,MM,1,MMM/4/5/4/5", 8},           {"marmot", "M,1,MM,1,MMM/4/5/4/5", 7},
    {"dragonfly", "W,1,W,W,1/4/W,W,W,2/4/5", 14}, {"tortoise", "W,1,W,W,1/4/W,W,W,2/4/5", 12},
};

TEST("each spirit scores by its own rule when its cube is settled and not before") {
  CHECK_EQUAL(std::size(kSpirits), static_cast<std::size_t>(kSpiritCount));
  for (const SpiritCase& one : kSpirits) {
    Tableau table = table_of(one.board);
    table.spirit = card_named(one.spirit);
    CHECK_EQUAL(points_of(table, Category::spirit), 0);
    table.spirit_settled = true;
    CHECK_IN(points_of(table, Category::spirit) == one.points, one.spirit);
  }
}

Words ended(const std::string& setup, std::vector<std::string> seats) {
  return {.setup = setup, .seats = std::move(seats), .turn = "13", .doing = "over!"};
}

std::string places(const Words& words) {
  const State state = state_of(words);
  std::string text;
  for (std::size_t seat = 0; seat < state.players; ++seat)
    text += std::to_string(standings(state).place[seat]);
  return text;
}

TEST("cubes break ties and those still tied share a place and the next ones skip") {
  const std::string five_and_cube = "MMM*,4/4/5/4/5 eagle:1";
  const std::string five = "F,F,3/4/5/4/5 -";
  const std::string three = "2,L,L,L/4/5/4/5 -";
  CHECK_EQUAL(places(ended("A4", {five, five_and_cube, five, three})), "2124");
  CHECK_EQUAL(places(ended("A2", {three, five})), "21");
  CHECK_EQUAL(places(ended("A3", {five, three, three})), "122");
  CHECK_EQUAL(places(ended("B3", {})), "111");
  CHECK_EQUAL(places(ended("A2s", {"L,L,3/4/5/4/5 owl:0", "F*,4/4/5/4/5 lion:1@a1"})), "21");
}

TEST("suns follow the score, the side and the spirit") {
  const Card lion = card_named("lion");  // counts groups
  const Card owl = card_named("owl");    // counts landscapes
  const std::array<int, 8> steps = {40, 70, 90, 110, 130, 140, 150, 160};
  for (int points = 0; points <= 200; ++points) {
    int expected = 0;
    for (const int step : steps) expected += points >= step ? 1 : 0;
    CHECK_EQUAL(suns(points, Side::B, true, owl), expected);
    CHECK_EQUAL(suns(points, Side::A, true, owl), expected + 1);
    CHECK_EQUAL(suns(points, Side::B, true, lion), expected + 1);
    CHECK_EQUAL(suns(points, Side::B, false, kNoCard), expected + 2);
    CHECK_EQUAL(suns(points, Side::A, false, kNoCard), expected + 3);
  }
}

}  // namespace
}  // namespace harmonies
