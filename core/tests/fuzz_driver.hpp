// Runs a fuzz target without libFuzzer: seeds that the target makes itself, changed again and again
// for a while. Compiled with -DHARMONIES_LIBFUZZER it leaves the running to libFuzzer.
//
//     fuzz_position [SECONDS [SEED]]     or FUZZ_SECONDS and FUZZ_SEED; 20 and 1 without
//     fuzz_position FILE...              runs these inputs once
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "harmonies/random.hpp"

// 0 keeps the input for further changes, -1 throws it away.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// There when the sanitizers are.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace harmonies::fuzz {

using Input = std::string;

struct Material {
  std::vector<Input> seeds;
  std::vector<Input> pieces;  // what is worth putting in: words, numbers, names
};

// Each target says what it starts from.
Material material();

inline const Input*& current() {
  static const Input* input = nullptr;
  return input;
}

inline void show_current() {
  if (current() == nullptr) return;
  std::fputs("input, in C: \"", stderr);
  for (const char letter : *current())
    if (letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\')
      std::fputc(letter, stderr);
    else
      std::fprintf(stderr, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(letter)));
  std::fputs("\"\n", stderr);
}

// A property does not hold: says which, and ends the program as a sanitizer would.
[[noreturn]] inline void found(const char* what, const std::string& where) {
  std::fprintf(stderr, "found: not true that %s\n  in %s\n", what, where.c_str());
  show_current();
  std::abort();
}

class Mutator {
 public:
  Mutator(const Material& material, FastRandom& random) : material_(material), random_(random) {}

  Input changed(Input input, const std::vector<Input>& pool) {
    for (std::uint32_t changes = 1 + below(random_, 1 + below(random_, 4)); changes > 0; --changes)
      change(input, pool[pick(pool.size())]);
    if (input.size() > kLongest) input.resize(kLongest);
    return input;
  }

 private:
  static constexpr std::size_t kLongest = 4000;

  std::size_t pick(std::size_t size) { return below(random_, static_cast<std::uint32_t>(size)); }
  std::size_t place(const Input& input) { return pick(input.size() + 1); }
  char any_byte() { return static_cast<char>(below(random_, 256)); }

  void change(Input& input, const Input& other) {
    const std::size_t at = place(input);
    switch (below(random_, 12)) {
      case 0: input.insert(at, 1, any_byte()); break;
      case 1: input.erase(at, 1 + below(random_, 4)); break;
      case 2:
        if (at < input.size()) input[at] = any_byte();
        break;
      case 3:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ 1 << below(random_, 8));
        break;
      case 4:
        if (!material_.pieces.empty()) {
          const Input& piece = material_.pieces[pick(material_.pieces.size())];
          input.replace(at, below(random_, 2) * piece.size(), piece);
        }
        break;
      case 5: {
        const std::size_t from = place(other);
        input.replace(at, below(random_, 20), other.substr(from, below(random_, 40)));
        break;
      }
      case 6:
      case 7: swap_part(input, other, " "); break;
      case 8:
        if (!material_.pieces.empty())
          swap_part(input, material_.pieces[pick(material_.pieces.size())], " ,/");
        break;
      default: swap_part(input, other, " ,/");
    }
  }

  // Puts a part of another input in the place of one: words stay in their places, what is smaller
  // comes from anywhere.
  void swap_part(Input& input, const Input& other, const char* separators) {
    const std::vector<Part> mine = parts(input, separators);
    const std::vector<Part> theirs = parts(other, separators);
    const std::size_t which = pick(mine.size());
    const bool words = std::strcmp(separators, " ") == 0;
    if (words && which >= theirs.size()) return;
    const Part from = theirs[words ? which : pick(theirs.size())];
    input.replace(mine[which].start, mine[which].size, other.substr(from.start, from.size));
  }

  struct Part {
    std::size_t start = 0, size = 0;
  };

  static std::vector<Part> parts(const Input& text, const char* separators) {
    std::vector<Part> found;
    for (std::size_t start = 0;;) {
      const std::size_t end = text.find_first_of(separators, start);
      if (end == Input::npos) {
        found.push_back({start, text.size() - start});
        return found;
      }
      found.push_back({start, end - start});
      start = end + 1;
    }
  }

  const Material& material_;
  FastRandom& random_;
};

inline int run_one(const Input& input) {
  current() = &input;
  // A copy of its own size, so that the sanitizers see every step beyond its end.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  return LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

inline int run_for(const char* name, double seconds, std::uint64_t seed) {
  constexpr std::size_t kPool = 2000;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto spent = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const Material material = fuzz::material();
  FastRandom random(seed);
  Mutator mutator(material, random);
  std::vector<Input> pool = material.seeds;
  std::uint64_t executions = 0;
  std::uint64_t kept = 0;
  for (const Input& input : material.seeds) {
    run_one(input);
    ++executions;
  }
  while (spent() < seconds) {
    const Input& parent = pool[below(random, static_cast<std::uint32_t>(pool.size()))];
    const Input input = mutator.changed(parent, pool);
    ++executions;
    if (run_one(input) != 0) continue;
    ++kept;
    if (pool.size() < kPool)
      pool.push_back(input);
    else
      pool[below(random, kPool)] = input;
  }
  std::printf("%s: %llu executions, %llu kept, %.1f s, seed %llu: nothing found\n", name,
              static_cast<unsigned long long>(executions), static_cast<unsigned long long>(kept),
              spent(), static_cast<unsigned long long>(seed));
  return 0;
}

inline int run_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) {
    std::fprintf(stderr, "cannot read %s\n", path);
    return 2;
  }
  Input input;
  for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file))
    input += static_cast<char>(byte);
  std::fclose(file);
  run_one(input);
  return 0;
}

inline bool is_number(const char* text) {
  return *text != '\0' && std::strspn(text, "0123456789.") == std::strlen(text);
}

inline int run(int count, char** arguments) {
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(&show_current);
  if (count > 1 && !is_number(arguments[1])) {
    int worst = 0;
    for (int i = 1; i < count; ++i)
      if (const int code = run_file(arguments[i]); code > worst) worst = code;
    return worst;
  }
  const auto setting = [&](int argument, const char* variable, const char* otherwise) {
    if (count > argument) return static_cast<const char*>(arguments[argument]);
    const char* value = std::getenv(variable);
    return value != nullptr ? value : otherwise;
  };
  const char* slash = std::strrchr(arguments[0], '/');
  return run_for(slash == nullptr ? arguments[0] : slash + 1,
                 std::strtod(setting(1, "FUZZ_SECONDS", "20"), nullptr),
                 std::strtoull(setting(2, "FUZZ_SEED", "1"), nullptr, 10));
}

}  // namespace harmonies::fuzz

#ifndef HARMONIES_LIBFUZZER
int main(int count, char** arguments) { return harmonies::fuzz::run(count, arguments); }
#endif
