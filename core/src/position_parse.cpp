#include <algorithm>

#include "parser.hpp"

namespace harmonies {
namespace {

class PositionParser : public Parser {
 public:
  explicit PositionParser(std::string_view text) : Parser(text, State{}) {}

  State parse() {
    setup(word());
    for (int seat = 0; ok() && seat < state_.players; ++seat) {
      board_words_[static_cast<std::size_t>(seat)] = word();
      board(seat);
      card_words_[static_cast<std::size_t>(seat)] = word();
      cards(seat);
    }
    if (ok()) central(word());
    if (ok()) river(word());
    if (ok()) gone(word());
    if (ok()) bag(bag_word_ = word());
    if (ok()) first(word());
    if (ok()) turn(turn_word_ = word());
    if (ok()) doing(doing_word_ = word());
    if (ok()) require(rest_.done(), TextError::trailing_text, rest_);
    all_is_read();
    if (ok()) state_.pile = static_cast<std::uint32_t>(kAllAnimals & ~seen_);
    if (ok()) check_whole();
    return ok() ? state_ : State{};
  }

 private:
  Seat& seat_at(int seat) { return state_.seats[static_cast<std::size_t>(seat)]; }

  void setup(const Piece& word) {
    const std::string_view text = word.text;
    const bool fine = (text.size() == 2 || (text.size() == 3 && text[2] == 's')) &&
                      (text[0] == 'A' || text[0] == 'B') && text[1] >= '1' && text[1] <= '4';
    require(fine, TextError::bad_setup, word);
    if (!ok()) return;
    state_.side = text[0] == 'A' ? Side::A : Side::B;
    state_.players = static_cast<std::uint8_t>(text[1] - '0');
    state_.spirits = text.size() == 3;
  }

  void board(int seat) {
    Piece rest = board_words_[static_cast<std::size_t>(seat)];
    const auto& heights = kColumnHeights[static_cast<std::size_t>(state_.side)];
    for (int i = 0; ok() && i < kMostColumns; ++i) {
      const int height = heights[static_cast<std::size_t>(i)];
      if (height == 0) continue;
      require(!rest.empty(), TextError::column_count, rest);
      if (ok()) board_column(seat, i, height, cut(rest, '/'));
    }
    if (ok()) require(rest.done(), TextError::column_count, rest);
  }

  void board_column(int seat, int number, int height, Piece rest) {
    const Piece whole = rest;
    int row = 0;
    while (ok() && !rest.done() && row <= height) {
      const Piece item = cut(rest, ',');
      if (!item.empty() && item.text[0] >= '0' && item.text[0] <= '9') {
        const auto run = number_in(item.text);
        require(run && *run >= 1, TextError::bad_number, item);
        if (ok()) row += *run;
      } else {
        const ParsedStack parsed = parse_stack(item.text);
        require(parsed.known && parsed.stack != Stack::empty, TextError::unknown_stack, item);
        require(row < height, TextError::column_length, item);
        if (!ok()) return;
        expect(!parsed.cube || takes_cube(parsed.stack), TextError::no_place_for_cube, item);
        const Space space = space_at(number, row++);
        seat_at(seat).board.set(space, parsed.stack);
        if (parsed.cube) seat_at(seat).board.cubes |= bit(space);
      }
    }
    require(row == height, TextError::column_length, whole);
  }

  void cards(int seat) {
    Piece rest = card_words_[static_cast<std::size_t>(seat)];
    if (rest.text == "-") return;
    while (ok() && !rest.done()) {
      const Piece entry = cut(rest, ',');
      if (entry.text.find('|') != std::string_view::npos)
        pair(seat, entry);
      else if (!entry.empty() && entry.text[0] == '~')
        returned(seat, entry.from(1));
      else
        held_card(seat, entry);
    }
  }

