// Any bytes are moves and draws for a game: those that are accepted keep everything in order, those
// that are refused change nothing, and whatever happened, the game can be played to its end.
#include "fuzz_driver.hpp"
#include "harmonies/game.hpp"
#include "harmonies/simulate.hpp"
#include "invariants.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

void require(bool holds, const char* what, const State& state) {
  if (!holds) fuzz::found(what, to_text(state));
}

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  // Zero behind the end.
  unsigned next() { return empty() ? 0 : data_[at_++]; }
  unsigned next_two() {
    const unsigned high = next();
    return high << 8 | next();
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

class Session {
 public:
  Session(const Setup& setup, std::uint64_t seed)
      : random_(seed), game_(new_game(setup)), dealer_(game_.state(), random_) {}

  // One operation. The first byte says which, so that a game gets somewhere; the rest is anything.
  void step(Bytes& bytes) {
    const State before = game_.state();
    const int tokens = tokens_in_play(before) - lost_;
    const unsigned operation = bytes.next();
    if (operation < 96)
      play_index(static_cast<int>(bytes.next_two() % kMoveCount));
    else if (operation < 192)
      play_legal(bytes.next());
    else if (operation < 208)
      undo();
    else if (operation < 224)
      deal_odd(bytes);
    else
      deal_next();
    if (before != game_.state()) check(before, tokens);
  }

  void finish() {
    while (game_.state().phase != Phase::over) {
      if (game_.state().phase == Phase::deal)
        deal_next();
      else
        play_move(random_move(game_.state(), random_));
    }
    check(game_.state(), tokens_in_play(game_.state()) - lost_);
  }

 private:
  void play_index(int index) { play_move(Move::from_index(index)); }

  void play_legal(unsigned choice) {
    const MoveList moves = legal_moves(game_.state());
    if (!moves.empty()) play_move(moves[choice % moves.size()]);
  }

  void play_move(Move move) {
    const State before = game_.state();
    bool legal = false;
    for (const Move other : legal_moves(before)) legal = legal || other == move;
    const int undoable = game_.undoable();
    const Refusal refusal = game_.play(move);
    require((refusal == Refusal::none) == legal, "the legal moves are those accepted", before);
    if (refusal != Refusal::none) {
      require(same_bytes(before, game_.state()) && undoable == game_.undoable(),
              "a refused move changes nothing", before);
    } else if (move == Move::end() && before.solo()) {
      for (const TokenCount& group : before.groups) lost_ -= group.total();
    }
  }

  void undo() {
    const State before = game_.state();
    const int undoable = game_.undoable();
    const Refusal refusal = game_.undo();
    require((refusal == Refusal::none) == (undoable > 0), "what can be undone is", before);
    if (refusal == Refusal::none)
      require(before != game_.state() && game_.undoable() == undoable - 1, "undo takes back",
              before);
    else
      require(same_bytes(before, game_.state()), "a refused undo changes nothing", before);
  }

  void deal_next() {
    if (game_.state().phase != Phase::deal) return;
    const State before = game_.state();
    require(game_.deal(dealer_.draw(before)) == Refusal::none, "a dealer's draw is accepted",
            before);
  }

  // A draw that is most likely wrong. One that happens to be right is not from the dealer, so a new
  // dealer goes on from there.
  void deal_odd(Bytes& bytes) {
    const State before = game_.state();
    Draw draw;
    if (before.phase == Phase::deal && bytes.next() % 2 == 0) {
      Dealer other(before, random_);
      draw = other.draw(before);
    }
    for (unsigned changes = bytes.next() % 3; changes > 0; --changes) change(draw, bytes);
    if (game_.deal(draw) == Refusal::none)
      dealer_ = Dealer(game_.state(), random_);
    else
      require(same_bytes(before, game_.state()), "a refused draw changes nothing", before);
  }

  static void change(Draw& draw, Bytes& bytes) {
    const unsigned what = bytes.next();
    const auto value = static_cast<std::uint8_t>(bytes.next());
    if (what < 128)
      draw.groups[what % kGroups].of[what % kTokenKinds] = value;
    else if (what < 192)
      draw.river[what % kRiver] = value;
    else if (what < 224)
      draw.spirits[what % 2] = value;
    else
      draw = redacted(draw);
  }

  // `tokens` are those in play, with those that solo put out of the game.
  void check(const State& before, int tokens) {
    const State& state = game_.state();
    if (below(random_, 4) == 0)  // it takes long
      if (const char* broken = broken_invariant(state)) fuzz::found(broken, to_text(before));
    require(tokens_in_play(state) - lost_ == tokens, "no token is lost", before);
    require(tokens == kBox.total(), "all tokens are accounted for", before);
  }

  FastRandom random_;
  Game game_;
  Dealer dealer_;
  int lost_ = 0;
};

}  // namespace

fuzz::Material fuzz::material() {
  Material material;
  FastRandom random(1);
  for (int i = 0; i < 64; ++i) {
    Input input(1, static_cast<char>(i));
    for (std::uint32_t size = below(random, 900); size > 0; --size)
      input += static_cast<char>(below(random, 256));
    material.seeds.push_back(input);
  }
  // Legal moves and draws, which lead far into a game.
  for (const unsigned operation : {100U, 150U, 230U, 230U})
    material.pieces.push_back(Input(8, static_cast<char>(operation)));
  return material;
}

}  // namespace harmonies

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace harmonies;
  Bytes bytes(data, size);
  Setup setup = kAllSetups[bytes.next() % kAllSetups.size()];
  setup.first = static_cast<std::uint8_t>(bytes.next() % setup.players);
  Session session(setup, bytes.next_two());
  while (!bytes.empty()) session.step(bytes);
  session.finish();
  return 0;
}
