#include "harmonies/batch/batch.hpp"

#include "check.hpp"
#include "random_play.hpp"

namespace harmonies {
namespace {

Bytes32 seed_number(int number) {
  Bytes32 seed{};
  seed[31] = static_cast<std::uint8_t>(number);
  return seed;
}

std::vector<Bytes32> seeds(std::size_t count) {
  std::vector<Bytes32> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(seed_number(static_cast<int>(i)));
  return list;
}

std::vector<std::int64_t> drawn(Batch& batch) {
  batch.draw_actions();
  return {batch.actions.data(), batch.actions.data() + batch.games()};
}

bool mask_is_legal(const Batch& batch, std::size_t game) {
  std::array<std::int8_t, kMoveCount> wanted{};
  for (const Move move : legal_moves(batch.episode(game).state()))
    wanted[static_cast<std::size_t>(move.index())] = 1;
  return std::ranges::equal(wanted, batch.mask.part(game, kMoveCount));
}

}  // namespace

TEST("a batch's games are those that their seeds and moves tell") {
  for (const Setup& setup : kAllSetups) {
    Batch batch(3, {.setup = setup, .first = setup.first}, 1);
    batch.begin(seeds(3));
    std::vector<State> states;
    std::vector<Dealer> dealers;
    for (std::size_t game = 0; game < 3; ++game) {
      State state = new_game(setup);
      dealers.push_back(seeded_dealer(state, seed_number(static_cast<int>(game))));
      apply(state, dealers.back().draw(state));
      states.push_back(state);
    }
    for (bool ended = false; !ended;) {
      for (std::size_t game = 0; game < 3; ++game) {
        CHECK(batch.episode(game).state() == states[game]);
        CHECK(mask_is_legal(batch, game));
        CHECK_EQUAL(batch.to_move[game], states[game].to_move());
      }
      const std::vector<std::int64_t> actions = drawn(batch);
      CHECK(!batch.step(actions));
      for (std::size_t game = 0; game < 3; ++game) {
        State& state = states[game];
        apply(state, Move::from_index(static_cast<int>(actions[game])));
        if (state.phase == Phase::deal) apply(state, dealers[game].draw(state));
        CHECK_EQUAL(batch.ended[game], state.phase == Phase::over);
        if (!batch.ended[game]) continue;
        ended = true;
        CHECK(batch.episode(game).seed() == sha256(seed_number(static_cast<int>(game))));
        CHECK(batch.episode(game).before().seed == seed_number(static_cast<int>(game)));
        CHECK(batch.episode(game).before().end == state);
        for (std::size_t seat = 0; seat < setup.players; ++seat)
          CHECK_EQUAL(batch.points[game * setup.players + seat],
                      score(state, static_cast<int>(seat)).total());
      }
    }
  }
}

TEST("the number of threads makes no difference") {
  const BatchOptions options{.setup = {Side::B, 2, true, 0}};
  Batch one(200, options, 1);
  Batch four(200, options, 4);
  CHECK_EQUAL(four.threads(), std::size_t{4});
  one.begin(seeds(200));
  four.begin(seeds(200));
  for (int step = 0; step < 300; ++step) {
    const std::vector<std::int64_t> actions = drawn(one);
    CHECK(actions == drawn(four));
    CHECK(!one.step(actions));
    CHECK(!four.step(actions));
    CHECK(
        std::ranges::equal(one.mask.part(0, one.mask.size()), four.mask.part(0, four.mask.size())));
    CHECK(std::ranges::equal(one.features.part(0, one.features.size()),
                             four.features.part(0, four.features.size())));
    CHECK(std::ranges::equal(one.rewards.part(0, one.rewards.size()),
                             four.rewards.part(0, four.rewards.size())));
  }
}

TEST("growth adds up to the points of the game") {
  Batch batch(1, {.setup = {Side::A, 3, true, 0}, .reward = Reward::growth}, 1);
  batch.begin(seeds(1));
  for (int games = 0; games < 20; ++games) {
    std::array<float, 3> sums{};
    do {
      CHECK(!batch.step(drawn(batch)));
      for (std::size_t seat = 0; seat < 3; ++seat) sums[seat] += batch.rewards[seat];
    } while (!batch.ended[0]);
    for (std::size_t seat = 0; seat < 3; ++seat)
      CHECK_EQUAL(sums[seat], static_cast<float>(batch.points[seat]));
  }
}

TEST("ranks are between -1 and 1, and all seats together have none") {
  Batch batch(8, {.setup = {Side::A, 4, false, 0}, .reward = Reward::rank}, 1);
  batch.begin(seeds(8));
  for (int step = 0; step < 1500; ++step) {
    CHECK(!batch.step(drawn(batch)));
    for (std::size_t game = 0; game < 8; ++game) {
      float sum = 0;
      for (const float reward : batch.rewards.part(game, 4)) {
        CHECK(reward >= -1 && reward <= 1);
        CHECK(reward == 0 || batch.ended[game]);
        sum += reward;
      }
      CHECK(sum > -0.001F && sum < 0.001F);
    }
  }
}

TEST("with an illegal action nothing is done in any game") {
  Batch batch(40, {.setup = {Side::A, 1, false, 0}}, 2);
  batch.begin(seeds(40));
  std::vector<std::int64_t> actions = drawn(batch);
  for (const std::int64_t wrong :
       {std::int64_t{kEnd}, std::int64_t{-1}, std::int64_t{kMoveCount}}) {
    actions[33] = actions[17] = wrong;
    const auto refused = batch.step(actions);
    CHECK(refused && *refused == 17);
    for (std::size_t game = 0; game < 40; ++game) CHECK(batch.episode(game).story().moves.empty());
  }
}

TEST("an illegal action can end its game instead, with a penalty") {
  Batch batch(2, {.setup = {Side::A, 2, false, 0}, .first = 1, .penalty = -5.0F}, 1);
  batch.begin(seeds(2));
  std::vector<std::int64_t> actions = drawn(batch);
  actions[0] = kEnd;
  CHECK(!batch.step(actions));
  CHECK(batch.ended[0] && !batch.ended[1]);
  CHECK_EQUAL(batch.rewards[0], 0.0F);
  CHECK_EQUAL(batch.rewards[1], -5.0F);
  CHECK(batch.episode(0).story().moves.empty());
  CHECK(batch.episode(0).seed() == sha256(seed_number(0)));
}

TEST("the next game begins when it was asked to") {
  const auto until_ended = [](Batch& batch) {
    batch.begin(seeds(1));
    while (!batch.ended[0]) CHECK(!batch.step(drawn(batch)));
  };
  Batch never(1, {.setup = {Side::A, 1, false, 0}, .restart = Restart::never}, 1);
  until_ended(never);
  CHECK(!never.step(drawn(never)));
  CHECK(never.episode(0).over() && never.ended[0] && mask_is_legal(never, 0));

  Batch next(1, {.setup = {Side::A, 1, false, 0}, .restart = Restart::next_step}, 1);
  until_ended(next);
  CHECK(next.episode(0).over());
  CHECK(!next.step(drawn(next)));
  CHECK(!next.episode(0).over() && !next.ended[0]);
  CHECK(next.episode(0).seed() == sha256(seed_number(0)));
  CHECK(next.episode(0).story().moves.empty());
}

TEST("what a seat sees does not depend on what it may not know") {
  FastRandom random(3);
  for (const Setup& setup : kAllSetups) {
    State state = new_game(setup);
    Dealer dealer(state, random);
    const auto seen = [&](const State& of, int viewer) {
      std::vector<std::uint8_t> out(features_size(of.players) + planes_size(of.players));
      const std::span all{out};
      write_features(of, viewer, points_of_seats(of), all.first(features_size(of.players)));
      write_planes(of, viewer, all.subspan(features_size(of.players)));
      return out;
    };
    while (state.phase != Phase::over) {
      if (state.phase == Phase::deal) {
        apply(state, dealer.draw(state));
        continue;
      }
      for (int viewer = 0; viewer < setup.players; ++viewer) {
        const State known = redacted(state, seat_bit(viewer));
        CHECK(seen(state, viewer) == seen(known, viewer));
        CHECK(seen(state, viewer) == seen(with_hidden_drawn(known, random), viewer));
      }
      apply(state, lively_move(state, random));
    }
  }
}

}  // namespace harmonies
