#include "check.hpp"
#include "invariants.hpp"
#include "positions.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

TEST("every state of random games prints as a position that reads as that state") {
  for_each_lively_state(3, 5, [](const State& state) {
    const std::string text = to_text(state);
    const Parsed<State> parsed = parse_state(text);
    CHECK_IN(parsed.error == TextError::none, text);
    CHECK_IN(same_bytes(parsed.value, state), text);
  });
}

TEST("so does every state as each seat and a spectator may see it") {
  for_each_lively_state(2, 6, [](const State& state) {
    for (int seats = 0; seats < 1 << state.players; ++seats) {
      const State seen = redacted(state, static_cast<SeatSet>(seats));
      CHECK_IN(same_bytes(parse_state(to_text(seen)).value, seen), to_text(seen));
    }
  });
}

TEST("every draw of random games prints as a draw that reads as that draw") {
  FastRandom random(7);
  for (const Setup& setup : kAllSetups) {
    State state = new_game(setup);
    Dealer dealer(state, random);
    while (state.phase != Phase::over) {
      if (state.phase != Phase::deal) {
        apply(state, random_move(state, random));
        continue;
      }
      const Draw draw = dealer.draw(state);
      for (const Draw& seen : {draw, redacted(draw)}) {
        const Parsed<Draw> parsed = parse_draw(state, to_text(seen));
        CHECK_IN(parsed.error == TextError::none, to_text(seen));
        CHECK(parsed.value == seen);
      }
      apply(state, draw);
    }
  }
}

TEST("the example of the notation is read and printed") {
  const char* text =
      "A2 W,4/4/2,TL,2/4/5 fennec:0 5/4/2,M,2/4/5 - -,WMT,LFF,MTH,WWL otter,fish,bear,duck,bee - "
      "W18M18T16L14F17H14 1 2 play:1=TL";
  const State state = state_of(text);
  CHECK_EQUAL(to_text(state), text);
  CHECK_EQUAL(state.to_move(), 1);
  CHECK_EQUAL(state.turn, 1);
  CHECK_EQUAL(state.hand.total(), 2);
  CHECK_EQUAL(std::popcount(state.pile), 26);
}

TEST("what may be written in several ways prints in one") {
  const auto printed = [](const std::string& text) { return to_text(state_of(text)); };
  const std::string plain = Words{.seats = {"5/4/5/4/5 ray:0,gecko:0"}}.text();
  CHECK_EQUAL(printed(Words{.seats = {"2,1,2/1,3/5/4/5 gecko:0,ray:0"}}.text()), plain);
  CHECK_EQUAL(printed(Words{.central = "TMW,WTM,MWT,WMT,WMT"}.text()), Words{}.text());
  CHECK_EQUAL(printed(Words{.central = "-,WMT,WMT,WMT,WMT", .doing = "play:1=TM"}.text()),
              (Words{.central = "-,WMT,WMT,WMT,WMT", .doing = "play:1=MT"}.text()));
  CHECK_EQUAL(printed(Words{.gone = "ray,crocodile"}.text()),
              Words{.gone = "crocodile,ray"}.text());
  CHECK_EQUAL(
      printed(Words{.setup = "A2s", .seats = {"5/4/5/4/5 owl|lion"}, .doing = "keep"}.text()),
      (Words{.setup = "A2s", .seats = {"5/4/5/4/5 lion|owl"}, .doing = "keep"}.text()));
}

TEST("the pile is every animal that is nowhere else") {
  const State state = state_of(Words{.seats = {"5/4/5/4/5 ray:0"}, .gone = "gecko"});
  CardSet elsewhere = card_bit(card_named("ray")) | card_bit(card_named("gecko"));
  for (const char* card : {"otter", "fish", "bear", "duck", "bee"})
    elsewhere |= card_bit(card_named(card));
  CHECK_EQUAL(state.pile, kAllAnimals & ~elsewhere);
}

TEST("a spirit's cube may stand on a known place or somewhere") {
  const std::string other = std::string(kEmptyA) + " ram:0";
  const State known =
      state_of(Words{.setup = "A2s", .seats = {"W*,4/4/5/4/5 owl:1@a1,~cat", other}, .turn = "3"});
  CHECK_EQUAL(known.seats[0].spirit_space, space_named("a1"));
  CHECK_EQUAL(known.seats[0].returned, card_named("cat"));
  const State unknown =
      state_of(Words{.setup = "A2s", .seats = {"W*,4/4/5/4/5 owl:1", other}, .turn = "3"});
  CHECK_EQUAL(unknown.seats[0].spirit_space, kSomewhere);
}

TEST("no text of words taken from others is read as what it is not") {
  // Parts of many positions, put together at random: whatever is read prints and reads again.
  FastRandom random(9);
  std::vector<std::vector<std::string>> all;
  for_each_lively_state(1, 10, [&](const State& state) {
    if (state.setup().players != 2 || below(random, 8) != 0) return;
    std::vector<std::string> words(1);
    for (const char letter : to_text(state)) {
      if (letter == ' ')
        words.emplace_back();
      else
        words.back() += letter;
    }
    all.push_back(words);
  });
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const std::size_t base = below(random, static_cast<std::uint32_t>(all.size()));
    for (std::size_t word = 0; word < all[base].size(); ++word) {
      const std::size_t from =
          below(random, 6) == 0 ? below(random, static_cast<std::uint32_t>(all.size())) : base;
      text += (word == 0 ? "" : " ") + all[from][word];
    }
    const Parsed<State> parsed = parse_state(text);
    if (parsed.error != TextError::none) {
      CHECK(same_bytes(parsed.value, State{}));
      CHECK(parsed.column >= 0 && parsed.column <= static_cast<int>(text.size()));
      continue;
    }
    ++accepted;
    const char* broken = broken_invariant(parsed.value);
    CHECK_IN(broken == nullptr, std::string(broken == nullptr ? "" : broken) + ": " + text);
  }
  CHECK(accepted > 1000);
}

}  // namespace
}  // namespace harmonies
