#include <algorithm>

#include "parser.hpp"

namespace harmonies {
namespace {

class DrawParser : public Parser {
 public:
  DrawParser(std::string_view text, const State& state) : Parser(text, state) {}

  Draw parse() {
    require(state_.phase == Phase::deal, TextError::draw_not_due, rest_);
    if (!ok()) return draw_;
    const Need wanted = need(state_);
    if (wanted.groups != 0) part("drawn");
    for (std::size_t i = 0; ok() && i < kGroups; ++i)
      if ((wanted.groups >> i & 1) != 0) draw_.groups[i] = group_in_bag(word());
    if (ok() && wanted.river != 0) part("turned");
    for (std::size_t i = 0; ok() && i < kRiver; ++i)
      if ((wanted.river >> i & 1) != 0) draw_.river[i] = card_in_pile(word());
    if (ok() && wanted.spirits) part("dealt");
    for (std::size_t i = 0; ok() && wanted.spirits && i < 2; ++i)
      draw_.spirits[i] = unseen_spirit(word());
    draw_.spirits = {std::min(draw_.spirits[0], draw_.spirits[1]),
                     std::max(draw_.spirits[0], draw_.spirits[1])};
    if (ok()) require(rest_.done(), TextError::trailing_text, rest_);
    all_is_read();
    if (ok()) require(check(state_, draw_) == Refusal::none, TextError::draw_not_possible, {});
    return ok() ? draw_ : Draw{};
  }

 private:
  void part(std::string_view wanted) {
    const Piece found = word();
    if (ok()) require(found.text == wanted, TextError::unknown_part, found);
  }

  TokenCount group_in_bag(const Piece& letters) {
    const TokenCount found = group(letters);
    for (const Token token : kAllTokens) {
      expect(found[token] <= bag_[token], TextError::draw_not_possible, letters);
      bag_[token] = static_cast<std::uint8_t>(bag_[token] - std::min(bag_[token], found[token]));
    }
    return found;
  }

  Card card_in_pile(const Piece& name) {
    const Card found = animal_card(name);
    if (ok()) expect(has_card(pile_, found), TextError::draw_not_possible, name);
    if (ok()) pile_ &= ~card_bit(found);
    return found;
  }

  Card unseen_spirit(const Piece& name) {
    if (name.text == "?") return kHiddenCard;
    const Card found = spirit_card(name);
    if (ok()) expect(has_card(unseen_, found), TextError::draw_not_possible, name);
    if (ok()) unseen_ &= ~card_bit(found);
    return found;
  }

  Draw draw_;
  // What is still to be drawn from, word by word.
  TokenCount bag_ = state_.bag;
  CardSet pile_ = state_.pile;
  CardSet unseen_ = unseen_spirits(state_);
};

}  // namespace

Parsed<Draw> parse_draw(const State& state, std::string_view text) {
  DrawParser parser(text, state);
  const Draw draw = parser.parse();
  return {draw, parser.error, parser.column};
}

}  // namespace harmonies
