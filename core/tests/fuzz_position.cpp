// Any text is a position, a move or a draw, or is refused with its place. Every position that is
// read can be played to its end, with any moves and draws, and is never stuck.
#include "fuzz_driver.hpp"
#include "harmonies/simulate.hpp"
#include "invariants.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

std::uint64_t hash_of_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

void require(bool holds, const char* what, const std::string& where) {
  if (!holds) fuzz::found(what, where);
}

void check_state(const State& state) {
  if (const char* broken = broken_invariant(state)) fuzz::found(broken, to_text(state));
}

void check_place(int column, std::string_view text) {
  require(column >= 0 && column <= static_cast<int>(text.size()),
          "an error has a place in the text", std::string(text));
}

// Moves that are all equally likely, or lively ones.
void play_to_the_end(State state, FastRandom& random) {
  constexpr int kMostSteps = 4000;
  const bool lively = below(random, 4) == 0;
  Dealer dealer(state, random);
  for (int step = 0; state.phase != Phase::over; ++step) {
    require(step < kMostSteps, "a game comes to an end", to_text(state));
    if (state.phase == Phase::deal) {
      const Draw draw = dealer.draw(state);
      const Parsed<Draw> parsed = parse_draw(state, to_text(draw));
      require(parsed.error == TextError::none && parsed.value == draw, "a draw reads as it prints",
              to_text(state));
      require(deal(state, draw) == Refusal::none, "a dealer's draw is accepted", to_text(state));
      continue;
    }
    require(!legal_moves(state).empty(), "a game that is not over goes on", to_text(state));
    const Move move = lively ? lively_move(state, random) : random_move(state, random);
    require(play(state, move) == Refusal::none, "a legal move is accepted", to_text(state));
    if (below(random, 16) == 0) check_state(state);
  }
  check_state(state);
}

const State& waiting_for_draw() {
  static const State state = new_game({Side::A, 2, true, 0});
  return state;
}

void check_moves_and_draws(std::string_view text) {
  const ParsedMove move = parse_move(text);
  if (move.syntax == MoveSyntax::fine)
    require(parse_move(to_text(move.move)).move == move.move, "a move reads as it prints",
            std::string(text));
  else
    check_place(move.column, text);
  const Parsed<Draw> draw = parse_draw(waiting_for_draw(), text);
  if (draw.error == TextError::none) {
    State state = waiting_for_draw();
    require(deal(state, draw.value) == Refusal::none, "a draw that is read is accepted",
            std::string(text));
    check_state(state);
  } else {
    check_place(draw.column, text);
  }
}

}  // namespace

fuzz::Material fuzz::material() {
  Material material;
  FastRandom random(1);
  for (const Setup& setup : kAllSetups)
    play_lively_game(setup, random, [&](const State&, const State& state) {
      if (below(random, 5) != 0) return;
      material.seeds.push_back(to_text(state));
      // Where not every token is in the game, one can be added.
      State lean = redacted(state, SeatSet{0});
      for (std::uint8_t& tokens : lean.bag.of) tokens /= 2;
      material.seeds.push_back(to_text(lean));
    });
  Dealer dealer(waiting_for_draw(), random);
  material.seeds.push_back(to_text(dealer.draw(waiting_for_draw())));
  for (int index = 0; index < kMoveCount; index += 97)
    material.seeds.push_back(to_text(Move::from_index(index)));

  material.pieces = {"deal",      "keep",
                     "play",      "over",
                     "play:1=",   "play:3=WF",
                     "+draft",    "+discard",
                     "!",         "?|?",
                     "lion|owl",  "~owl",
                     ":0",        ":1",
                     ":1@c3",     "-",
                     "-,",        "0",
                     "1",         "2",
                     "5",         "200",
                     "255",       "256",
                     "999",       "A1",
                     "A2s",       "B4s",
                     "B1",        "*",
                     ",",         "/",
                     "1/2",       "4/3/4/3/4/3/4",
                     "5/4/5/4/5", "drawn",
                     "turned",    "dealt"};
  for (const char* stack : kStackNames) material.pieces.push_back(stack);
  for (Card card = 0; card < kCardCount; ++card)
    material.pieces.push_back(std::string(name_of_card(card)) + ":0,");
  return material;
}

}  // namespace harmonies

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace harmonies;
  const std::string text(data, data + size);
  check_moves_and_draws(text);
  const Parsed<State> parsed = parse_state(text);
  if (parsed.error != TextError::none) {
    check_place(parsed.column, text);
    require(*code_of(parsed.error) != '\0', "every error has a code", text);
    require(same_bytes(parsed.value, State{}), "a refused position leaves nothing behind", text);
    return -1;
  }
  check_state(parsed.value);
  FastRandom random(hash_of_text(text));
  play_to_the_end(parsed.value, random);
  return 0;
}
