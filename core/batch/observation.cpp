#include "harmonies/batch/observation.hpp"

#include <algorithm>

namespace harmonies {
namespace {

constexpr std::array<std::uint8_t, 64> kCellOfSpace = [] {
  std::array<std::uint8_t, 64> cells{};
  for (const Space space : kSpaceByNumber)
    cells[space] =
        static_cast<std::uint8_t>(static_cast<std::size_t>(row_of(space)) * kPlaneColumns +
                                  static_cast<std::size_t>(column_of(space)));
  return cells;
}();

int seat_after(const State& state, int viewer, int steps) {
  return (viewer + steps) % state.players;
}

Spaces spirit_cube(const Seat& seat) {
  return seat.spirit_space < kSomewhere ? bit(seat.spirit_space) : Spaces{0};
}

void write_seat_planes(const Seat& seat, Side side, std::uint8_t* out) {
  const auto plane = [out](std::size_t number) { return out + number * kPlaneCells; };
  const Spaces spirit = spirit_cube(seat);
  for_each_space(seat.board.empty(side),
                 [&](Space space) { plane(kEmptyPlane)[kCellOfSpace[space]] = 1; });
  for_each_space(seat.board.occupied(), [&](Space space) {
    plane(static_cast<std::size_t>(seat.board.stack(space)))[kCellOfSpace[space]] = 1;
  });
  for_each_space(seat.board.cubes & ~spirit,
                 [&](Space space) { plane(kAnimalCubePlane)[kCellOfSpace[space]] = 1; });
  for_each_space(spirit, [&](Space space) { plane(kSpiritCubePlane)[kCellOfSpace[space]] = 1; });
}

// Writes numbers one behind the other.
class Writer {
 public:
  explicit Writer(std::uint8_t* out) : out_(out) {}

  void number(int value) { *out_++ = static_cast<std::uint8_t>(std::min(value, 255)); }
  void counts(const TokenCount& tokens) { out_ = std::copy_n(tokens.of.data(), kTokenKinds, out_); }
  // One number for each card, 1 for those of the set.
  void set(CardSet cards, int first, int size) {
    std::fill_n(out_, size, std::uint8_t{0});
    for_each_card(cards, [&](Card card) { out_[card - first] = 1; });
    out_ += size;
  }
  void spirits(CardSet cards) { set(cards, kAnimalCount, kSpiritCount); }
  void animals(CardSet cards) { set(cards, 0, kAnimalCount); }

  std::uint8_t* rest() { return out_; }
  void skip(std::size_t size) { out_ += size; }

 private:
  std::uint8_t* out_;
};

CardSet known(Card card) { return card < kCardCount ? card_bit(card) : CardSet{0}; }

void write_cards(const State& state, const Seat& seat, Writer& writer) {
  const std::uint32_t its = seat.held | seat.completed;
  std::uint8_t* animals = writer.rest();
  writer.animals(its);
  for_each_card(
      its, [&](Card card) { animals[card] = static_cast<std::uint8_t>(1 + state.settled[card]); });
}

void write_spirit(const Seat& seat, Writer& writer) {
  std::uint8_t* spirits = writer.rest();
  writer.spirits(known(seat.spirit));
  if (seat.spirit_settled()) spirits[seat.spirit - kAnimalCount] = 2;
}

void write_spaces(const Seat& seat, Writer& writer) {
  std::uint8_t* spaces = writer.rest();
  std::fill_n(spaces, kSpaceCount, std::uint8_t{0});
  const Spaces spirit = spirit_cube(seat);
  for_each_space(seat.board.occupied(), [&](Space space) {
    unsigned code = static_cast<unsigned>(seat.board.stack(space));
    if (has(seat.board.cubes, space))
      code |= has(spirit, space) ? kSpiritCubeFlag : kAnimalCubeFlag;
    spaces[kNumberOfSpace[space]] = static_cast<std::uint8_t>(code);
  });
  writer.skip(kSpaceCount);
}

}  // namespace

SeatPoints points_of_seats(const State& state) {
  SeatPoints points{};
  for (int seat = 0; seat < state.players; ++seat)
    points[static_cast<std::size_t>(seat)] = score(state, seat);
  return points;
}

void write_planes(const State& state, int viewer, std::span<std::uint8_t> out) {
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (int i = 0; i < state.players; ++i) {
    const auto seat = static_cast<std::size_t>(seat_after(state, viewer, i));
    write_seat_planes(state.seats[seat], state.side,
                      out.data() + static_cast<std::size_t>(i) * kPlanesPerSeat * kPlaneCells);
  }
}

void write_features(const State& state, int viewer, const SeatPoints& points,
                    std::span<std::uint8_t> out) {
  const auto relative = [&](int seat) { return (seat - viewer + state.players) % state.players; };
  const bool moves = state.to_move() == viewer;
  Writer writer(out.data());
  writer.number(static_cast<int>(state.side));
  writer.number(state.spirits ? 1 : 0);
  writer.number(static_cast<int>(state.phase));
  writer.number(state.turn);
  writer.number(relative(state.to_move()));
  writer.number(relative(state.first));
  writer.number(state.taken == kNoGroup ? 0 : state.taken + 1);
  writer.number(state.drafted ? 1 : 0);
  writer.number(state.discarded ? 1 : 0);
  writer.number(state.last_round ? 1 : 0);
  writer.counts(state.bag);
  writer.counts(state.hand);
  for (const TokenCount& group : state.groups) writer.counts(group);
  writer.animals(state.face_up());
  writer.animals(state.pile);
  writer.spirits(moves ? known(state.dealt[0]) | known(state.dealt[1]) : CardSet{0});
  writer.spirits(known(state.seats[static_cast<std::size_t>(viewer)].returned));

  const auto each_seat = [&](auto&& write) {
    for (int i = 0; i < state.players; ++i)
      write(static_cast<std::size_t>(seat_after(state, viewer, i)));
  };
  each_seat([&](std::size_t seat) { write_cards(state, state.seats[seat], writer); });
  each_seat([&](std::size_t seat) { write_spirit(state.seats[seat], writer); });
  each_seat([&](std::size_t seat) {
    for (const std::int16_t category : points[seat].of) writer.number(category);
  });
  each_seat([&](std::size_t seat) { write_spaces(state.seats[seat], writer); });
}

}  // namespace harmonies
