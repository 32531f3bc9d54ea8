#include "harmonies/batch/workers.hpp"

#include <algorithm>

namespace harmonies {
namespace {

// Below this a piece costs less than handing it to another thread.
constexpr std::size_t kSmallestPiece = 16;
// So that a thread that was held up does not hold up the others.
constexpr std::size_t kPiecesPerThread = 4;

}  // namespace

Workers::Workers(std::size_t threads) {
  for (std::size_t i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
}

Workers::~Workers() {
  closing_ = true;
  ++jobs_;
  jobs_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Workers::run(std::size_t count, Job job) {
  job_ = job;
  count_ = count;
  piece_size_ = std::max(kSmallestPiece, count / (threads() * kPiecesPerThread));
  if (helpers_.empty() || count <= piece_size_) {
    if (count > 0) job.piece(job.work, 0, count);
    return;
  }
  next_ = 0;
  helping_ = static_cast<std::uint32_t>(helpers_.size());
  ++jobs_;
  jobs_.notify_all();
  take_pieces();
  for (std::uint32_t left = helping_; left != 0; left = helping_) helping_.wait(left);
}

void Workers::help() {
  for (std::uint32_t seen = 0;; ++seen) {
    jobs_.wait(seen);
    if (closing_) return;
    take_pieces();
    if (--helping_ == 0) helping_.notify_one();
  }
}

void Workers::take_pieces() {
  for (;;) {
    const std::size_t from = next_.fetch_add(piece_size_);
    if (from >= count_) return;
    job_.piece(job_.work, from, std::min(from + piece_size_, count_));
  }
}

}  // namespace harmonies