  void held_card(int seat, const Piece& entry) {
    Piece rest = entry;
    const Piece name = cut(rest, ':');
    const Card found = card(name);
    if (ok()) see(found, name);
    if (!ok()) return;
    if (is_spirit(found)) return kept_spirit(seat, found, name, rest);
    const auto settled = number_in(rest.text);
    require(settled.has_value(), TextError::bad_card_entry, entry);
    if (ok()) expect(*settled <= cubes_of(found), TextError::too_many_cubes, rest);
    if (!ok()) return;
    state_.settled[found] = static_cast<std::uint8_t>(*settled);
    std::uint32_t& cards =
        *settled == cubes_of(found) ? seat_at(seat).completed : seat_at(seat).held;
    cards |= static_cast<std::uint32_t>(card_bit(found));
  }

  void kept_spirit(int seat, Card found, const Piece& name, Piece rest) {
    Seat& of = seat_at(seat);
    expect(state_.spirits, TextError::spirits_not_in_game, name);
    expect(of.spirit == kNoCard, TextError::card_twice, name);
    const Piece cubes = cut(rest, '@');
    require(cubes.text == "0" || cubes.text == "1", TextError::bad_card_entry, cubes);
    if (!ok()) return;
    of.spirit = found;
    if (cubes.text == "1") of.spirit_space = kSomewhere;
    if (rest.done()) return;
    const Space space = space_named(rest.text);
    require(space != kNowhere, TextError::spirit_space, rest);
    if (!ok()) return;
    expect(of.spirit_settled() && has(of.board.cubes, space), TextError::spirit_space, rest);
    of.spirit_space = space;
  }

  void returned(int seat, const Piece& name) {
    const Card found = spirit_card(name);
    require(seat_at(seat).spirit != kNoCard && seat_at(seat).returned == kNoCard,
            TextError::bad_card_entry, name);
    if (ok()) see(found, name);
    if (ok()) seat_at(seat).returned = found;
  }

  void pair(int seat, const Piece& entry) {
    expect(state_.spirits, TextError::spirits_not_in_game, entry);
    expect(pair_.empty() && seat_at(seat).spirit == kNoCard, TextError::pair_not_due, entry);
    pair_ = entry;
    pair_seat_ = seat;
    Piece rest = entry;
    const Piece one = cut(rest, '|');
    if (one.text == "?" && rest.text == "?") {
      state_.dealt = {kHiddenCard, kHiddenCard};
      return;
    }
    const Card first = spirit_card(one);
    const Card second = ok() ? spirit_card(rest) : kNoCard;
    if (ok()) see(first, one);
    if (ok()) see(second, rest);
    if (ok()) state_.dealt = {std::min(first, second), std::max(first, second)};
  }

  void central(Piece rest) {
    for (std::size_t i = 0; ok() && i < static_cast<std::size_t>(state_.group_slots()); ++i) {
      const Piece letters = cut(rest, ',');
      require(!letters.empty(), TextError::slot_count, letters);
      if (ok() && letters.text != "-") state_.groups[i] = group(letters);
    }
    if (ok()) require(rest.done(), TextError::slot_count, rest);
  }

  void river(Piece rest) {
    for (std::size_t i = 0; ok() && i < static_cast<std::size_t>(state_.river_slots()); ++i) {
      const Piece name = cut(rest, ',');
      require(!name.empty(), TextError::slot_count, name);
      if (!ok() || name.text == "-") continue;
      const Card found = animal_card(name);
      if (ok()) see(found, name);
      state_.river[i] = found;
    }
    if (ok()) require(rest.done(), TextError::slot_count, rest);
  }

  void gone(Piece rest) {
    if (rest.text == "-") return;
    while (ok() && !rest.done()) {
      const Piece name = cut(rest, ',');
      const Card found = animal_card(name);
      if (ok()) see(found, name);
      if (ok()) state_.gone |= static_cast<std::uint32_t>(card_bit(found));
    }
  }

