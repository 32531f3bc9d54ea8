#include "harmonies/text.hpp"

namespace harmonies {
namespace {

std::string number(int value) { return std::to_string(value); }

void list(std::string& text, const std::string& item) {
  if (!text.empty()) text += ',';
  text += item;
}

std::string letters(const TokenCount& tokens) {
  std::string text;
  for (const Token token : kAllTokens)
    text.append(tokens[token], kTokenLetters[static_cast<int>(token)]);
  return text;
}

std::string board_text(const Board& board, Side side) {
  std::string text;
  for (int column = 0; column < kMostColumns; ++column) {
    const int height =
        kColumnHeights[static_cast<std::size_t>(side)][static_cast<std::size_t>(column)];
    std::string spaces;
    int empty = 0;
    for (int row = 0; row < height; ++row) {
      const Space space = space_at(column, row);
      const Stack stack = board.stack(space);
      if (stack == Stack::empty) {
        ++empty;
        continue;
      }
      if (empty > 0) list(spaces, number(empty));
      empty = 0;
      list(spaces, kStackNames[static_cast<std::size_t>(stack)]);
      if (has(board.cubes, space)) spaces += '*';
    }
    if (empty > 0) list(spaces, number(empty));
    if (height > 0) text.append(column == 0 ? "" : "/").append(spaces);
  }
  return text;
}

std::string card_or(Card card, const char* none) {
  if (card == kHiddenCard) return "?";
  return card == kNoCard ? none : std::string(name_of_card(card));
}

std::string cards_text(const State& state, int seat_number) {
  const Seat& seat = state.seats[static_cast<std::size_t>(seat_number)];
  std::string text;
  for_each_card(seat.held | seat.completed, [&](Card card) {
    list(text, card_or(card, "") + ":" + number(state.settled[card]));
  });
  if (seat.spirit != kNoCard) {
    list(text, card_or(seat.spirit, "") + (seat.spirit_settled() ? ":1" : ":0"));
    if (seat.spirit_settled() && seat.spirit_space != kSomewhere)
      text.append("@").append(name_of(seat.spirit_space));
  }
  if (state.phase == Phase::keep && seat_number == state.to_move())
    list(text, card_or(state.dealt[0], "") + "|" + card_or(state.dealt[1], ""));
  if (seat.returned != kNoCard) list(text, "~" + card_or(seat.returned, ""));
  return text.empty() ? "-" : text;
}

std::string doing_text(const State& state) {
  constexpr std::array<const char*, 4> kPhases = {"deal", "keep", "play", "over"};
  std::string text = kPhases[static_cast<std::size_t>(state.phase)];
  if (state.taken != kNoGroup) text += ":" + number(state.taken + 1) + "=" + letters(state.hand);
  if (state.drafted) text += "+draft";
  if (state.discarded) text += "+discard";
  if (state.last_round) text += "!";
  return text;
}

}  // namespace

std::string to_text(const State& state) {
  std::string text(1, state.side == Side::A ? 'A' : 'B');
  text += number(state.players);
  if (state.spirits) text += 's';
  for (int seat = 0; seat < state.players; ++seat) {
    text += ' ' + board_text(state.seats[static_cast<std::size_t>(seat)].board, state.side);
    text += ' ' + cards_text(state, seat);
  }
  std::string central;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.group_slots()); ++i)
    list(central, state.groups[i].empty() ? "-" : letters(state.groups[i]));
  std::string river;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.river_slots()); ++i)
    list(river, card_or(state.river[i], "-"));
  std::string gone;
  for_each_card(state.gone, [&](Card card) { list(gone, card_or(card, "")); });
  text += ' ' + central + ' ' + river + ' ' + (gone.empty() ? "-" : gone) + ' ';
  for (const Token token : kAllTokens)
    text += kTokenLetters[static_cast<int>(token)] + number(state.bag[token]);
  text += ' ' + number(state.first + 1) + ' ' + number(state.turn + 1) + ' ' + doing_text(state);
  return text;
}

std::string to_text(const Draw& draw) {
  std::string drawn;
  for (const TokenCount& group : draw.groups)
    if (!group.empty()) drawn += ' ' + letters(group);
  std::string turned;
  for (const Card card : draw.river)
    if (card != kNoCard) turned += ' ' + card_or(card, "");
  std::string text;
  const auto part = [&text](const char* word, const std::string& items) {
    if (!items.empty()) text.append(text.empty() ? "" : " ").append(word).append(items);
  };
  part("drawn", drawn);
  part("turned", turned);
  if (draw.spirits[0] != kNoCard)
    part("dealt", " " + card_or(draw.spirits[0], "") + " " + card_or(draw.spirits[1], ""));
  return text;
}

}  // namespace harmonies
