// The course of a turn and of a game.
#include "check.hpp"
#include "harmonies/game.hpp"
#include "harmonies/score.hpp"
#include "invariants.hpp"
#include "positions.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

const std::string kEmpty = kEmptyA;
const std::string kTwoLeft = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,2";
const std::string kThreeLeft = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,3";

// How many legal moves begin with these words.
int legal(const State& state, const std::string& words) {
  int sum = 0;
  for (const Move move : legal_moves(state)) sum += to_text(move).starts_with(words) ? 1 : 0;
  return sum;
}

std::string doing(const State& state) {
  const std::string text = to_text(state);
  return text.substr(text.rfind(' ') + 1);
}

TEST("a new game waits for its groups, its cards and the spirits of the first seat") {
  const State two = new_game({Side::A, 2, true, 1});
  CHECK_EQUAL(two.to_move(), 1);
  CHECK_EQUAL(std::popcount(need(two).groups), 5);
  CHECK_EQUAL(std::popcount(need(two).river), 5);
  CHECK(need(two).spirits);
  CHECK_EQUAL(legal_moves(two).size(), 0U);
  const State alone = new_game({Side::B, 1, false, 0});
  CHECK_EQUAL(std::popcount(need(alone).groups), 3);
  CHECK_EQUAL(std::popcount(need(alone).river), 3);
  CHECK(!need(alone).spirits);
}

TEST("a turn takes a group, places its three tokens and may draft in between") {
  State state = state_of(Words{.seats = {"L,4/4/5/4/5 -"}, .river = "otter,fish,frog,duck,bee"});
  CHECK_EQUAL(legal(state, "take"), 5);
  CHECK_EQUAL(legal(state, "draft"), 5);
  CHECK_EQUAL(legal_moves(state).size(), 10U);
  state = after(state, {"draft frog"});
  CHECK_EQUAL(doing(state), "play+draft");
  CHECK_EQUAL(legal_moves(state).size(), 5U);
  state = after(state, {"take 2"});
  CHECK_EQUAL(legal_moves(state).size(), 3U * 22);
  state = after(state, {"place W b1"});
  CHECK_EQUAL(doing(state), "play:2=MT+draft");
  CHECK_EQUAL(legal(state, "settle frog b1"), 1);
  state = after(state, {"settle frog b1", "place M c1", "place T d1"});
  CHECK_EQUAL(legal_moves(state).size(), 1U);
  state = after(state, {"end"});
  CHECK_EQUAL(doing(state), "deal");
  CHECK_EQUAL(state.to_move(), 1);
  const Need wanted = need(state);
  CHECK_EQUAL(wanted.groups, 1U << 1);
  CHECK_EQUAL(wanted.river, 1U << 2);
}

TEST("a card may be drafted after the third token") {
  const State state = state_of(Words{.central = "-,WMT,WMT,WMT,WMT", .doing = "play:1="});
  CHECK_EQUAL(legal(state, "draft"), 5);
  CHECK_EQUAL(legal(state, "end"), 1);
}

TEST("a draw fills the empty groups and the gaps in their order") {
  State state = state_of(Words{
      .central = "WMT,-,WMT,-,WMT", .river = "otter,-,frog,-,bee", .turn = "2", .doing = "deal"});
  const Parsed<Draw> draw = parse_draw(state, "drawn LFH TTT turned ray gecko");
  CHECK_EQUAL(code_of(draw.error), "");
  CHECK_EQUAL(code_of(deal(state, draw.value)), "");
  CHECK(to_text(state).find(" WMT,LFH,WMT,TTT,WMT otter,ray,frog,gecko,bee - W10M10T7L9F9H9 ") !=
        std::string::npos);
  CHECK_EQUAL(doing(state), "play");
}

TEST("the river stays short when the pile is empty") {
  std::string gone;
  for (Card card = 0; card < kAnimalCount; ++card)
    if (card != card_named("bee") && card != card_named("ray") && card != card_named("koala"))
      gone.append(gone.empty() ? "" : ",").append(name_of_card(card));
  const State state = state_of(
      Words{.central = "-,WMT,WMT,WMT,WMT", .river = "-,bee,-,-,-", .gone = gone, .doing = "deal"});
  CHECK_EQUAL(need(state).river, 0b00101U);
}

