// Every reason for which a move, a draw or an undo can be refused, and that a refusal changes
// nothing.
#include <set>

#include "check.hpp"
#include "harmonies/game.hpp"
#include "invariants.hpp"
#include "positions.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

const std::string kEmpty = kEmptyA;
const std::string kGone1 = "-,WMT,WMT,WMT,WMT";

struct Case {
  Words words;
  const char* move;
  Refusal refusal;
};

Words with_hand(const char* seat, const char* doing) {
  return {.seats = {seat}, .central = kGone1, .doing = doing};
}

Words solo_with(const char* central, const char* doing) {
  Words words = solo(kEmpty + " -");
  words.central = central;
  words.doing = doing;
  return words;
}

const Words kChoosing = {.setup = "A2s", .seats = {kEmpty + " lion|owl"}, .doing = "keep"};
const Words kOver = {.turn = "3", .doing = "over!"};
const Words kDealing = {.central = kGone1, .turn = "2", .doing = "deal"};
const Words kFull = {.seats = {kEmpty + " crocodile:0,ray:0,gecko:0,mouse:0"}};
const Words kFrogs = {.seats = {"W*,L,W,2/4/5/4/5 frog:1,gecko:0"}};
const Words kRayDone = {.seats = {"W*,W*,W*,2/4/5/4/5 ray:3"}};
const Words kSpiritDone = {
    .setup = "A2s", .seats = {"W*,4/4/5/4/5 owl:1@a1", kEmpty + " ram:0"}, .turn = "3"};

const Case kCases[] = {
    {kOver, "take 1", Refusal::game_over},
    {kOver, "end", Refusal::game_over},
    {kDealing, "take 2", Refusal::waiting_for_draw},
    {kDealing, "end", Refusal::waiting_for_draw},
    {kChoosing, "take 1", Refusal::keep_first},
    {kChoosing, "draft bee", Refusal::keep_first},
    {kChoosing, "end", Refusal::keep_first},
    {kChoosing, "keep cat", Refusal::spirit_not_dealt},
    {Words{}, "keep lion", Refusal::nothing_to_keep},
    {kSpiritDone, "keep owl", Refusal::nothing_to_keep},
    {solo(kEmpty + " -"), "take 4", Refusal::no_such_group},
    {Words{.central = kGone1}, "take 1", Refusal::group_empty},
    {with_hand("5/4/5/4/5 -", "play:1=M"), "take 2", Refusal::already_taken},
    {with_hand("5/4/5/4/5 -", "play:1=M"), "take 1", Refusal::already_taken},
    {Words{}, "place W a1", Refusal::take_first},
    {Words{}, "end", Refusal::take_first},
    {with_hand("5/4/5/4/5 -", "play:1=M"), "place W a1", Refusal::token_not_in_hand},
    {with_hand("5/4/5/4/5 -", "play:1="), "place M a1", Refusal::token_not_in_hand},
    {with_hand("5/4/5/4/5 -", "play:1=M"), "place M f1", Refusal::not_on_board},
    {with_hand("5/4/5/4/5 frog:0", "play:1="), "settle frog g2", Refusal::not_on_board},
    {with_hand("M*,4/4/5/4/5 meerkat:1", "play:1=M"), "place M a1", Refusal::space_locked},
    {with_hand("W,4/4/5/4/5 -", "play:1=M"), "place M a1", Refusal::does_not_stack},
    {with_hand("MMM,4/4/5/4/5 -", "play:1=M"), "place M a1", Refusal::does_not_stack},
    {with_hand("TT,4/4/5/4/5 -", "play:1=H"), "place H a1", Refusal::does_not_stack},
    {with_hand("L,4/4/5/4/5 -", "play:1=H"), "place H a1", Refusal::does_not_stack},
    {Words{}, "draft ray", Refusal::card_not_face_up},
    {with_hand("5/4/5/4/5 ray:0", "play:1=+draft"), "draft bee", Refusal::already_drafted},
    {kFull, "draft bee", Refusal::hand_full},
    {solo_with("-,WMT,WMT", "play:1=+discard"), "draft fish", Refusal::drafting_closed},
    {Words{}, "settle frog a1", Refusal::card_not_held},
    {Words{}, "settle lion a1", Refusal::card_not_held},
    {Words{.seats = {kEmpty + " -", kEmpty + " ray:0"}}, "settle ray a1", Refusal::card_not_held},
    {kRayDone, "settle ray a4", Refusal::card_completed},
    {kSpiritDone, "settle owl a2", Refusal::card_completed},
    {kFrogs, "settle gecko a3", Refusal::habitat_missing},
    {kFrogs, "settle frog a4", Refusal::habitat_missing},
    {kFrogs, "settle frog a1", Refusal::space_taken},
    {Words{.central = kGone1, .doing = "play:1="}, "discard bee", Refusal::solo_only},
    {solo_with("WMT,WMT,WMT", "play"), "discard fish", Refusal::discard_too_early},
    {solo_with("-,WMT,WMT", "play:1=M"), "discard fish", Refusal::discard_too_early},
    {solo_with("-,WMT,WMT", "play:1=+draft"), "discard fish", Refusal::already_drafted},
    {solo_with("-,WMT,WMT", "play:1=+discard"), "discard fish", Refusal::already_discarded},
    {solo_with("-,WMT,WMT", "play:1="), "discard bee", Refusal::card_not_face_up},
    {with_hand("5/4/5/4/5 -", "play:1=M"), "end", Refusal::tokens_left},
};

