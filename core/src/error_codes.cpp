// The names of everything that can be refused. They are part of the API: wording may change, codes
// may not.
#include "harmonies/text.hpp"

namespace harmonies {

const char* code_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::none: return "";
    case Refusal::game_over: return "move/game-over";
    case Refusal::waiting_for_draw: return "move/waiting-for-draw";
    case Refusal::keep_first: return "move/keep-first";
    case Refusal::nothing_to_keep: return "move/nothing-to-keep";
    case Refusal::spirit_not_dealt: return "move/spirit-not-dealt";
    case Refusal::no_such_group: return "move/no-such-group";
    case Refusal::group_empty: return "move/group-empty";
    case Refusal::already_taken: return "move/already-taken";
    case Refusal::take_first: return "move/take-first";
    case Refusal::token_not_in_hand: return "move/token-not-in-hand";
    case Refusal::not_on_board: return "move/not-on-board";
    case Refusal::space_locked: return "move/space-locked";
    case Refusal::does_not_stack: return "move/does-not-stack";
    case Refusal::card_not_face_up: return "move/card-not-face-up";
    case Refusal::already_drafted: return "move/already-drafted";
    case Refusal::hand_full: return "move/hand-full";
    case Refusal::drafting_closed: return "move/drafting-closed";
    case Refusal::card_not_held: return "move/card-not-held";
    case Refusal::card_completed: return "move/card-completed";
    case Refusal::habitat_missing: return "move/habitat-missing";
    case Refusal::space_taken: return "move/space-taken";
    case Refusal::solo_only: return "move/solo-only";
    case Refusal::discard_too_early: return "move/discard-too-early";
    case Refusal::already_discarded: return "move/already-discarded";
    case Refusal::tokens_left: return "move/tokens-left";
    case Refusal::no_draw_due: return "draw/not-due";
    case Refusal::wrong_draw_size: return "draw/wrong-size";
    case Refusal::tokens_not_in_bag: return "draw/tokens-not-in-bag";
    case Refusal::card_not_in_pile: return "draw/card-not-in-pile";
    case Refusal::spirit_not_unseen: return "draw/spirit-not-unseen";
    case Refusal::nothing_to_undo: return "undo/nothing-to-undo";
    case Refusal::keep_is_final: return "undo/keep-is-final";
  }
  return "";
}

const char* code_of(MoveSyntax syntax) {
  switch (syntax) {
    case MoveSyntax::fine: return "";
    case MoveSyntax::unknown_verb: return "syntax/unknown-verb";
    case MoveSyntax::missing_word: return "syntax/missing-word";
    case MoveSyntax::unknown_group: return "syntax/unknown-group";
    case MoveSyntax::unknown_token: return "syntax/unknown-token";
    case MoveSyntax::unknown_space: return "syntax/unknown-space";
    case MoveSyntax::unknown_card: return "syntax/unknown-card";
    case MoveSyntax::not_a_spirit: return "syntax/not-a-spirit";
    case MoveSyntax::not_an_animal: return "syntax/not-an-animal";
    case MoveSyntax::trailing_text: return "syntax/trailing-text";
  }
  return "";
}

const char* code_of(TextError error) {
  switch (error) {
    case TextError::none: return "";
    case TextError::missing_word: return "text/missing-word";
    case TextError::trailing_text: return "text/trailing-text";
    case TextError::bad_setup: return "text/bad-setup";
    case TextError::bad_number: return "text/bad-number";
    case TextError::unknown_stack: return "text/unknown-stack";
    case TextError::column_count: return "text/column-count";
    case TextError::column_length: return "text/column-length";
    case TextError::no_place_for_cube: return "text/no-place-for-cube";
    case TextError::bad_card_entry: return "text/bad-card-entry";
    case TextError::unknown_card: return "text/unknown-card";
    case TextError::not_an_animal: return "text/not-an-animal";
    case TextError::not_a_spirit: return "text/not-a-spirit";
    case TextError::card_twice: return "text/card-twice";
    case TextError::too_many_cubes: return "text/too-many-cubes";
    case TextError::spirits_not_in_game: return "text/spirits-not-in-game";
    case TextError::spirit_too_early: return "text/spirit-too-early";
    case TextError::spirit_space: return "text/spirit-space";
    case TextError::pair_not_due: return "text/pair-not-due";
    case TextError::pair_missing: return "text/pair-missing";
    case TextError::slot_count: return "text/slot-count";
    case TextError::unknown_token: return "text/unknown-token";
    case TextError::group_size: return "text/group-size";
    case TextError::bad_bag: return "text/bad-bag";
    case TextError::bad_first: return "text/bad-first";
    case TextError::bad_turn: return "text/bad-turn";
    case TextError::bad_doing: return "text/bad-doing";
    case TextError::taken_group_full: return "text/taken-group-full";
    case TextError::too_many_tokens: return "text/too-many-tokens";
    case TextError::cubes_do_not_match: return "text/cubes-do-not-match";
    case TextError::too_many_uncompleted: return "text/too-many-uncompleted";
    case TextError::no_room_to_play: return "text/no-room-to-play";
    case TextError::no_group_to_take: return "text/no-group-to-take";
    case TextError::nothing_to_deal: return "text/nothing-to-deal";
    case TextError::round_is_over: return "text/round-is-over";
    case TextError::round_goes_on: return "text/round-goes-on";
    case TextError::unknown_part: return "text/unknown-part";
    case TextError::draw_not_due: return "text/draw-not-due";
    case TextError::draw_not_possible: return "text/draw-not-possible";
  }
  return "";
}

}  // namespace harmonies