  void bag(const Piece& word) {
    Piece rest = word;
    for (const Token token : kAllTokens) {
      require(!rest.empty() && rest.text[0] == kTokenLetters[static_cast<int>(token)],
              TextError::bad_bag, rest);
      if (!ok()) return;
      std::size_t end = 1;
      while (end < rest.text.size() && rest.text[end] >= '0' && rest.text[end] <= '9') ++end;
      const auto count = number_in(rest.text.substr(1, end - 1));
      require(count.has_value(), TextError::bad_bag, rest);
      if (!ok()) return;
      expect(*count <= kBox[token], TextError::bad_bag, rest);
      state_.bag[token] = static_cast<std::uint8_t>(*count);
      rest = rest.from(end);
    }
    require(rest.empty(), TextError::bad_bag, rest);
  }

  void first(const Piece& word) {
    const auto seat = number_in(word.text);
    require(seat && *seat >= 1 && *seat <= kMostSeats, TextError::bad_first, word);
    if (ok()) expect(*seat <= state_.players, TextError::bad_first, word);
    if (ok()) state_.first = static_cast<std::uint8_t>(*seat - 1);
  }

  void turn(const Piece& word) {
    const auto number = number_in(word.text);
    require(number && *number >= 1 && *number <= kMostTurns, TextError::bad_turn, word);
    if (ok()) state_.turn = static_cast<std::uint8_t>(*number - 1);
  }

  void doing(const Piece& word) {
    Piece rest = word;
    if (!rest.empty() && rest.text.back() == '!') {
      state_.last_round = true;
      rest = rest.until(rest.text.size() - 1);
    }
    const Piece head = cut(rest, '+');
    const bool plus = head.text.size() < word.text.size() && word.text[head.text.size()] == '+';
    if (head.text == "deal" || head.text == "keep" || head.text == "over") {
      state_.phase = head.text == "deal"   ? Phase::deal
                     : head.text == "keep" ? Phase::keep
                                           : Phase::over;
      return require(!plus, TextError::bad_doing, word);
    }
    state_.phase = Phase::play;
    taking(head);
    if (!ok() || !plus) return;
    state_.drafted = rest.text == "draft";
    state_.discarded = rest.text == "discard";
    require(state_.drafted || state_.discarded, TextError::bad_doing, rest);
    expect(state_.drafted || (state_.solo() && state_.taken != kNoGroup && state_.hand.empty()),
           TextError::bad_doing, rest);
  }

  void taking(const Piece& head) {
    Piece rest = head;
    const Piece play = cut(rest, ':');
    require(play.text == "play", TextError::bad_doing, head);
    if (!ok() || play.text.size() == head.text.size()) return;
    const std::string_view text = rest.text;
    const bool fine = text.size() >= 2 && text.size() <= 2 + kGroupSize && text[1] == '=' &&
                      text[0] >= '1' && text[0] - '0' <= state_.group_slots();
    require(fine, TextError::bad_doing, rest);
    if (!ok()) return;
    state_.taken = static_cast<std::uint8_t>(text[0] - '1');
    state_.hand = tokens(rest.from(2));
    expect(state_.groups[state_.taken].empty(), TextError::taken_group_full, rest);
  }

  // A card can only be in one place.
  void see(Card found, const Piece& where) {
    expect(!has_card(seen_, found), TextError::card_twice, where);
    seen_ |= card_bit(found);
  }

  void check_whole() {
    check_tokens();
    for (int seat = 0; ok() && seat < state_.players; ++seat) check_seat(seat);
    if (!ok()) return;
    const bool keeping = state_.phase == Phase::keep;
    require(pair_.empty() || (keeping && pair_seat_ == state_.to_move() && state_.first_turn()),
            TextError::pair_not_due, pair_);
    require(!keeping || !pair_.empty(), TextError::pair_missing, doing_word_);
    const bool round_complete = state_.turn % state_.players == 0;
    const bool over = state_.phase == Phase::over;
    require(!over || (state_.last_round && round_complete && state_.turn > 0),
            TextError::round_goes_on, doing_word_);
    require(over || !state_.last_round || !round_complete, TextError::round_is_over, doing_word_);
    require(state_.phase != Phase::deal || !need(state_).nothing(), TextError::nothing_to_deal,
            doing_word_);
    if (!over) check_groups();
  }

