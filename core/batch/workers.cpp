#include "harmonies/batch/workers.hpp"

#include <unistd.h>

#include <algorithm>

namespace harmonies {
namespace {

// Below this a piece costs less than handing it to another thread.
constexpr std::size_t kSmallestPiece = 16;
// So that a thread that was held up does not hold up the others.
constexpr std::size_t kPiecesPerThread = 4;
// Set in `inside_` while a job has pieces to give away; the rest of it counts helpers.
constexpr std::uint32_t kOpen = std::uint32_t{1} << 31;

}  // namespace

Workers::Workers(std::size_t threads) : process_(getpid()) {
  for (std::size_t i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
}

Workers::~Workers() {
  leave_others_threads();
  closing_ = true;
  ++jobs_;
  jobs_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

// A forked process has this memory but not the threads, which are its parent's: there they go on.
void Workers::leave_others_threads() {
  if (process_ == getpid()) return;
  process_ = getpid();
  // Neither joined nor destroyed, since both would wait for what is not there.
  static_cast<void>(new std::vector<std::thread>(std::move(helpers_)));
  helpers_.clear();
}

void Workers::run(std::size_t count, std::size_t piece, Job job) {
  leave_others_threads();
  job_ = job;
  count_ = count;
  piece_size_ =
      piece != 0 ? piece : std::max(kSmallestPiece, count / (threads() * kPiecesPerThread));
  if (helpers_.empty() || count <= piece_size_) {
    if (count > 0) job.piece(job.work, 0, count);
    return;
  }
  next_ = 0;
  inside_ = kOpen;
  ++jobs_;
  jobs_.notify_all();
  take_pieces();
  // Nothing is left to take. Only those are waited for who have taken something: a helper that has
  // not been woken yet, on a busy machine, finds the door closed.
  inside_ &= ~kOpen;
  for (std::uint32_t left = inside_; left != 0; left = inside_) inside_.wait(left);
}

void Workers::help() {
  for (std::uint32_t seen = 0;;) {
    jobs_.wait(seen);
    seen = jobs_;
    if (closing_) return;
    if (!enter()) continue;
    take_pieces();
    if (--inside_ == 0) inside_.notify_one();
  }
}

bool Workers::enter() {
  std::uint32_t now = inside_;
  while ((now & kOpen) != 0)
    if (inside_.compare_exchange_weak(now, now + 1)) return true;
  return false;
}

void Workers::take_pieces() {
  for (;;) {
    const std::size_t from = next_.fetch_add(piece_size_);
    if (from >= count_) return;
    job_.piece(job_.work, from, std::min(from + piece_size_, count_));
  }
}

}  // namespace harmonies
