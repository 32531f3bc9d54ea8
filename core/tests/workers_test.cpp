#include "harmonies/batch/workers.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "check.hpp"

namespace harmonies {
namespace {

constexpr std::size_t kMost = 400;

// How often each number below `count` is worked on, jobs in a row.
std::array<std::uint32_t, kMost> worked_on(Workers& workers, std::size_t count, int jobs) {
  std::array<std::atomic<std::uint32_t>, kMost> times{};
  for (int job = 0; job < jobs; ++job)
    workers.share(count, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) ++times[i];
    });
  std::array<std::uint32_t, kMost> counted{};
  for (std::size_t i = 0; i < kMost; ++i) counted[i] = times[i];
  return counted;
}

void check_all_are_worked_on(Workers& workers, std::size_t count, int jobs) {
  const auto times = worked_on(workers, count, jobs);
  for (std::size_t i = 0; i < kMost; ++i)
    CHECK_EQUAL(times[i], i < count ? static_cast<std::uint32_t>(jobs) : 0U);
}

}  // namespace

TEST("each number is worked on once in each job, whatever the threads are kept from") {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    Workers workers(threads);
    CHECK_EQUAL(workers.threads(), threads);
    for (const std::size_t count : {0, 1, 16, 17, 33, 100, 400})
      check_all_are_worked_on(workers, count, 200);
  }
}

TEST("threads that never had work end with their workers") {
  for (int i = 0; i < 50; ++i) Workers workers(4);
}

TEST("a forked process does the work without its parent's threads") {
  std::optional<Workers> workers(std::in_place, 4);
  check_all_are_worked_on(*workers, 200, 3);
  const int child = fork();
  if (child == 0) {
    alarm(20);  // ends it where it waits for threads that are not there
    const auto times = worked_on(*workers, 200, 3);
    const bool right = times[0] == 3 && times[199] == 3 && workers->threads() == 1;
    workers.reset();
    _exit(right ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(status, 0);
  check_all_are_worked_on(*workers, 200, 3);
}

}  // namespace harmonies