TEST("a move that may not be played says why and changes nothing") {
  for (const Case& one : kCases) {
    const State before = state_of(one.words);
    State state = before;
    const Refusal refusal = play(state, move_of(one.move));
    CHECK_IN(refusal == one.refusal,
             std::string(one.move) + " in " + one.words.text() + ": " + code_of(refusal));
    CHECK(same_bytes(state, before));
    Game game(before);
    CHECK_EQUAL(game.play(move_of(one.move)), one.refusal);
    CHECK(same_bytes(game.state(), before));
    CHECK_EQUAL(game.undoable(), 0);
  }
}

Draw draw_of(const char* groups, std::initializer_list<const char*> cards,
             std::array<Card, 2> spirits = {kNoCard, kNoCard}) {
  Draw draw;
  std::size_t group = 0;
  for (const char* letter = groups; *letter != '\0'; ++letter) {
    if (*letter == ' ') ++group;
    for (const Token token : kAllTokens)
      if (kTokenLetters[static_cast<int>(token)] == *letter) ++draw.groups[group][token];
  }
  std::size_t place = 0;
  for (const char* card : cards) draw.river[place++] = card_named(card);
  draw.spirits = spirits;
  return draw;
}

constexpr const char* kFive = "WMT WMT WMT WMT WMT";

struct DrawCase {
  Draw draw;
  Refusal refusal;
};

std::vector<DrawCase> wrong_draws() {
  const Card lion = card_named("lion");
  const Card owl = card_named("owl");
  const std::initializer_list<const char*> five = {"otter", "fish", "frog", "duck", "bee"};
  Draw no_token = draw_of(kFive, five, {lion, owl});
  no_token.groups[0].of = {200, 0, 0, 0, 0, 59};
  Draw no_card = draw_of(kFive, five, {lion, owl});
  no_card.river[2] = 200;
  return {
      {Draw{}, Refusal::wrong_draw_size},
      {draw_of("WMT WMT WMT WMT", five, {lion, owl}), Refusal::wrong_draw_size},
      {draw_of("WMT WMT WMT WMT WM", five, {lion, owl}), Refusal::wrong_draw_size},
      {draw_of("WMT WMT WMT WMTT WMT", five, {lion, owl}), Refusal::wrong_draw_size},
      {draw_of(kFive, {"otter", "fish", "frog", "duck"}, {lion, owl}), Refusal::wrong_draw_size},
      {draw_of(kFive, five), Refusal::wrong_draw_size},
      {draw_of(kFive, five, {lion, kNoCard}), Refusal::wrong_draw_size},
      {no_token, Refusal::wrong_draw_size},
      {draw_of("HHH HHH HHH HHH HHH", five, {lion, owl}), Refusal::none},
      {draw_of(kFive, {"otter", "fish", "frog", "duck", "duck"}, {lion, owl}),
       Refusal::card_not_in_pile},
      {draw_of(kFive, {"otter", "fish", "frog", "duck", "lion"}, {lion, owl}),
       Refusal::card_not_in_pile},
      {no_card, Refusal::card_not_in_pile},
      {draw_of(kFive, five, {lion, lion}), Refusal::spirit_not_unseen},
      {draw_of(kFive, five, {lion, card_named("bee")}), Refusal::spirit_not_unseen},
      {draw_of(kFive, five, {lion, kHiddenCard}), Refusal::spirit_not_unseen},
      {draw_of(kFive, five, {lion, 100}), Refusal::spirit_not_unseen},
      {draw_of(kFive, five, {lion, owl}), Refusal::none},
      {draw_of(kFive, five, {kHiddenCard, kHiddenCard}), Refusal::none},
  };
}

TEST("a draw that does not answer what is needed says why and changes nothing") {
  for (const DrawCase& one : wrong_draws()) {
    State state = new_game({Side::A, 2, true, 0});
    const State before = state;
    const Refusal refusal = deal(state, one.draw);
    CHECK_IN(refusal == one.refusal, to_text(one.draw) + ": " + code_of(refusal));
    CHECK_EQUAL(same_bytes(state, before), one.refusal != Refusal::none);
  }
}

TEST("tokens that the bag does not hold cannot be drawn") {
  State state =
      state_of(Words{.central = kGone1, .bag = "W2M9T9L0F0H0", .turn = "2", .doing = "deal"});
  const State before = state;
  CHECK_EQUAL(deal(state, draw_of("WWW", {})), Refusal::tokens_not_in_bag);
  CHECK_EQUAL(deal(state, draw_of("WWL", {})), Refusal::tokens_not_in_bag);
  CHECK(same_bytes(state, before));
  CHECK_EQUAL(deal(state, draw_of("WWT", {})), Refusal::none);
}

TEST("no draw is due while somebody moves and none after the end") {
  State state = state_of(Words{});
  CHECK_EQUAL(deal(state, Draw{}), Refusal::no_draw_due);
  state = state_of(kOver);
  CHECK_EQUAL(deal(state, Draw{}), Refusal::no_draw_due);
}

TEST("each refusal has been seen and has a code of its own") {
  std::set<Refusal> seen = {Refusal::none, Refusal::tokens_not_in_bag, Refusal::no_draw_due,
                            Refusal::nothing_to_undo, Refusal::keep_is_final};
  for (const Case& one : kCases) seen.insert(one.refusal);
  for (const DrawCase& one : wrong_draws()) seen.insert(one.refusal);
  std::set<std::string> codes;
  for (int code = 0; code <= static_cast<int>(Refusal::keep_is_final); ++code) {
    const Refusal refusal = static_cast<Refusal>(code);
    CHECK_IN(seen.contains(refusal), code_of(refusal));
    CHECK(codes.insert(code_of(refusal)).second);
  }
}

}  // namespace
}  // namespace harmonies