TEST("four uncompleted cards are the most and the spirit counts among them") {
  struct Case {
    const char* setup;
    std::string seat;
    bool may_draft;
  };
  const std::string three = "crocodile:0,ray:0,gecko:0";
  for (const Case& one : {
           Case{"A2", kEmpty + " " + three, true},
           Case{"A2", kEmpty + " " + three + ",mouse:0", false},
           Case{"A2", "W*,W*,W*,2/4/5/4/5 crocodile:3,ray:0,gecko:0,mouse:0", true},
           Case{"A2s", kEmpty + " " + three + ",owl:0", false},
           Case{"A2s", "W*,4/4/5/4/5 " + three + ",owl:1", true},
       }) {
    const std::string other = kEmpty + (one.setup[2] == 's' ? " ram:0" : " -");
    const State state =
        state_of(Words{.setup = one.setup, .seats = {one.seat, other}, .turn = "3"});
    CHECK_IN((legal(state, "draft") > 0) == one.may_draft, one.seat);
    CHECK_EQUAL(check(state, move_of("draft bee")),
                one.may_draft ? Refusal::none : Refusal::hand_full);
  }
}

TEST("completing a card makes room for another in the same turn") {
  State state =
      state_of(Words{.seats = {"W*,3,W*/4/2,W,M,1/2,M,1/5 crocodile:0,ray:2,gecko:0,mouse:0"}});
  CHECK_EQUAL(legal(state, "draft"), 0);
  state = after(state, {"settle ray c3"});
  CHECK_EQUAL(legal(state, "draft"), 5);
  CHECK_EQUAL(state.seats[0].completed, card_bit(card_named("ray")));
  CHECK_EQUAL(check(state, move_of("settle ray c3")), Refusal::card_completed);
}

TEST("settling the spirit makes room too") {
  State state = state_of(
      Words{.setup = "A2s",
            .seats = {"5/4/2,MMM,MM,1/4/5 crocodile:0,gecko:0,mouse:0,ram:0", kEmpty + " owl:0"},
            .turn = "3"});
  CHECK_EQUAL(legal(state, "draft"), 0);
  state = after(state, {"settle ram c3"});
  CHECK_EQUAL(legal(state, "draft"), 5);
  CHECK(to_text(state).find("ram:1@c3") != std::string::npos);
}

TEST("cubes stay when a habitat is broken and lock their space only") {
  State state = state_of(Words{
      .seats = {"W,L,3/4/5/4/5 frog:0"}, .central = "-,WMT,WMT,WMT,WMT", .doing = "play:1=MT"});
  state = after(state, {"settle frog a1"});
  CHECK_EQUAL(check(state, move_of("settle frog a1")), Refusal::space_taken);
  state = state_of(Words{.seats = {"1,M*,M,F,1/4/5/4/5 fennec:1"},
                         .central = "-,WMT,WMT,WMT,WMT",
                         .doing = "play:1=M"});
  CHECK_EQUAL(check(state, move_of("place M a2")), Refusal::space_locked);
  state = after(state, {"place M a3"});
  CHECK_EQUAL(count(state.seats[0].board.cubes), 1);
}

TEST("two empty spaces call the last round and all have the same number of turns") {
  const std::string bag = "W10M10T0L5F5H5";
  const auto ended = [&](const std::string& board) {
    return after(state_of(Words{.setup = "A3",
                                .seats = {board + " -"},
                                .central = "-,LFH,LFH,LFH,LFH",
                                .bag = bag,
                                .doing = "play:1="}),
                 {"end"});
  };
  CHECK_EQUAL(doing(ended(kThreeLeft)), "deal");
  State state = ended(kTwoLeft);
  CHECK_EQUAL(doing(state), "deal!");
  for (int turn = 2; turn <= 3; ++turn) {
    apply(state, parse_draw(state, "drawn LFH").value);
    CHECK_EQUAL(doing(state), "play!");
    CHECK_EQUAL(state.to_move(), turn - 1);
    state = after(state, {"take 1", "place L a1", "place F a2", "place H a3", "end"});
  }
  CHECK_EQUAL(doing(state), "over!");
  CHECK_EQUAL(state.turn, 3);
  CHECK_EQUAL(legal_moves(state).size(), 0U);
}

