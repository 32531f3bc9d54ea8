#include "harmonies/move.hpp"

#include "check.hpp"
#include "positions.hpp"

namespace harmonies {
namespace {

// What the parts of a move say, put together again.
Move from_parts(Move move) {
  switch (move.kind()) {
    case MoveKind::keep: return Move::keep(move.card());
    case MoveKind::take: return Move::take(move.group());
    case MoveKind::place: return Move::place(move.token(), move.space());
    case MoveKind::draft: return Move::draft(move.card());
    case MoveKind::settle: return Move::settle(move.card(), move.space());
    case MoveKind::discard: return Move::discard(move.card());
    case MoveKind::end: return Move::end();
  }
  return Move::end();
}

TEST("there are 1520 moves in the order of the action space") {
  CHECK_EQUAL(kMoveCount, 1520);
  CHECK_EQUAL(move_of("keep lion").index(), 0);
  CHECK_EQUAL(move_of("keep tortoise").index(), 9);
  CHECK_EQUAL(move_of("take 1").index(), 10);
  CHECK_EQUAL(move_of("take 5").index(), 14);
  CHECK_EQUAL(move_of("place W a1").index(), 15);
  CHECK_EQUAL(move_of("place M c3").index(), 56);
  CHECK_EQUAL(move_of("place H g4").index(), 194);
  CHECK_EQUAL(move_of("draft crocodile").index(), 195);
  CHECK_EQUAL(move_of("draft panther").index(), 226);
  CHECK_EQUAL(move_of("settle crocodile a1").index(), 227);
  CHECK_EQUAL(move_of("settle tortoise g4").index(), 1486);
  CHECK_EQUAL(move_of("discard crocodile").index(), 1487);
  CHECK_EQUAL(move_of("discard panther").index(), 1518);
  CHECK_EQUAL(move_of("end").index(), 1519);
}

TEST("every move is its index, its parts and its text") {
  for (int index = 0; index < kMoveCount; ++index) {
    const Move move = Move::from_index(index);
    CHECK_EQUAL(move.index(), index);
    CHECK_EQUAL(from_parts(move), move);
    const ParsedMove parsed = parse_move(to_text(move));
    CHECK_EQUAL(code_of(parsed.syntax), "");
    CHECK_EQUAL(parsed.move, move);
  }
}

TEST("spaces between the words of a move may be many") {
  CHECK_EQUAL(to_text(move_of("  settle   fennec c3 ")), "settle fennec c3");
  CHECK_EQUAL(to_text(move_of(" end")), "end");
}

struct Wrong {
  const char* text;
  const char* code;
  int column;
};

constexpr Wrong kWrong[] = {
    {"", "syntax/missing-word", 0},
    {"   ", "syntax/missing-word", 3},
    {"End", "syntax/unknown-verb", 0},
    {"put M c3", "syntax/unknown-verb", 0},
    {"  put M c3", "syntax/unknown-verb", 2},
    {"end\n", "syntax/unknown-verb", 0},
    {"end end", "syntax/trailing-text", 4},
    {"keep", "syntax/missing-word", 4},
    {"keep unicorn", "syntax/unknown-card", 5},
    {"keep otter", "syntax/not-a-spirit", 5},
    {"keep lion lion", "syntax/trailing-text", 10},
    {"take", "syntax/missing-word", 4},
    {"take ", "syntax/missing-word", 5},
    {"take 0", "syntax/unknown-group", 5},
    {"take 6", "syntax/unknown-group", 5},
    {"take 11", "syntax/unknown-group", 5},
    {"take one", "syntax/unknown-group", 5},
    {"take 1 2", "syntax/trailing-text", 7},
    {"place", "syntax/missing-word", 5},
    {"place X c3", "syntax/unknown-token", 6},
    {"place WW c3", "syntax/unknown-token", 6},
    {"place m c3", "syntax/unknown-token", 6},
    {"place M", "syntax/missing-word", 7},
    {"place M h1", "syntax/unknown-space", 8},
    {"place M b5", "syntax/unknown-space", 8},
    {"place M c33", "syntax/unknown-space", 8},
    {"place M c3*", "syntax/unknown-space", 8},
    {"draft", "syntax/missing-word", 5},
    {"draft lion", "syntax/not-an-animal", 6},
    {"draft Otter", "syntax/unknown-card", 6},
    {"draft otter c3", "syntax/trailing-text", 12},
    {"settle fennec", "syntax/missing-word", 13},
    {"settle c3 fennec", "syntax/unknown-card", 7},
    {"settle fennec x3", "syntax/unknown-space", 14},
    {"settle fennec c3 c4", "syntax/trailing-text", 17},
    {"discard owl", "syntax/not-an-animal", 8},
};

TEST("a text that is no move says what is wrong and where") {
  for (const Wrong& wrong : kWrong) {
    const ParsedMove parsed = parse_move(wrong.text);
    CHECK_IN(std::string(code_of(parsed.syntax)) == wrong.code, wrong.text);
    CHECK_IN(parsed.column == wrong.column, wrong.text);
  }
}

TEST("each way for a text to be no move has been seen") {
  for (int code = 1; code <= static_cast<int>(MoveSyntax::trailing_text); ++code) {
    const std::string wanted = code_of(static_cast<MoveSyntax>(code));
    bool seen = false;
    for (const Wrong& wrong : kWrong) seen = seen || wanted == wrong.code;
    CHECK_IN(seen, wanted);
  }
}

}  // namespace
}  // namespace harmonies
