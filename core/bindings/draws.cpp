#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <functional>
#include <type_traits>

#include "bindings.hpp"
#include "harmonies/dealer.hpp"

namespace harmonies::bindings {
namespace {

std::vector<std::string> groups(const Draw& draw) {
  std::vector<std::string> texts;
  for (const TokenCount& group : draw.groups)
    if (!group.empty()) texts.push_back(text_of(group));
  return texts;
}

std::vector<std::string> cards(const Draw& draw) {
  std::vector<std::string> texts;
  for (const Card card : draw.river)
    if (card != kNoCard) texts.emplace_back(name_of_card(card));
  return texts;
}

std::optional<std::pair<std::string, std::string>> spirits(const Draw& draw) {
  if (draw.spirits[0] >= kCardCount) return std::nullopt;
  return std::pair{std::string(name_of_card(draw.spirits[0])),
                   std::string(name_of_card(draw.spirits[1]))};
}

Bytes32 bytes32(const nb::bytes& bytes, const char* what) {
  Bytes32 result;
  if (bytes.size() != result.size())
    raise_argument("argument/seed",
                   std::string(what) + " has 32 bytes, not " + std::to_string(bytes.size()));
  std::memcpy(result.data(), bytes.c_str(), result.size());
  return result;
}

void unpickle(Draw& draw, const nb::bytes& bytes) {
  static_assert(std::has_unique_object_representations_v<Draw>);
  Draw read;
  if (bytes.size() != sizeof read) raise_argument("argument", "not a draw");
  std::memcpy(static_cast<void*>(&read), bytes.c_str(), sizeof read);
  const auto [one, other] = read.spirits;
  bool is_fine =
      one == other ? one == kNoCard || one == kHiddenCard : one < kCardCount && other < kCardCount;
  for (const Card card : read.river) is_fine = is_fine && (card < kCardCount || card == kNoCard);
  if (!is_fine) raise_argument("argument", "not a draw");
  new (&draw) Draw(read);
}

nb::bytes fair_seed_of(const nb::bytes& secret, const std::vector<nb::bytes>& nonces) {
  std::vector<Bytes32> hashes;
  for (const nb::bytes& nonce : nonces)
    hashes.push_back(sha256({reinterpret_cast<const std::uint8_t*>(nonce.c_str()), nonce.size()}));
  const Bytes32 seed = fair_seed(bytes32(secret, "a secret"), hashes);
  return nb::bytes(seed.data(), seed.size());
}

}  // namespace

void bind_draws(nb::module_& module) {
  nb::class_<Draw>(module, "Draw",
                   "What chance answered: tokens, cards, the two spirits of a seat.")
      .def_prop_ro("groups", &groups, "Three letters for each group that was filled, in order.")
      .def_prop_ro("cards", &cards, "The cards turned up, in order.")
      .def_prop_ro("spirits", &spirits, "The two spirits dealt; None when there are none to see.")
      .def_prop_ro(
          "deals_spirits", [](const Draw& draw) { return draw.spirits[0] != kNoCard; },
          "Whether spirits were dealt, seen or not.")
      .def(
          "redacted", [](const Draw& draw) { return redacted(draw); },
          "The draw as those see it who do not sit where the spirits were dealt.")
      .def("__str__", [](const Draw& draw) { return to_text(draw); })
      .def("__repr__", [](const Draw& draw) { return "<Draw " + to_text(draw) + ">"; })
      .def(
          "__eq__", [](const Draw& draw, const Draw& other) { return draw == other; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__getstate__", [](const Draw& draw) { return nb::bytes(&draw, sizeof draw); },
          nb::sig("def __getstate__(self) -> bytes"))
      .def("__setstate__", &unpickle)
      .def("__hash__", [](const Draw& draw) { return std::hash<std::string>{}(to_text(draw)); });

  nb::class_<Dealer>(module, "Dealer",
                     "The hidden order of bag, pile and spirits from some state on.")
      .def_static(
          "seeded",
          [](const State& state, const nb::bytes& seed) {
            return seeded_dealer(state, bytes32(seed, "a seed"));
          },
          nb::arg("state"), nb::arg("seed"), "The order that 32 bytes fix: see docs/fair-deal.md.")
      .def_static(
          "random",
          [](const State& state, const Seed& seed) {
            FastRandom random(seed_from(seed));
            return Dealer(state, random);
          },
          nb::arg("state"), nb::arg("seed"), "An order for simulation, cheap to make.")
      .def(
          "draw", &Dealer::draw, nb::arg("state"),
          "The answer to what the state needs. The state has to be the one the dealer was made for "
          "or one that followed from it by this dealer's draws.")
      .def("copy", [](const Dealer& dealer) { return Dealer(dealer); });

  module.def(
      "seeded_first",
      [](const nb::bytes& seed, const Whole& players) {
        return seeded_first(bytes32(seed, "a seed"), players_from(players));
      },
      nb::arg("seed"), nb::arg("players"), "The seat a seed gives the first turn, from 0.");
  module.def("fair_seed", &fair_seed_of, nb::arg("secret"), nb::arg("nonces"),
             "The seed that a server's secret and the seats' nonces make together.");
}

}  // namespace harmonies::bindings
