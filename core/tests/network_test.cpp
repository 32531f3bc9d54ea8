#include "harmonies/net/network.hpp"

#include "check.hpp"
#include "harmonies/search/planner.hpp"
#include "networks.hpp"
#include "random_play.hpp"

namespace harmonies::net {
namespace {

using File = std::vector<std::uint8_t>;

NetworkError loaded(const File& file) { return Network().load(file); }

TEST("a network file is read, with what it says of itself") {
  Network network;
  CHECK(network.load(network_file(1, R"({"seed": 7})")) == NetworkError::none);
  CHECK_EQUAL(network.provenance(), std::string_view(R"({"seed": 7})"));
  CHECK_EQUAL(network.spread(3), 5000);
}

TEST("a network file is at most two megabytes") {
  CHECK(kWeightBytes + sizeof(FileHead) < 2'000'000);
}

TEST("a file that is damaged, foreign or of another length is refused") {
  const File good = network_file(1);
  CHECK(loaded({}) == NetworkError::not_a_network);
  CHECK(loaded(File(100, 'x')) == NetworkError::not_a_network);
  CHECK(loaded(File(good.begin(), good.begin() + 12)) == NetworkError::cut_off);
  CHECK(loaded(File(good.begin(), good.end() - 1)) == NetworkError::cut_off);
  File longer = good;
  longer.push_back(0);
  CHECK(loaded(longer) == NetworkError::too_long);
  for (const std::size_t at : {sizeof(FileHead), good.size() / 2, good.size() - 1}) {
    File changed = good;
    changed[at] ^= 1;
    CHECK(loaded(changed) == NetworkError::damaged);
  }
  File other = good;
  other[offsetof(FileHead, version)] ^= 2;
  CHECK(loaded(other) == NetworkError::other_version);
  other = good;
  other[offsetof(FileHead, encoding)] ^= 2;
  CHECK(loaded(other) == NetworkError::other_encoding);
  other = good;
  other[offsetof(FileHead, provenance) + 3] = 255;
  CHECK(loaded(other) == NetworkError::cut_off);
}

TEST("weights whose sums would not fit are refused") {
  File file = network_file(1);
  const std::size_t hidden = file.size() - kWeightBytes + 2 * kRows * kWidth;
  for (std::size_t i = 0; i < kWidth; ++i) {
    file[hidden + 2 * i] = 255;
    file[hidden + 2 * i + 1] = 127;
  }
  seal(file);
  CHECK(loaded(file) == NetworkError::damaged);
}

TEST("a network that cannot be read leaves the one there was") {
  Network network = network_of(3);
  const std::int16_t weight = network.rows()[1000];
  CHECK(network.load(File(100, 'x')) != NetworkError::none);
  CHECK_EQUAL(network.rows()[1000], weight);
}

TEST("every instruction set gives the same values") {
  const Network network = network_of(5);
  const KernelList list = kernels();
  std::vector<std::unique_ptr<Learned>> all;
  for (std::size_t i = 0; i < list.size; ++i)
    all.push_back(std::make_unique<Learned>(network, *list.items[i]));
  std::size_t rated = 0;
  for_each_lively_state(2, 6, [&](const State& state) {
    if (state.phase != Phase::play || state.taken == kNoGroup) return;
    std::vector<State> children;
    for (const Move move : legal_moves(state)) {
      if (move == Move::end()) continue;
      apply(children.emplace_back(state), move);
    }
    std::vector<Value> first(children.size()), values(children.size());
    all.back()->rate(state, children, first);
    for (std::size_t i = 0; i < children.size(); ++i)
      CHECK_EQUAL(all.back()->rate(children[i]), first[i]);
    for (const auto& other : all) {
      other->rate(state, children, values);
      CHECK(values == first);
    }
    rated += children.size();
  });
  CHECK(rated > 5'000);
}

TEST("every instruction set plans the same turn") {
  const Network network = network_of(8);
  const KernelList list = kernels();
  Planner planner;
  int states = 0;
  for_each_lively_state(1, 9, [&](const State& state) {
    if (state.phase != Phase::play || ++states % 40 != 0) return;
    Learned plain(network, *list.items[list.size - 1]);
    const Plan expected = planner.plan(state, plain, {.nodes = 500});
    for (std::size_t i = 0; i + 1 < list.size; ++i) {
      Learned other(network, *list.items[i]);
      const Plan plan = planner.plan(state, other, {.nodes = 500});
      CHECK_EQUAL(plan.turns[0].hash, expected.turns[0].hash);
      CHECK_EQUAL(plan.turns[0].value, expected.turns[0].value);
    }
  });
}

}  // namespace
}  // namespace harmonies::net
