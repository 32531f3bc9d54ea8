#include "harmonies/move.hpp"

namespace harmonies {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"keep",   "take",    "place", "draft",
                                                    "settle", "discard", "end"};

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  int column() const { return static_cast<int>(start_); }
  // The next word; empty when there is none.
  std::string_view next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    start_ = at_;
    while (at_ < text_.size() && text_[at_] != ' ') ++at_;
    return text_.substr(start_, at_ - start_);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, start_ = 0;
};

class MoveParser {
 public:
  explicit MoveParser(std::string_view text) : words_(text) {}

  ParsedMove parse() {
    const std::string_view verb = words_.next();
    std::size_t kind = 0;
    while (kind < kVerbs.size() && kVerbs[kind] != verb) ++kind;
    if (kind == kVerbs.size())
      fail(verb.empty() ? MoveSyntax::missing_word : MoveSyntax::unknown_verb);
    else
      rest(static_cast<MoveKind>(kind));
    if (result_.syntax == MoveSyntax::fine && !words_.next().empty())
      fail(MoveSyntax::trailing_text);
    return result_;
  }

 private:
  void rest(MoveKind kind) {
    switch (kind) {
      case MoveKind::keep:
        if (const Card card = spirit_word(); ok()) result_.move = Move::keep(card);
        break;
      case MoveKind::take: take(); break;
      case MoveKind::place: place(); break;
      case MoveKind::draft:
        if (const Card card = animal_word(); ok()) result_.move = Move::draft(card);
        break;
      case MoveKind::settle: {
        const Card card = card_word();
        const Space space = ok() ? space_word() : kNowhere;
        if (ok()) result_.move = Move::settle(card, space);
        break;
      }
      case MoveKind::discard:
        if (const Card card = animal_word(); ok()) result_.move = Move::discard(card);
        break;
      case MoveKind::end: result_.move = Move::end(); break;
    }
  }

  void take() {
    const std::string_view group = word();
    if (!ok()) return;
    if (group.size() != 1 || group[0] < '1' || group[0] >= '1' + kGroups)
      fail(MoveSyntax::unknown_group);
    else
      result_.move = Move::take(group[0] - '1');
  }

  void place() {
    const std::string_view letter = word();
    if (!ok()) return;
    const std::size_t token = letter.size() == 1 ? std::string_view(kTokenLetters).find(letter[0])
                                                 : std::string_view::npos;
    if (token == std::string_view::npos) return fail(MoveSyntax::unknown_token);
    if (const Space space = space_word(); ok())
      result_.move = Move::place(static_cast<Token>(token), space);
  }

  std::string_view word() {
    const std::string_view next = words_.next();
    if (next.empty()) fail(MoveSyntax::missing_word);
    return next;
  }

  Space space_word() {
    const std::string_view name = word();
    if (!ok()) return kNowhere;
    const Space space = space_named(name);
    if (space == kNowhere) fail(MoveSyntax::unknown_space);
    return space;
  }

  Card card_word() {
    const std::string_view name = word();
    if (!ok()) return kNoCard;
    const Card card = card_named(name);
    if (card == kNoCard) fail(MoveSyntax::unknown_card);
    return card;
  }

  Card spirit_word() {
    const Card card = card_word();
    if (ok() && !is_spirit(card)) fail(MoveSyntax::not_a_spirit);
    return card;
  }

  Card animal_word() {
    const Card card = card_word();
    if (ok() && is_spirit(card)) fail(MoveSyntax::not_an_animal);
    return card;
  }

  bool ok() const { return result_.syntax == MoveSyntax::fine; }
  void fail(MoveSyntax syntax) {
    result_.syntax = syntax;
    result_.column = words_.column();
  }

  Words words_;
  ParsedMove result_;
};

}  // namespace

std::string to_text(Move move) {
  std::string text(kVerbs[static_cast<std::size_t>(move.kind())]);
  switch (move.kind()) {
    case MoveKind::keep:
    case MoveKind::draft:
    case MoveKind::discard: text.append(" ").append(name_of_card(move.card())); break;
    case MoveKind::take: text.append(" ").append(1, static_cast<char>('1' + move.group())); break;
    case MoveKind::place:
      text.append(" ").append(1, kTokenLetters[static_cast<int>(move.token())]);
      text.append(" ").append(name_of(move.space()));
      break;
    case MoveKind::settle:
      text.append(" ").append(name_of_card(move.card()));
      text.append(" ").append(name_of(move.space()));
      break;
    case MoveKind::end: break;
  }
  return text;
}

ParsedMove parse_move(std::string_view text) { return MoveParser(text).parse(); }

}  // namespace harmonies