TEST("the turn that ends the game draws nothing") {
  const State state = after(state_of(Words{.seats = {kEmpty + " -", kTwoLeft + " -"},
                                           .central = "-,LFH,LFH,LFH,LFH",
                                           .bag = "W10M10T0L5F5H5",
                                           .turn = "2",
                                           .doing = "play:1="}),
                            {"end"});
  CHECK_EQUAL(doing(state), "over!");
  CHECK(need(state).groups != 0);
  CHECK_EQUAL(check(state, Draw{}), Refusal::no_draw_due);
}

TEST("the round ends with the seat before the first") {
  State state = state_of(Words{.setup = "A3",
                               .seats = {kEmpty + " -", kTwoLeft + " -"},
                               .central = "-,LFH,LFH,LFH,LFH",
                               .bag = "W9M9T0L5F5H5",
                               .first = "3",
                               .turn = "6",
                               .doing = "play:1="});
  CHECK_EQUAL(state.to_move(), 1);
  CHECK_EQUAL(doing(after(state, {"end"})), "over!");
}

TEST("a bag that cannot fill the central board calls the last round") {
  const auto ended = [](const char* bag, const char* river) {
    return after(
        state_of(
            Words{.central = "-,LFH,LFH,LFH,LFH", .river = river, .bag = bag, .doing = "play:1="}),
        {"end"});
  };
  CHECK_EQUAL(doing(ended("W3M0T0L0F0H0", "otter,fish,frog,duck,bee")), "deal");
  const State state = ended("W2M0T0L0F0H0", "otter,fish,frog,duck,-");
  CHECK_EQUAL(doing(state), "deal!");  // cards are turned up all the same
  CHECK_EQUAL(need(state).groups, 0U);
  CHECK_EQUAL(need(state).river, 0b10000U);
  CHECK_EQUAL(doing(ended("W2M0T0L0F0H0", "otter,fish,frog,duck,bee")), "play!");
}

TEST("two to four players empty the bag in 35 refills and the 36th turn is the last") {
  for (const int players : {2, 3, 4}) {
    const State state = state_of(Words{.setup = "A" + std::to_string(players),
                                       .central = "-,LFH,LFH,LFH,LFH",
                                       .bag = "W0M0T0L0F0H0",
                                       .turn = "36",
                                       .doing = "play:1="});
    CHECK_EQUAL(doing(after(state, {"end"})), "over!");
  }
  const int refills = (kBox.total() - kGroups * kGroupSize) / kGroupSize;
  CHECK_EQUAL(refills, 35);
}

TEST("solo discards a card after its third token when it drafted none") {
  Words words = solo(kEmpty + " -");
  State state = state_of(words);
  CHECK_EQUAL(check(state, move_of("discard fish")), Refusal::discard_too_early);
  state = after(state, {"take 1", "place W a1", "place M a2"});
  CHECK_EQUAL(check(state, move_of("discard fish")), Refusal::discard_too_early);
  state = after(state, {"place T a3"});
  CHECK_EQUAL(legal(state, "discard"), 3);
  CHECK_EQUAL(check(after(state, {"draft fish"}), move_of("discard frog")),
              Refusal::already_drafted);
  state = after(state, {"discard fish"});
  CHECK_EQUAL(legal_moves(state).size(), 1U);
  CHECK_EQUAL(check(state, move_of("draft frog")), Refusal::drafting_closed);
  CHECK_EQUAL(check(state, move_of("discard frog")), Refusal::already_discarded);
  state = after(state, {"end"});
  CHECK_EQUAL(to_text(state),
              "A1 W,M,T,2/4/5/4/5 - -,-,- otter,-,frog fish W10M10T10L10F10H10 1 2 deal");
}

TEST("solo may settle after its discard") {
  Words words = solo("W,L,3/4/5/4/5 frog:0");
  words.central = "-,WMT,WMT";
  words.river = "otter,-,bee";
  words.gone = "fish";
  words.doing = "play:1=+discard";
  CHECK_EQUAL(legal(state_of(words), "settle frog a1"), 1);
}

