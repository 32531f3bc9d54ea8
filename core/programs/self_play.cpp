// Games that a network or `handmade` plays against itself, as a program that needs no Python. What
// it writes, `harmonies train --logs` learns from. docs/training.md
#include "harmonies/batch/self_play.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harmonies/batch/log_file.hpp"

namespace harmonies {
namespace {

constexpr int kFine = 0, kWrongUse = 2, kInterrupted = 130;

constexpr const char* kHelp =
    "harmonies-self-play --out FILE [--network FILE|handmade] [--games N] [--first N] [--seed N]\n"
    "                    [--nodes N] [--width N] [--candidates N] [--surprises N] [--probes N]\n"
    "                    [--others N] [--guests N] [--threads N] [--kinds KINDS]\n"
    "\n"
    "Writes logs of games for `harmonies train --logs`. Kinds of games have a side, a number of\n"
    "players, an s for spirits and a weight: A2:36,B2s:6,A1:7. Of a thousand turns, so many as\n"
    "--surprises says are not the best that was found; --probes looks with so many nodes at what\n"
    "comes of turns that go wrong, where it is not 0. With several --candidates it looks ahead.\n"
    "Each turn is compared with so many --others. In --guests of a thousand games all seats but\n"
    "one are played by others, who may hurry. The same numbers give the same games with any "
    "number\n"
    "of threads; --first is the number of the first game, to play a batch in parts.\n"
    "Ctrl-C ends it and writes the games that there are.\n";

volatile std::sig_atomic_t interrupted = 0;

struct Wanted {
  std::string network = "handmade";
  std::string out;
  std::uint64_t games = 1000;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  std::uint64_t nodes = 2500;
  std::uint64_t width = 64;
  std::uint64_t candidates = 1;
  std::uint64_t surprises = 30;
  std::uint64_t probes = 0;
  std::uint64_t others = 0;
  std::uint64_t guests = 0;
  std::uint64_t threads = 1;
  std::vector<Share> kinds = {{{Side::A, 2, false, 0}, 1}};
};

int refuse(const std::string& why) {
  std::fprintf(stderr, "harmonies-self-play: %s\n", why.c_str());
  return kWrongUse;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end) return std::nullopt;
  return value;
}

// A2s:36
std::optional<Share> kind(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view game = text.substr(0, colon);
  const auto weight =
      colon == text.npos ? std::optional<std::uint64_t>(1) : number(text.substr(colon + 1));
  const bool spirits = game.size() == 3 && game[2] == 's';
  if ((game.size() != 2 && !spirits) || (game[0] != 'A' && game[0] != 'B') || game[1] < '1' ||
      game[1] > '4' || !weight || *weight < 1 || *weight > 1'000'000)
    return std::nullopt;
  return Share{
      {game[0] == 'A' ? Side::A : Side::B, static_cast<std::uint8_t>(game[1] - '0'), spirits, 0},
      static_cast<std::uint32_t>(*weight)};
}

bool read_kinds(std::string_view text, std::vector<Share>& kinds) {
  kinds.clear();
  for (;;) {
    const std::size_t comma = text.find(',');
    const auto found = kind(text.substr(0, comma));
    if (!found || kinds.size() == 100) return false;
    kinds.push_back(*found);
    if (comma == text.npos) return true;
    text.remove_prefix(comma + 1);
  }
}

int read(int count, char** arguments, Wanted& wanted) {
  struct Numbered {
    const char* name;
    std::uint64_t* to;
    std::uint64_t least, most;
  };
  const Numbered numbers[] = {
      {"--games", &wanted.games, 1, 100'000'000},  {"--first", &wanted.first, 0, UINT64_MAX / 2},
      {"--seed", &wanted.seed, 0, UINT64_MAX},     {"--nodes", &wanted.nodes, 1, 100'000'000},
      {"--width", &wanted.width, 1, 1024},         {"--candidates", &wanted.candidates, 1, 64},
      {"--surprises", &wanted.surprises, 0, 1000}, {"--probes", &wanted.probes, 0, 100'000'000},
      {"--others", &wanted.others, 0, 15},         {"--guests", &wanted.guests, 0, 1000},
      {"--threads", &wanted.threads, 1, 1024}};
  for (int i = 1; i < count; i += 2) {
    const std::string name = arguments[i];
    if (i + 1 == count) return refuse("Something is missing behind " + name + ".");
    const std::string value = arguments[i + 1];
    bool known = name == "--network" || name == "--out" || name == "--kinds";
    if (name == "--network") wanted.network = value;
    if (name == "--out") wanted.out = value;
    if (name == "--kinds" && !read_kinds(value, wanted.kinds))
      return refuse("--kinds is like A2:36,B2s:6,A1:7, not '" + value + "'.");
    for (const Numbered& numbered : numbers) {
      if (name != numbered.name) continue;
      known = true;
      const auto found = number(value);
      if (!found || *found < numbered.least || *found > numbered.most)
        return refuse(name + " is a number from " + std::to_string(numbered.least) + " to " +
                      std::to_string(numbered.most) + ", not '" + value + "'.");
      *numbered.to = *found;
    }
    if (!known) return refuse("There is no option '" + name + "'; --help lists them.");
  }
  if (wanted.out.empty()) return refuse("--out FILE is missing: where the logs go.");
  return kFine;
}

std::string why(const std::string& file) { return file + ": " + std::strerror(errno) + "."; }

int read_network(const std::string& name, net::Network& network) {
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return refuse(why(name));
  std::vector<std::uint8_t> bytes(4 << 20);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  const bool failed = std::ferror(file) != 0;
  const std::string reason = failed ? why(name) : "";
  std::fclose(file);
  if (failed) return refuse(reason);
  const net::NetworkError error = network.load(bytes);
  if (error != net::NetworkError::none)
    return refuse(name + " is not a network for this program (" + net::code_of(error) + ").");
  return kFine;
}

// The file that is written, under another name until it is whole.
class Out {
 public:
  explicit Out(std::string name)
      : name_(std::move(name)),
        unfinished_(name_ + ".unfinished"),
        file_(std::fopen(unfinished_.c_str(), "wb")) {}
  ~Out() {
    if (file_ != nullptr) std::fclose(file_);
    if (!whole_) std::remove(unfinished_.c_str());
  }
  Out(const Out&) = delete;
  Out& operator=(const Out&) = delete;

