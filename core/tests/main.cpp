// Runs the tests, or those whose names contain the first argument. The last line counts them.
#include <cstdio>
#include <vector>

#include "check.hpp"

namespace check {
namespace {

struct Test {
  const char* name;
  Body body;
};

// Tests register themselves before main begins, from several files in no fixed order.
std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

long long checks = 0;
long long failures_here = 0;

constexpr long long kMostShown = 5;

}  // namespace

Registration::Registration(const char* name, Body body) { tests().push_back({name, body}); }

void passed() { ++checks; }

void failed(const char* file, int line, const std::string& what) {
  ++checks;
  if (++failures_here <= kMostShown) std::printf("  %s:%d: %s\n", file, line, what.c_str());
}

int run_all(std::string_view part) {
  int failed_tests = 0;
  int passed_tests = 0;
  for (const Test& test : tests()) {
    if (std::string_view(test.name).find(part) == std::string_view::npos) continue;
    failures_here = 0;
    test.body();
    if (failures_here == 0) {
      ++passed_tests;
      continue;
    }
    ++failed_tests;
    std::printf("FAILED: %s (%lld checks failed)\n", test.name, failures_here);
  }
  std::printf("%lld checks\n%d passed, %d failed\n", checks, passed_tests, failed_tests);
  return failed_tests;
}

}  // namespace check

int main(int count, char** arguments) {
  return check::run_all(count > 1 ? arguments[1] : "") == 0 ? 0 : 1;
}
