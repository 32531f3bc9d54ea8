// What has to hold in every state of every game.
#include "check.hpp"
#include "invariants.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

TEST("every state of random games is in order") {
  play_lively_games(3, 21, [](const State&, const State& state) {
    const char* broken = broken_invariant(state);
    CHECK_IN(broken == nullptr,
             std::string(broken == nullptr ? "" : broken) + ": " + to_text(state));
  });
}

TEST("120 tokens are always accounted for") {
  play_lively_games(4, 22, [](const State&, const State& state) {
    const int lost = state.solo() ? 6 * state.turn : 0;
    CHECK_IN(tokens_in_play(state) + lost == kBox.total(), to_text(state));
  });
}

TEST("the legal moves are exactly those that the checked door accepts") {
  FastRandom random(23);
  play_lively_games(1, 23, [&](const State&, const State& state) {
    if (below(random, 3) != 0) return;
    std::array<bool, kMoveCount> legal{};
    for (const Move move : legal_moves(state)) {
      CHECK(!legal[static_cast<std::size_t>(move.index())]);  // no move is there twice
      legal[static_cast<std::size_t>(move.index())] = true;
    }
    for (int index = 0; index < kMoveCount; ++index) {
      const Move move = Move::from_index(index);
      const bool accepted = check(state, move) == Refusal::none;
      CHECK_IN(accepted == legal[static_cast<std::size_t>(index)],
               to_text(move) + " in " + to_text(state));
      if (accepted) continue;
      State after = state;
      play(after, move);
      CHECK(same_bytes(after, state));
    }
  });
}

TEST("a turn that is not over can always go on and a game ends with its round") {
  play_lively_games(4, 24, [](const State& before, const State& state) {
    CHECK_EQUAL(legal_moves(state).empty(),
                state.phase == Phase::deal || state.phase == Phase::over);
    if (state.phase == Phase::over) {
      CHECK_EQUAL(state.turn % state.players, 0);
      CHECK(state.last_round);
    }
    if (!before.last_round)
      for (int seat = 0; seat < state.players; ++seat)
        if (seat != before.to_move())
          CHECK(count(state.seats[static_cast<std::size_t>(seat)].board.empty(state.side)) >
                kFewEmptySpaces);
  });
}

// The spirits that this dealer will not deal in the whole game: they do not depend on the moves.
CardSet spirits_left_over(State state, Dealer dealer, FastRandom random) {
  CardSet left = kAllSpirits;
  while (state.first_turn()) {
    if (state.phase == Phase::deal) {
      const Draw draw = dealer.draw(state);
      left &= ~(card_bit(draw.spirits[0]) | card_bit(draw.spirits[1]));
      apply(state, draw);
    } else {
      apply(state, random_move(state, random));
    }
  }
  return left;
}

TEST("what a seat may see does not depend on what it may not") {
  // The same game twice, but that the others were dealt and gave back another second spirit.
  FastRandom random(25);
  for (int game = 0; game < 60; ++game) {
    const auto players = static_cast<std::uint8_t>(2 + game % 3);
    State one = new_game({game % 2 == 0 ? Side::A : Side::B, players, true, 0});
    State other = one;
    Dealer dealer(one, random);
    CardSet left = spirits_left_over(one, dealer, random);
    const int viewer = static_cast<int>(below(random, players));
    bool different = false;
    while (one.phase != Phase::over) {
      if (one.phase == Phase::deal) {
        const Draw draw = dealer.draw(one);
        Draw changed = draw;
        if (draw.spirits[0] != kNoCard && one.to_move() != viewer && left != 0) {
          const Card secret = static_cast<Card>(std::countr_zero(left));
          left &= left - 1;
          changed.spirits[1] = secret;
        }
        apply(one, draw);
        CHECK_EQUAL(deal(other, changed), Refusal::none);
      } else {
        Move move = lively_move(one, random);
        if (one.phase == Phase::keep && one.to_move() != viewer && one.dealt != other.dealt)
          move =
              Move::keep(has_card(card_bit(other.dealt[0]) | card_bit(other.dealt[1]), one.dealt[0])
                             ? one.dealt[0]
                             : one.dealt[1]);
        apply(one, move);
        CHECK_EQUAL(play(other, move), Refusal::none);
      }
      different = different || one != other;
      const State seen = redacted(one, seat_bit(viewer));
      CHECK(same_bytes(seen, redacted(other, seat_bit(viewer))));
      CHECK_EQUAL(to_text(seen), to_text(redacted(other, seat_bit(viewer))));
    }
    CHECK(different);
  }
}

TEST("a seat sees its own spirits and nobody else does") {
  play_lively_games(2, 26, [](const State&, const State& state) {
    if (!state.spirits) return;
    const SeatSet everybody = static_cast<SeatSet>((1 << state.players) - 1);
    CHECK(same_bytes(redacted(state, everybody), state));
    for (int viewer = 0; viewer < state.players; ++viewer) {
      const State seen = redacted(state, seat_bit(viewer));
      const bool sees_pair = state.phase == Phase::keep && state.to_move() == viewer;
      if (state.phase == Phase::keep) CHECK_EQUAL(seen.dealt[0] == kHiddenCard, !sees_pair);
      for (int seat = 0; seat < state.players; ++seat) {
        const Seat& as_seen = seen.seats[static_cast<std::size_t>(seat)];
        const Seat& as_is = state.seats[static_cast<std::size_t>(seat)];
        CHECK_EQUAL(as_seen.returned, seat == viewer ? as_is.returned : kNoCard);
        CHECK_EQUAL(as_seen.spirit, as_is.spirit);
      }
    }
  });
}

TEST("random games are the same for the same seed") {
  const Setup setup{Side::B, 3, true, 1};
  const RandomGames one = random_games(setup, 20, 5);
  const RandomGames again = random_games(setup, 20, 5);
  const RandomGames other = random_games(setup, 20, 6);
  CHECK_EQUAL(one.games, 20U);
  CHECK(one.moves == again.moves && one.points == again.points);
  CHECK(one.moves != other.moves);
}

TEST("equal states have equal hashes and a move changes both") {
  play_lively_games(1, 27, [](const State& before, const State& state) {
    const State copy = state;
    CHECK_EQUAL(hash_of(copy), hash_of(state));
    CHECK_EQUAL(hash_of(before) == hash_of(state), same_bytes(before, state));
  });
}

}  // namespace
}  // namespace harmonies