  void check_tokens() {
    std::array<int, kTokenKinds> used{};  // four towering boards hold more than a byte can count
    const auto add = [&used](const TokenCount& more) {
      for (std::size_t i = 0; i < kTokenKinds; ++i) used[i] += more.of[i];
    };
    add(state_.bag);
    for (const TokenCount& group : state_.groups) add(group);
    for (const Seat& seat : state_.seats) add(tokens_on(seat.board));
    add(state_.hand);
    for (const Token token : kAllTokens)
      require(used[static_cast<std::size_t>(token)] <= kBox[token], TextError::too_many_tokens,
              bag_word_);
    // Every turn to come takes a group, so that this holds to the end of the game when it holds
    // now.
    int to_place = state_.bag.total() + (state_.taken != kNoGroup ? kGroupSize : 0);
    for (const TokenCount& group : state_.groups) to_place += group.total();
    require(state_.turn + to_place / kGroupSize < kMostTurns, TextError::bad_turn, turn_word_);
  }

  void check_seat(int seat) {
    const Seat& of = seat_at(seat);
    const Piece& board_word = board_words_[static_cast<std::size_t>(seat)];
    const Piece& card_word = card_words_[static_cast<std::size_t>(seat)];
    int settled = of.spirit_settled() ? 1 : 0;
    for_each_card(of.held | of.completed, [&](Card card) { settled += state_.settled[card]; });
    require(count(of.board.cubes) == settled, TextError::cubes_do_not_match, board_word);
    if (state_.phase == Phase::over) return;

    const int turns_before = (seat - state_.first + state_.players) % state_.players;
    const bool moving = seat == state_.to_move();
    const bool in_turn = moving && state_.phase == Phase::play;
    const bool spirit_to_come =
        state_.spirits && state_.turn <= turns_before && !in_turn && of.spirit == kNoCard;
    require(of.uncompleted() + (spirit_to_come ? 1 : 0) <= kMostUncompleted,
            TextError::too_many_uncompleted, card_word);
    require(of.spirit == kNoCard || state_.turn > turns_before || in_turn,
            TextError::spirit_too_early, card_word);

    const int turns_this_round = state_.turn % state_.players;
    const bool turn_to_come = !state_.last_round || turns_before >= turns_this_round;
    const bool placing = in_turn && state_.taken != kNoGroup;
    const int wanted = placing ? state_.hand.total() : turn_to_come ? kGroupSize : 0;
    require(count(of.board.empty(state_.side)) >= wanted, TextError::no_room_to_play, board_word);
  }

  void check_groups() {
    int full = 0;
    for (std::size_t i = 0; i < kGroups; ++i) full += state_.groups[i].empty() ? 0 : 1;
    if (state_.phase == Phase::deal && need(state_).groups != 0) full = state_.group_slots();
    const int turns_to_come = state_.players - state_.turn % state_.players;
    require(full >= turns_to_come - (state_.taken != kNoGroup ? 1 : 0), TextError::no_group_to_take,
            doing_word_);
  }

  // A game has 36 turns at the most; a position set up by hand may count on.
  static constexpr int kMostTurns = 200;

  std::array<Piece, kMostSeats> board_words_{}, card_words_{};
  Piece bag_word_, turn_word_, doing_word_, pair_;
  int pair_seat_ = -1;
  CardSet seen_ = 0;
};

}  // namespace

ParsedStack parse_stack(std::string_view text) {
  ParsedStack parsed;
  parsed.cube = !text.empty() && text.back() == '*';
  if (parsed.cube) text.remove_suffix(1);
  for (int code = 0; code < kStackKinds; ++code)
    if (text == kStackNames[static_cast<std::size_t>(code)]) {
      parsed.stack = static_cast<Stack>(code);
      parsed.known = true;
    }
  return parsed;
}

Parsed<State> parse_state(std::string_view text) {
  PositionParser parser(text);
  const State state = parser.parse();
  return {state, parser.error, parser.column};
}

}  // namespace harmonies
