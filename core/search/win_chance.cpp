#include "harmonies/search/win_chance.hpp"

#include <algorithm>
#include <array>

#include "harmonies/score.hpp"

namespace harmonies {
namespace {

// Standard deviations are counted in thousandths, as points are.
constexpr std::int64_t kDeviation = 1000;

// The normal distribution at every eighth of a standard deviation above the middle.
constexpr std::int64_t kStep = kDeviation / 8;
constexpr std::array<Chance, 41> kNormal = {
    500000, 549738, 598706, 646170, 691462, 734014, 773373, 809213, 841345, 869705, 894350,
    915434, 933193, 947919, 959941, 969604, 977250, 983207, 987776, 991226, 993790, 995668,
    997020, 997980, 998650, 999111, 999423, 999631, 999767, 999856, 999912, 999947, 999968,
    999981, 999989, 999994, 999997, 999998, 999999, 999999, 1000000};

// The middles of sixteen slices of that distribution that are equally likely.
constexpr std::array<std::int64_t, 16> kSlices = {
    -1863, -1318, -1010, -776, -579, -402, -237, -78, 78, 237, 402, 579, 776, 1010, 1318, 1863};

Chance below_deviations(std::int64_t deviations) {
  const std::int64_t far = deviations < 0 ? -deviations : deviations;
  const auto step = static_cast<std::size_t>(far / kStep);
  Chance above = kCertain;
  if (step + 1 < kNormal.size())
    above = kNormal[step] +
            static_cast<Chance>((kNormal[step + 1] - kNormal[step]) * (far % kStep) / kStep);
  return deviations < 0 ? kCertain - above : above;
}

// How likely a forecast comes out below so many points.
Chance chance_below(const Forecast& forecast, std::int64_t points) {
  const std::int64_t ahead = points - forecast.points;
  if (forecast.spread > 0) return below_deviations(ahead * kDeviation / forecast.spread);
  return ahead > 0 ? kCertain : ahead < 0 ? 0 : kCertain / 2;
}

}  // namespace

Chance win_chance(std::span<const Forecast> seats, std::size_t seat) {
  std::int64_t sum = 0;
  for (const std::int64_t slice : kSlices) {
    const std::int64_t points = seats[seat].points + slice * seats[seat].spread / kDeviation;
    std::int64_t chance = kCertain;
    for (std::size_t other = 0; other < seats.size(); ++other)
      if (other != seat) chance = chance * chance_below(seats[other], points) / kCertain;
    sum += chance;
  }
  return static_cast<Chance>(sum / static_cast<std::int64_t>(kSlices.size()));
}

Chance share_of_win(const State& over, int seat) {
  const Standings table = standings(over);
  const auto end = table.place.begin() + over.players;
  const auto winners = static_cast<Chance>(std::count(table.place.begin(), end, 1));
  return table.place[static_cast<std::size_t>(seat)] == 1 ? kCertain / winners : 0;
}

}  // namespace harmonies