  bool open() const { return file_ != nullptr; }

  bool write(const std::vector<std::uint8_t>& logs) {
    const LogFileHead head = log_file_head(logs);
    const bool written = std::fwrite(&head, sizeof(head), 1, file_) == 1 &&
                         std::fwrite(logs.data(), 1, logs.size(), file_) == logs.size() &&
                         std::fflush(file_) == 0 && fsync(fileno(file_)) == 0;
    whole_ = written && std::rename(unfinished_.c_str(), name_.c_str()) == 0;
    return whole_;
  }

 private:
  std::string name_;
  std::string unfinished_;
  std::FILE* file_;
  bool whole_ = false;
};

int run(const Wanted& wanted) {
  std::optional<net::Network> network;
  if (wanted.network != "handmade") {
    network.emplace();
    const int code = read_network(wanted.network, *network);
    if (code != kFine) return code;
  }
  Out out(wanted.out);
  if (!out.open()) return refuse(why(wanted.out));
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = 1; });
  const Stop stop{[](void*) { return interrupted != 0; }, nullptr};
  Workers workers(wanted.threads);
  const std::uint64_t part = std::max<std::uint64_t>(8 * wanted.threads, wanted.games / 50);
  std::vector<std::uint8_t> logs;
  std::uint64_t played = 0;
  while (played < wanted.games) {
    const std::uint64_t games = std::min(part, wanted.games - played);
    const auto more =
        self_play({.games = games,
                   .first_game = wanted.first + played,
                   .seed = wanted.seed,
                   .limits = {.plan = {.nodes = wanted.nodes,
                                       .width = static_cast<std::uint32_t>(wanted.width)},
                              .candidates = static_cast<std::uint32_t>(wanted.candidates)},
                   .kinds = wanted.kinds,
                   .surprises = static_cast<std::uint32_t>(wanted.surprises),
                   .probe_nodes = wanted.probes,
                   .others = static_cast<std::uint32_t>(wanted.others),
                   .guests = static_cast<std::uint32_t>(wanted.guests)},
                  network ? &*network : nullptr, workers, stop);
    if (stop.now()) break;  // some of these games are missing
    logs.insert(logs.end(), more.begin(), more.end());
    played += games;
    std::fprintf(stderr, "%llu of %llu games\n", static_cast<unsigned long long>(played),
                 static_cast<unsigned long long>(wanted.games));
  }
  if (!out.write(logs)) return refuse(why(wanted.out));
  if (interrupted == 0) return kFine;
  std::fprintf(stderr, "Interrupted: %s holds %llu games.\n", wanted.out.c_str(),
               static_cast<unsigned long long>(played));
  return kInterrupted;
}

}  // namespace
}  // namespace harmonies

int main(int count, char** arguments) {
  if (count == 2 &&
      (std::string_view(arguments[1]) == "--help" || std::string_view(arguments[1]) == "-h")) {
    std::fputs(harmonies::kHelp, stdout);
    return harmonies::kFine;
  }
  harmonies::Wanted wanted;
  const int code = harmonies::read(count, arguments, wanted);
  return code == harmonies::kFine ? harmonies::run(wanted) : code;
}
