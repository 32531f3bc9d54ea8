// Threads that share out a range of numbers among themselves.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace harmonies {

class Workers {
 public:
  // So many threads in all, the calling one among them.
  explicit Workers(std::size_t threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t threads() const { return helpers_.size() + 1; }

  // Calls work(from, to) for pieces that make up 0 to `count`, and returns when all are done. A
  // piece of 0 is as large as suits work that takes microseconds.
  template <class Work>
  void share(std::size_t count, const Work& work, std::size_t piece = 0) {
    run(count, piece,
        {[](const void* of, std::size_t from, std::size_t to) {
           (*static_cast<const Work*>(of))(from, to);
         },
         &work});
  }

 private:
  struct Job {
    void (*piece)(const void* work, std::size_t from, std::size_t to) = nullptr;
    const void* work = nullptr;
  };

  void run(std::size_t count, std::size_t piece, Job job);
  void help();
  bool enter();
  void take_pieces();
  void leave_others_threads();

  Job job_;
  std::size_t count_ = 0;
  std::size_t piece_size_ = 1;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint32_t> inside_ = 0;  // helpers at this job, and whether more may join
  std::atomic<std::uint32_t> jobs_ = 0;    // how many there have been; helpers wait on it
  std::atomic<bool> closing_ = false;
  std::vector<std::thread> helpers_;
  int process_;  // whose threads these are
};

}  // namespace harmonies