TEST("solo puts six tokens out of the game each turn and turn 13 is its last") {
  FastRandom random(4);
  int last_turn = 0;
  for (int game = 0; game < 300; ++game)
    play_lively_game({game % 2 == 0 ? Side::A : Side::B, 1, false, 0}, random,
                     [&](const State&, const State& state) {
                       CHECK_EQUAL(tokens_in_play(state), kBox.total() - 6 * state.turn);
                       CHECK(state.turn <= 13);
                       if (state.phase == Phase::over)
                         last_turn = std::max(last_turn, int{state.turn});
                     });
  Words words = solo(kEmpty + " -");
  words.central = "-,LFH,LFH";
  words.turn = "12";
  words.doing = "play:1=";
  words.bag = "W12M0T0L0F0H0";
  State state = after(state_of(words), {"end"});
  CHECK_EQUAL(doing(state), "deal");
  apply(state, parse_draw(state, "drawn WWW WWW WWW").value);
  state = after(state, {"take 2", "place W a1", "place W a2", "place W a3", "end"});
  CHECK_EQUAL(doing(state), "over!");
  CHECK_EQUAL(state.turn, 13);
  words.bag = "W8M0T0L0F0H0";
  CHECK_EQUAL(doing(after(state_of(words), {"end"})), "over!");
}

TEST("keeping a spirit comes first and gives the other one back") {
  State state = state_of(Words{.setup = "A2s", .seats = {kEmpty + " lion|owl"}, .doing = "keep"});
  CHECK_EQUAL(legal_moves(state).size(), 2U);
  CHECK_EQUAL(std::popcount(unseen_spirits(state)), kSpiritCount - 2);
  state = after(state, {"keep owl"});
  CHECK_EQUAL(std::popcount(unseen_spirits(state)), kSpiritCount - 2);
  CHECK(to_text(state).find(" owl:0,~lion ") != std::string::npos);
  CHECK_EQUAL(doing(state), "play");
  CHECK_EQUAL(legal(state, "take"), 5);
}

TEST("any unseen spirit may have been kept by a seat whose pair is hidden") {
  State state = state_of(Words{.setup = "A2s",
                               .seats = {kEmpty + " lion:0,~owl", kEmpty + " ?|?"},
                               .turn = "2",
                               .doing = "keep"});
  CHECK_EQUAL(legal_moves(state).size(), 8U);
  CHECK_EQUAL(check(state, move_of("keep lion")), Refusal::spirit_not_dealt);
  CHECK_EQUAL(check(state, move_of("keep owl")), Refusal::spirit_not_dealt);
  state = after(state, {"keep cat"});
  CHECK_EQUAL(state.seats[1].returned, kNoCard);
}

TEST("a turn is undone move by move to its beginning") {
  Game game(state_of(Words{.seats = {"L,4/4/5/4/5 frog:0"}}));
  std::vector<State> before;
  for (const char* move : {"take 2", "place W b1", "settle frog b1", "draft bee", "place M c1"}) {
    before.push_back(game.state());
    CHECK_EQUAL(game.play(move_of(move)), Refusal::none);
  }
  CHECK_EQUAL(game.undoable(), 5);
  for (; !before.empty(); before.pop_back()) {
    CHECK_EQUAL(game.undo(), Refusal::none);
    CHECK(same_bytes(game.state(), before.back()));
  }
  CHECK_EQUAL(game.undo(), Refusal::nothing_to_undo);
}

TEST("nothing is undone across the end of a turn") {
  Game game(state_of(Words{.central = "-,WMT,WMT,WMT,WMT", .doing = "play:1=M"}));
  CHECK_EQUAL(game.play(move_of("place M c1")), Refusal::none);
  CHECK_EQUAL(game.play(Move::end()), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::nothing_to_undo);
  CHECK_EQUAL(game.deal(parse_draw(game.state(), "drawn WWW").value), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::nothing_to_undo);
}

TEST("the choice of a spirit cannot be undone and what follows it can") {
  Game game(state_of(Words{.setup = "A2s", .seats = {kEmpty + " lion|owl"}, .doing = "keep"}));
  CHECK_EQUAL(game.undo(), Refusal::nothing_to_undo);
  CHECK_EQUAL(game.play(move_of("keep lion")), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::keep_is_final);
  CHECK_EQUAL(game.play(move_of("take 1")), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::keep_is_final);
  for (const char* move : {"take 1", "place W a1", "place M a2", "place T a3", "end"})
    CHECK_EQUAL(game.play(move_of(move)), Refusal::none);
  CHECK_EQUAL(game.undo(), Refusal::nothing_to_undo);
}

}  // namespace
}  // namespace harmonies
