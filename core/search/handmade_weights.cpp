// Chosen by hand. tools/tune_handmade.py looks for better ones: docs/players.md says what it found.
#include "harmonies/search/handmade.hpp"

namespace harmonies {

// clang-format off
const std::array<const char*, kFeatures> kHandmadeNames = {
    "one",
    "space",
    "hand_water",
    "hand_mountain",
    "hand_trunk",
    "hand_leaf",
    "hand_field",
    "hand_house",
    "trunk",
    "trunks",
    "house",
    "open_m",
    "open_mm",
    "lonely",
    "lone_field",
    "field_room",
    "colours_two",
    "colours_few",
    "site",
    "water",
    "waters",
    "river_next",
    "river_length",
    "dam",
    "dams",
    "dam_ends",
    "animal_here",
    "animal_near",
    "animal_far",
    "animal_farther",
    "animal_none",
    "more_near",
    "more_far",
    "offer",
    "offer_other",
    "held_two",
    "held_three",
    "held_four",
    "spirit_here",
    "spirit_near",
    "spirit_far",
    "spirit_none",
    "spirit_worth",
    "spirit_scores",
};

// Early in the game, and at its end.
const HandmadeWeights kHandmadeWeights = {
    60000, 2000,  // one
    0, 0,  // space
    0, 0,  // hand_water
    0, 0,  // hand_mountain
    0, 0,  // hand_trunk
    0, 0,  // hand_leaf
    0, 0,  // hand_field
    0, 0,  // hand_house
    1500, 0,  // trunk
    3000, 500,  // trunks
    800, 0,  // house
    700, 200,  // open_m
    1500, 500,  // open_mm
    600, 200,  // lonely
    2000, 500,  // lone_field
    0, 0,  // field_room
    3500, 1000,  // colours_two
    2000, 200,  // colours_few
    800, 200,  // site
    300, 0,  // water
    -300, 0,  // waters
    500, 200,  // river_next
    0, 0,  // river_length
    300, 0,  // dam
    0, 0,  // dams
    200, 0,  // dam_ends
    900, 950,  // animal_here
    650, 300,  // animal_near
    450, 80,  // animal_far
    300, 20,  // animal_farther
    150, 0,  // animal_none
    60, 30,  // more_near
    20, 5,  // more_far
    150, 30,  // offer
    40, 0,  // offer_other
    0, 0,  // held_two
    -300, 0,  // held_three
    -1500, 0,  // held_four
    4000, 2000,  // spirit_here
    3500, 800,  // spirit_near
    2500, 300,  // spirit_far
    1000, 0,  // spirit_none
    600, 300,  // spirit_worth
    200, 0,  // spirit_scores
};
// clang-format on

}  // namespace harmonies
