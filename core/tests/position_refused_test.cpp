// Positions and draws that are refused, each with its code and its place: the caret in a text
// stands before the character at fault and is no part of the text.
#include "check.hpp"
#include "invariants.hpp"
#include "positions.hpp"

namespace harmonies {
namespace {

const std::string kEmpty = kEmptyA;
const std::string kOtherSpirit = kEmpty + " ram:0";
const std::string kFull = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,W,W";
const std::string kTwoLeft = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,2";
const std::string kFour = "crocodile:0,ray:0,gecko:0,mouse:0";
const std::string kLean = "W5M5T0L5F5H5";
const std::string kLFH = "LFH,LFH,LFH,LFH,LFH";

// A game with spirits in its third turn, when both seats have kept one.
Words spirits(const std::string& seat) {
  return {.setup = "A2s", .seats = {seat, kOtherSpirit}, .turn = "3"};
}
// The first turn of a game with spirits.
Words choosing(const std::string& seat, const std::string& other = kEmpty + " -") {
  return {.setup = "A2s", .seats = {seat, other}, .doing = "keep"};
}

struct Wrong {
  std::string text;
  const char* code;
};

Wrong wrong(const Words& words, const char* code) { return {words.text(), code}; }

std::vector<Wrong> wrong_words() {
  return {
      {"^", "text/missing-word"},
      {"A2^", "text/missing-word"},
      {"A2 ^ 5/4/5/4/5", "text/missing-word"},
      {"^ " + Words{}.text(), "text/missing-word"},
      {Words{}.text() + " ^more", "text/trailing-text"},
      {Words{}.text() + " ^", "text/trailing-text"},
      wrong({.seats = {"5/4/5/4/5/^ -"}}, "text/column-count"),
      wrong({.seats = {"5/4/5/4/5,^ -"}}, "text/unknown-stack"),
      wrong({.seats = {"5/4/5/4/5 ray:0,^"}}, "text/unknown-card"),
      wrong({.central = "WMT,WMT,WMT,WMT,WMT,^"}, "text/slot-count"),
      wrong({.river = "otter,fish,-,-,-,^"}, "text/slot-count"),
      wrong({.gone = "ray,^"}, "text/unknown-card"),
      wrong({.doing = "play+^"}, "text/bad-doing"),
      wrong(spirits("W*,4/4/5/4/5 owl:1@^"), "text/spirit-space"),
      wrong({.setup = "^C2"}, "text/bad-setup"),
      wrong({.setup = "^a2"}, "text/bad-setup"),
      {"^A5 5/4/5/4/5", "text/bad-setup"},
      {"^A0 5/4/5/4/5", "text/bad-setup"},
      {"^A2S 5/4/5/4/5", "text/bad-setup"},
      {"^A2ss 5/4/5/4/5", "text/bad-setup"},
      {"^A 5/4/5/4/5", "text/bad-setup"},
      wrong({.seats = {"^0,W,4/4/5/4/5 -"}}, "text/bad-number"),
      wrong({.seats = {"W,^04/4/5/4/5 -"}}, "text/bad-number"),
      wrong({.seats = {"^1000/4/5/4/5 -"}}, "text/bad-number"),
      wrong({.seats = {"^5x/4/5/4/5 -"}}, "text/bad-number"),
      wrong({.seats = {"^TTT,4/4/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"5/^LT,3/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"^*,4/4/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"^W**,4/4/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"^-/4/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"W,^,4/4/5/4/5 -"}}, "text/unknown-stack"),
      wrong({.seats = {"5/4/5/4^ -"}}, "text/column-count"),
      wrong({.seats = {"5/4/5/4/5/^3/4 -"}}, "text/column-count"),
      wrong({.seats = {"^4/4/5/4/5 -"}}, "text/column-length"),
      wrong({.seats = {"5/4/5/4/^6 -"}}, "text/column-length"),
      wrong({.seats = {"5/^2,999,999,999/5/4/5 -"}}, "text/column-length"),
      wrong({.seats = {"W,W,W,W,W,^W/4/5/4/5 -"}}, "text/column-length"),
      wrong({.seats = {"^T*,4/4/5/4/5 crocodile:1"}}, "text/no-place-for-cube"),
      wrong({.seats = {"5/4/^TT*,4/4/5 crocodile:1"}}, "text/no-place-for-cube"),
      wrong({.seats = {"^H*,4/4/5/4/5 crocodile:1"}}, "text/no-place-for-cube"),
      wrong({.central = "WMT,WMT,WMT,WMT^"}, "text/slot-count"),
      wrong({.central = kLFH + ",^LFH"}, "text/slot-count"),
      wrong({.central = "WMT,^,WMT,WMT,WMT"}, "text/slot-count"),
      wrong({.central = "WMT,WMT,WM^X,WMT,WMT"}, "text/unknown-token"),
      wrong({.central = "WMT,^WM,WMT,WMT,WMT"}, "text/group-size"),
      wrong({.central = "WMT,^WMTT,WMT,WMT,WMT"}, "text/group-size"),
      wrong({.river = "otter,fish,frog,duck^"}, "text/slot-count"),
      wrong({.river = "otter,fish,frog,duck,bee,^ray"}, "text/slot-count"),
      wrong({.river = "otter,fish,frog,duck,^unicorn"}, "text/unknown-card"),
      wrong({.river = "otter,fish,frog,duck,^lion"}, "text/not-an-animal"),
      wrong({.gone = "ray,^lion"}, "text/not-an-animal"),
      wrong({.gone = "^unicorn"}, "text/unknown-card"),
      wrong({.bag = "W18M18T16L19F19^"}, "text/bad-bag"),
      wrong({.bag = "^M18W18T16L19F19H15"}, "text/bad-bag"),
      wrong({.bag = "^W01M18T16L19F19H15"}, "text/bad-bag"),
      wrong({.bag = "W1^M24T16L19F19H15"}, "text/bad-bag"),
      wrong({.bag = "W1M2T3L4F5H6^W1"}, "text/bad-bag"),
      wrong({.first = "^3"}, "text/bad-first"),
      wrong({.first = "^0"}, "text/bad-first"),
      wrong({.turn = "^0"}, "text/bad-turn"),
      wrong({.turn = "^201"}, "text/bad-turn"),
      wrong({.turn = "^190"}, "text/bad-turn"),
      wrong({.turn = "^x"}, "text/bad-turn"),
      wrong({.doing = "^wait"}, "text/bad-doing"),
      wrong({.doing = "^deal+draft"}, "text/bad-doing"),
      wrong({.doing = "^play!+draft"}, "text/bad-doing"),
      wrong({.doing = "play+^draft+discard"}, "text/bad-doing"),
      wrong({.doing = "play+^discard"}, "text/bad-doing"),
      wrong({.doing = "play:^6="}, "text/bad-doing"),
      wrong({.doing = "play:^1"}, "text/bad-doing"),
      wrong({.doing = "play:^1=WMTL"}, "text/bad-doing"),
      wrong({.central = "-,WMT,WMT,WMT,WMT", .doing = "play:1=M^X"}, "text/unknown-token"),
      wrong({.doing = "play:^1=MT"}, "text/taken-group-full"),
  };
}

std::vector<Wrong> wrong_cards() {
  return {
      wrong({.seats = {kEmpty + " ^fennec"}}, "text/bad-card-entry"),
      wrong({.seats = {kEmpty + " ray:0,^fennec:"}}, "text/bad-card-entry"),
      wrong({.seats = {kEmpty + " ^fennec:-1"}}, "text/bad-card-entry"),
      wrong(spirits(kEmpty + " owl:^2"), "text/bad-card-entry"),
      wrong(spirits(kEmpty + " ~^owl"), "text/bad-card-entry"),
      wrong(spirits(kEmpty + " owl:0,~cat,~^deer"), "text/bad-card-entry"),
      wrong({.seats = {kEmpty + " ^unicorn:0"}}, "text/unknown-card"),
      wrong({.seats = {kEmpty + " ^:0"}}, "text/unknown-card"),
      wrong({.seats = {kEmpty + " fennec:^4"}}, "text/too-many-cubes"),
      wrong({.seats = {kEmpty + " fennec:^255"}}, "text/too-many-cubes"),
      wrong(spirits(kEmpty + " owl:0,~^otter"), "text/not-a-spirit"),
      wrong(choosing(kEmpty + " lion|^fish"), "text/not-a-spirit"),
      wrong(choosing(kEmpty + " ^?|lion"), "text/unknown-card"),
      wrong({.seats = {kEmpty + " otter:0"}, .river = "-,-,-,-,-", .gone = "^otter"},
            "text/card-twice"),
      wrong({.seats = {kEmpty + " ray:0,^ray:0"}}, "text/card-twice"),
      wrong({.seats = {kEmpty + " ray:0", kEmpty + " ^ray:0"}}, "text/card-twice"),
      wrong({.river = "otter,fish,^otter,-,-"}, "text/card-twice"),
      wrong({.gone = "^bee"}, "text/card-twice"),
      wrong(spirits(kEmpty + " owl:0,^cat:0"), "text/card-twice"),
      wrong(spirits(kEmpty + " owl:0,~^owl"), "text/card-twice"),
      wrong(choosing(kEmpty + " lion|^lion"), "text/card-twice"),
      wrong({.seats = {kEmpty + " ^owl:0"}, .turn = "3"}, "text/spirits-not-in-game"),
      wrong({.seats = {kEmpty + " ^lion|owl"}, .doing = "keep"}, "text/spirits-not-in-game"),
      wrong({.setup = "A2s", .seats = {kEmpty + " owl:0", kEmpty + " ^ram:0"}},
            "text/spirit-too-early"),
      wrong({.setup = "A2s", .seats = {kEmpty + " ^owl:0"}, .doing = "deal"},
            "text/spirit-too-early"),
      wrong(spirits("W*,4/4/5/4/5 owl:1@^b1"), "text/spirit-space"),
      wrong(spirits("W*,4/4/5/4/5 owl:1@^z9"), "text/spirit-space"),
      wrong(spirits("W*,4/4/5/4/5 crocodile:1,owl:0@^a1"), "text/spirit-space"),
      wrong({.setup = "A2s", .seats = {kEmpty + " ^lion|owl"}}, "text/pair-not-due"),
      wrong(choosing(kEmpty + " lion|owl,^cat|deer"), "text/pair-not-due"),
      wrong(choosing(kEmpty + " -", kEmpty + " ^lion|owl"), "text/pair-not-due"),
      wrong({.setup = "A2s", .seats = {kEmpty + " ^lion|owl"}, .turn = "3", .doing = "keep"},
            "text/pair-not-due"),
      wrong({.setup = "A2s", .doing = "^keep"}, "text/pair-missing"),
      wrong({.doing = "^keep"}, "text/pair-missing"),
  };
}

std::vector<Wrong> wrong_wholes() {
  const std::string lhf = "-" + kLFH.substr(3);
  return {
      wrong({.bag = "^W19M18T16L19F19H15"}, "text/too-many-tokens"),
      wrong({.seats = {kEmpty + " -", "HH,HH,HH,HH,HH/4/5/4/5 -"}, .bag = "^W0M0T0L0F0H6"},
            "text/too-many-tokens"),
      wrong({.central = lhf, .bag = "^W5M5T5L5F5H11", .doing = "play:1=H"}, "text/too-many-tokens"),
      wrong({.seats = {"^W,4/4/5/4/5 crocodile:1"}}, "text/cubes-do-not-match"),
      wrong({.seats = {"^W*,4/4/5/4/5 crocodile:0"}}, "text/cubes-do-not-match"),
      wrong({.seats = {"^W*,4/4/5/4/5 -"}}, "text/cubes-do-not-match"),
      wrong(spirits("^" + kEmpty + " owl:1"), "text/cubes-do-not-match"),
      wrong({.seats = {kEmpty + " ^" + kFour + ",peacock:0"}}, "text/too-many-uncompleted"),
      wrong(spirits(kEmpty + " ^" + kFour + ",owl:0"), "text/too-many-uncompleted"),
      wrong(choosing(kEmpty + " ^" + kFour + ",lion|owl"), "text/too-many-uncompleted"),
      wrong(choosing(kEmpty + " lion|owl", kEmpty + " ^" + kFour), "text/too-many-uncompleted"),
      wrong({.seats = {"^" + kTwoLeft + " -"}, .central = kLFH, .bag = kLean},
            "text/no-room-to-play"),
      wrong({.seats = {"^" + kTwoLeft + " -"}, .central = kLFH, .bag = kLean, .turn = "2"},
            "text/no-room-to-play"),
      wrong({.seats = {"^" + kFull + " -"}, .central = lhf, .bag = kLean, .doing = "play:1=L"},
            "text/no-room-to-play"),
      wrong({.seats = {"^" + kFull + " -"},
             .central = kLFH,
             .bag = kLean,
             .first = "2",
             .turn = "2",
             .doing = "play!"},
            "text/no-room-to-play"),
      wrong({.setup = "A4", .central = "-,-,WMT,WMT,WMT", .doing = "^play"},
            "text/no-group-to-take"),
      wrong({.setup = "A4", .central = "-,-,-,WMT,WMT", .doing = "^play:1="},
            "text/no-group-to-take"),
      wrong({.central = "-,-,-,-,-",
             .river = "otter,fish,frog,duck,-",
             .bag = "W9M0T0L0F0H0",
             .doing = "^deal"},
            "text/no-group-to-take"),
      wrong({.doing = "^deal"}, "text/nothing-to-deal"),
      wrong({.doing = "^play!"}, "text/round-is-over"),
      wrong({.central = "-,WMT,WMT,WMT,WMT", .turn = "5", .doing = "^deal!"}, "text/round-is-over"),
      wrong({.turn = "3", .doing = "^over"}, "text/round-goes-on"),
      wrong({.turn = "2", .doing = "^over!"}, "text/round-goes-on"),
      wrong({.turn = "1", .doing = "^over!"}, "text/round-goes-on"),
  };
}

void check_refused(const Wrong& wrong) {
  const std::size_t caret = wrong.text.find('^');
  const std::string text = wrong.text.substr(0, caret) + wrong.text.substr(caret + 1);
  const Parsed<State> parsed = parse_state(text);
  CHECK_IN(std::string(code_of(parsed.error)) == wrong.code,
           std::string(code_of(parsed.error)) + " for " + wrong.text);
  CHECK_IN(parsed.column == static_cast<int>(caret),
           std::to_string(parsed.column) + " for " + wrong.text);
  CHECK(same_bytes(parsed.value, State{}));
}

TEST("words that cannot be read are refused with their place") {
  for (const Wrong& wrong : wrong_words()) check_refused(wrong);
}

TEST("cards that cannot be there are refused with their place") {
  for (const Wrong& wrong : wrong_cards()) check_refused(wrong);
}

TEST("positions that no game could hold are refused with their place") {
  for (const Wrong& wrong : wrong_wholes()) check_refused(wrong);
}

TEST("a column of more spaces than a number can count is refused") {
  std::string text = "A1 ";
  for (int i = 0; i < 2'200'000; ++i) text += "999,";
  const Parsed<State> parsed = parse_state(text + "1/4/5/4/5 -");
  CHECK_EQUAL(parsed.error, TextError::column_length);
  CHECK_EQUAL(parsed.column, 3);
}

TEST("what is like them and right is read") {
  for (const Words& words : {
           Words{},
           Words{.bag = "W18M18T16L19F19H15"},
           Words{.seats = {kEmpty + " " + kFour}},
           Words{.seats = {"TL*,W*,3/4/5/4/5 crocodile:2"}},
           Words{.seats = {kTwoLeft + " -"},
                 .central = "-" + kLFH.substr(3),
                 .bag = kLean,
                 .doing = "play:1=LF"},
           Words{.seats = {kFull + " -"},
                 .central = kLFH,
                 .bag = kLean,
                 .turn = "2",
                 .doing = "play!"},
           Words{.seats = {kFull + " -"},
                 .central = kLFH,
                 .bag = kLean,
                 .turn = "3",
                 .doing = "over!"},
           Words{.setup = "A4", .central = "-,-,WMT,WMT,WMT", .doing = "play:1="},
           Words{.setup = "A4", .central = "-,-,WMT,WMT,WMT", .doing = "deal"},
           Words{.turn = "172"},
           choosing(kEmpty + " ?|?"),
           spirits("W*,4/4/5/4/5 gecko:0,mouse:0,peacock:0,koala:0,owl:1@a1"),
       })
    CHECK_EQUAL(to_text(state_of(words)), words.text());
}

// Each holds something that no game could hold before a word that cannot be read.
std::vector<Wrong> wrong_syntax_behind_wrong_things() {
  const std::string behind = "^wait";
  return {
      wrong({.seats = {kEmpty + " ray:0,ray:0"}, .doing = behind}, "text/bad-doing"),
      wrong({.seats = {kEmpty + " fennec:999"}, .doing = behind}, "text/bad-doing"),
      wrong({.seats = {"T*,4/4/5/4/5 -"}, .turn = "^x"}, "text/bad-turn"),
      wrong({.seats = {kEmpty + " owl:0"}, .doing = behind}, "text/bad-doing"),
      wrong({.seats = {kEmpty + " lion|lion"}, .first = "^5"}, "text/bad-first"),
      wrong(spirits("W*,4/4/5/4/5 owl:1@b1,^unicorn:0"), "text/unknown-card"),
      wrong({.river = "otter,fish,otter,-,-", .bag = "W18M18T16L19F19^"}, "text/bad-bag"),
      wrong({.bag = "W99M18T16L19F19H15", .turn = "^0"}, "text/bad-turn"),
      wrong({.first = "4", .doing = behind}, "text/bad-doing"),
      wrong({.doing = "play:1=M^X"}, "text/unknown-token"),
      {Words{.gone = "bee"}.text() + " ^more", "text/trailing-text"},
  };
}

TEST("words that cannot be read are told before what no game could hold") {
  for (const Wrong& wrong : wrong_syntax_behind_wrong_things()) check_refused(wrong);
}

const Wrong kWrongDraws[] = {
    {"^", "text/missing-word"},
    {"^turned otter", "text/unknown-part"},
    {"drawn WMT WMT WMT WMT^", "text/missing-word"},
    {"drawn WMT ^WM WMT WMT WMT", "text/group-size"},
    {"drawn WMT WM^X WMT WMT WMT", "text/unknown-token"},
    {"drawn WMT WMT WMT WMT WMT ^WMT otter", "text/unknown-part"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck ^dealt lion owl", "text/unknown-card"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck ^lion dealt lion owl",
     "text/not-an-animal"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee^", "text/missing-word"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee dealt lion ^ray",
     "text/not-a-spirit"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee dealt lion owl ^cat",
     "text/trailing-text"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee dealt lion owl ^",
     "text/trailing-text"},
    {"drawn HHH HHH HHH HHH HHH turned otter fish frog duck ^otter dealt lion owl",
     "text/draw-not-possible"},
    {"drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee dealt lion ^lion",
     "text/draw-not-possible"},
    {"^drawn WMT WMT WMT WMT WMT turned otter fish frog duck bee dealt lion ?",
     "text/draw-not-possible"},
    {"drawn HHH HHH HHH HHH HHH turned otter otter otter frog duck dealt lion ^ray",
     "text/not-a-spirit"},
    {"drawn HHH HHH HHH HHH HHH turned otter otter frog duck ^unicorn dealt lion lion",
     "text/unknown-card"},
};

void check_draw_refused(const State& state, const Wrong& wrong) {
  const std::size_t caret = wrong.text.find('^');
  const std::string text = wrong.text.substr(0, caret) + wrong.text.substr(caret + 1);
  const Parsed<Draw> parsed = parse_draw(state, text);
  CHECK_IN(std::string(code_of(parsed.error)) == wrong.code,
           std::string(code_of(parsed.error)) + " for " + wrong.text);
  CHECK_IN(parsed.column == static_cast<int>(caret), wrong.text);
  CHECK(parsed.value == Draw{});
}

TEST("draws that do not answer what is needed are refused with their place") {
  for (const Wrong& wrong : kWrongDraws) check_draw_refused(new_game({Side::A, 2, true, 0}), wrong);
  check_draw_refused(state_of(Words{}), {"^drawn WMT", "text/draw-not-due"});
}

TEST("each way for a position or a draw to be wrong has been seen") {
  std::vector<Wrong> all = wrong_words();
  for (const std::vector<Wrong>& more : {wrong_cards(), wrong_wholes()})
    all.insert(all.end(), more.begin(), more.end());
  all.insert(all.end(), std::begin(kWrongDraws), std::end(kWrongDraws));
  all.push_back({"", "text/draw-not-due"});
  for (int code = 1; code <= static_cast<int>(TextError::draw_not_possible); ++code) {
    const std::string wanted = code_of(static_cast<TextError>(code));
    bool seen = false;
    for (const Wrong& wrong : all) seen = seen || wanted == wrong.code;
    CHECK_IN(seen, wanted);
  }
}

}  // namespace
}  // namespace harmonies
