#include "harmonies/batch/batch.hpp"

namespace harmonies {

Batch::Batch(std::size_t games, const BatchOptions& options, std::size_t threads)
    : mask(games * kMoveCount),
      features(games * features_size(options.setup.players)),
      planes(options.planes ? games * planes_size(options.setup.players) : 0),
      to_move(games),
      rewards(games * options.setup.players),
      ended(games),
      points(games * options.setup.players),
      actions(games),
      options_(options),
      seats_(options.setup.players),
      episodes_(games),
      workers_(threads) {}

Batch::Batch(const Batch& other)
    : mask(other.mask),
      features(other.features),
      planes(other.planes),
      to_move(other.to_move),
      rewards(other.rewards),
      ended(other.ended),
      points(other.points),
      actions(other.actions),
      options_(other.options_),
      seats_(other.seats_),
      episodes_(other.episodes_),
      workers_(other.workers_.threads()) {}

std::size_t Batch::bytes_per_game() const {
  // A long game of four has about 320 moves, and the one before is kept beside it.
  constexpr std::size_t kStories = 2 * 320 * sizeof(Move);
  return sizeof(Episode) + kStories + kMoveCount + features_size(options_.setup.players) +
         (options_.planes ? planes_size(options_.setup.players) : 0) + sizeof(std::int32_t) +
         seats_ * (sizeof(float) + sizeof(std::int32_t)) + sizeof(bool) + sizeof(std::int64_t);
}

void Batch::begin(std::span<const Bytes32> seeds) {
  workers_.share(games(), [&](std::size_t from, std::size_t to) {
    for (std::size_t game = from; game < to; ++game) begin(game, seeds[game]);
  });
}

void Batch::begin(std::size_t game, const Bytes32& seed) {
  clear_mask(game);
  begin_one(game, seed);
  ended[game] = false;
  std::ranges::fill(rewards.part(game, seats_), 0.0F);
  show(game);
}

void Batch::begin(std::size_t game, const State& start, const Bytes32& seed) {
  clear_mask(game);
  episodes_[game].begin(start, seed);
  ended[game] = false;
  std::ranges::fill(rewards.part(game, seats_), 0.0F);
  show(game);
}

void Batch::sample(std::size_t game, const Bytes32& seed) {
  clear_mask(game);
  episodes_[game].sample(seed);
  show(game);
}

std::optional<std::size_t> Batch::step(std::span<const std::int64_t> chosen) {
  if (!options_.penalty) {
    std::atomic<std::size_t> refused = games();
    workers_.share(games(), [&](std::size_t from, std::size_t to) {
      for (std::size_t game = from; game < to; ++game) {
        if (episodes_[game].over() || allowed(episodes_[game], chosen[game])) continue;
        std::size_t first = refused;
        while (game < first && !refused.compare_exchange_weak(first, game)) continue;
      }
    });
    if (refused != games()) return refused;
  }
  workers_.share(games(), [&](std::size_t from, std::size_t to) {
    for (std::size_t game = from; game < to; ++game) step_one(game, chosen[game]);
  });
  return std::nullopt;
}

void Batch::draw_actions() {
  workers_.share(games(), [&](std::size_t from, std::size_t to) {
    for (std::size_t game = from; game < to; ++game)
      actions[game] = episodes_[game].over() ? kEnd : episodes_[game].draw_move().index();
  });
}

bool Batch::allowed(const Episode& episode, std::int64_t action) const {
  return action >= 0 && action < kMoveCount &&
         check(episode.state(), Move::from_index(static_cast<int>(action))) == Refusal::none;
}

void Batch::step_one(std::size_t game, std::int64_t action) {
  Episode& episode = episodes_[game];
  const std::span<float> row = rewards.part(game, seats_);
  if (episode.over()) {
    std::ranges::fill(row, 0.0F);
    if (options_.restart == Restart::next_step) begin(game, next_seed(episode.seed()));
    return;
  }
  clear_mask(game);
  if (options_.penalty && !allowed(episode, action)) {
    std::ranges::fill(row, 0.0F);
    row[static_cast<std::size_t>(episode.state().to_move())] = *options_.penalty;
    episode.give_up();
  } else {
    const SeatRewards earned =
        episode.play(Move::from_index(static_cast<int>(action)), options_.reward);
    std::copy_n(earned.begin(), seats_, row.begin());
  }
  ended[game] = episode.over();
  if (episode.over()) {
    for (std::size_t seat = 0; seat < seats_; ++seat)
      points[game * seats_ + seat] = episode.points()[seat].total();
    if (options_.restart == Restart::same_step) begin_one(game, next_seed(episode.seed()));
  }
  show(game);
}

void Batch::begin_one(std::size_t game, const Bytes32& seed) {
  episodes_[game].begin(options_.setup, options_.first, seed);
}

// Only what was set is cleared: a row has 1520 places, and some sixty of them are in use.
void Batch::clear_mask(std::size_t game) {
  std::int8_t* row = mask.part(game, kMoveCount).data();
  for (const Move move : episodes_[game].legal()) row[move.index()] = 0;
}

void Batch::show(std::size_t game) {
  const Episode& episode = episodes_[game];
  const State& state = episode.state();
  std::int8_t* row = mask.part(game, kMoveCount).data();
  for (const Move move : episode.legal()) row[move.index()] = 1;
  to_move[game] = state.to_move();
  write_features(state, state.to_move(), episode.points(),
                 features.part(game, features_size(state.players)));
  if (options_.planes)
    write_planes(state, state.to_move(), planes.part(game, planes_size(state.players)));
}

}  // namespace harmonies
