// What a seat may know of a game, as numbers for a learner: docs/observations.md draws every plane.
//
// Seats are counted from the viewer on: 0 is the viewer, 1 the seat that plays after it. Nothing is
// read here that the viewer may not know, so no caller has to redact a state first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "harmonies/score.hpp"
#include "harmonies/state.hpp"

namespace harmonies {

// A plane is a grid of five rows and seven columns; space c3 is row 2, column 2. Five of its cells
// are no space of either side.
inline constexpr std::size_t kPlaneRows = 5;
inline constexpr std::size_t kPlaneColumns = kMostColumns;
inline constexpr std::size_t kPlaneCells = kPlaneRows * kPlaneColumns;

// For each seat: an empty space, the 14 stacks in the order of their codes, an animal's cube, the
// spirit's cube. All are 0 or 1.
inline constexpr std::size_t kEmptyPlane = 0;
inline constexpr std::size_t kAnimalCubePlane = kStackKinds;
inline constexpr std::size_t kSpiritCubePlane = kAnimalCubePlane + 1;
inline constexpr std::size_t kPlanesPerSeat = kSpiritCubePlane + 1;

// A space in the compact form: the code of its stack, plus these.
inline constexpr unsigned kAnimalCubeFlag = 16;
inline constexpr unsigned kSpiritCubeFlag = 32;

// A run of numbers with one meaning. `seats` says that there is one for each seat, one after
// another.
struct Part {
  const char* name = "";
  std::size_t size = 0;
  bool each_seat = false;
};

// The table, then the spaces: this order is the layout.
inline constexpr std::array<Part, 20> kFeatureParts = {{
    {"side", 1, false},
    {"spirits", 1, false},
    {"phase", 1, false},
    {"turn", 1, false},
    {"to_move", 1, false},
    {"first", 1, false},
    {"taken", 1, false},
    {"drafted", 1, false},
    {"discarded", 1, false},
    {"last_round", 1, false},
    {"bag", kTokenKinds, false},
    {"hand", kTokenKinds, false},
    {"groups", kGroups * kTokenKinds, false},
    {"river", kAnimalCount, false},
    {"pile", kAnimalCount, false},
    {"dealt", kSpiritCount, false},
    {"returned", kSpiritCount, false},
    {"animals", kAnimalCount, true},
    {"spirit", kSpiritCount, true},
    {"points", kCategories, true},
}};

// How many numbers the table has: all but the boards.
constexpr std::size_t table_size(int seats) {
  std::size_t size = 0;
  for (const Part& part : kFeatureParts)
    size += part.size * (part.each_seat ? static_cast<std::size_t>(seats) : 1);
  return size;
}
constexpr std::size_t features_size(int seats) {
  return table_size(seats) + static_cast<std::size_t>(kSpaceCount * seats);
}
constexpr std::size_t planes_size(int seats) {
  return kPlanesPerSeat * kPlaneCells * static_cast<std::size_t>(seats);
}

using SeatPoints = std::array<Points, kMostSeats>;
SeatPoints points_of_seats(const State& state);

// The boards as planes: planes_size() numbers.
void write_planes(const State& state, int viewer, std::span<std::uint8_t> out);
// The table, and behind it the boards in the compact form: features_size() numbers. `points` are
// those of points_of_seats().
void write_features(const State& state, int viewer, const SeatPoints& points,
                    std::span<std::uint8_t> out);

}  // namespace harmonies
