// Many games stepped together by threads, each writing what a learner needs into rows of arrays
// that never move.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "harmonies/batch/episode.hpp"
#include "harmonies/batch/workers.hpp"

namespace harmonies {

// Memory on a cache line's border: other libraries take such arrays over without a copy.
template <class Value>
class Row {
 public:
  explicit Row(std::size_t size)
      : size_(size), values_(new (std::align_val_t{64}) Value[size == 0 ? 1 : size]()) {}
  Row(const Row& other) : Row(other.size_) { std::copy_n(other.data(), size_, data()); }
  std::size_t size() const { return size_; }
  Value* data() const { return values_.get(); }
  Value& operator[](std::size_t i) const { return values_.get()[i]; }
  std::span<Value> part(std::size_t number, std::size_t length) const {
    return {values_.get() + number * length, length};
  }

 private:
  struct Free {
    void operator()(Value* values) const { operator delete[](values, std::align_val_t{64}); }
  };
  std::size_t size_;
  std::unique_ptr<Value, Free> values_;
};

// What happens when a game has ended: the next begins at once, with the step after, or not at all.
enum class Restart : std::uint8_t { same_step, next_step, never };

struct BatchOptions {
  Setup setup;
  std::optional<int> first{};  // the seat that begins; the seed's choice without
  Reward reward = Reward::growth;
  Restart restart = Restart::same_step;
  std::optional<float> penalty{};  // an illegal action ends its game, with this reward for its seat
  bool planes = true;              // whether the boards are written as planes too
};

class Batch {
 public:
  Batch(std::size_t games, const BatchOptions& options, std::size_t threads);
  // The same games in memory of their own, the order of what is hidden included.
  Batch(const Batch& other);

  std::size_t games() const { return episodes_.size(); }
  const BatchOptions& options() const { return options_; }
  std::size_t threads() const { return workers_.threads(); }
  const Episode& episode(std::size_t game) const { return episodes_[game]; }
  // How many bytes a game takes: the arrays' rows and the game itself with its story.
  std::size_t bytes_per_game() const;

  // Each game begins anew with its seed.
  void begin(std::span<const Bytes32> seeds);
  void begin(std::size_t game, const Bytes32& seed);
  void begin(std::size_t game, const State& start, const Bytes32& seed);
  // A game of its own like this one, up to its hidden order.
  void sample(std::size_t game, const Bytes32& seed);

  // One move in each game. Where an action is illegal and no penalty is set nothing is done at all,
  // and the answer is the first such game. Games that are over take no notice.
  std::optional<std::size_t> step(std::span<const std::int64_t> actions);
  // Uniform legal actions, into `actions`; `end` in a game that is over.
  void draw_actions();

  // Row by row what is known of each game, for the seat to move.
  Row<std::int8_t> mask;       // 1 for each legal action
  Row<std::uint8_t> features;  // features_size() each
  Row<std::uint8_t> planes;    // planes_size() each, or nothing
  Row<std::int32_t> to_move;   // the seat
  Row<float> rewards;          // one for each seat
  Row<bool> ended;             // whether the game ended with this step
  Row<std::int32_t> points;    // one for each seat: of the game that ended last
  Row<std::int64_t> actions;   // what draw_actions() has drawn

 private:
  bool allowed(const Episode& episode, std::int64_t action) const;
  void step_one(std::size_t game, std::int64_t action);
  void begin_one(std::size_t game, const Bytes32& seed);
  void clear_mask(std::size_t game);
  void show(std::size_t game);

  BatchOptions options_;
  std::size_t seats_;
  std::vector<Episode> episodes_;
  Workers workers_;
};

}  // namespace harmonies
