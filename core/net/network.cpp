#include "harmonies/net/network.hpp"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace harmonies::net {
namespace {

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t word = i;
    for (int bit = 0; bit < 8; ++bit) word = word >> 1 ^ ((word & 1) != 0 ? 0xedb88320U : 0U);
    table[i] = word;
  }
  return table;
}();

static_assert(std::endian::native == std::endian::little, "files are little-endian");

class Reader {
 public:
  explicit Reader(const std::uint8_t* bytes) : at_(bytes) {}
  template <class To>
  void read(To& to) {
    std::memcpy(&to, at_, sizeof(to));
    at_ += sizeof(to);
  }

 private:
  const std::uint8_t* at_;
};

// Whether no position could make a sum of the second layer too large for its 32 bits.
bool fits_in_sums(const StageWeights& stage) {
  for (std::size_t h = 0; h < kHidden; ++h) {
    std::int64_t most = std::abs(std::int64_t{stage.hidden_bias[h]});
    for (const std::int16_t weight : stage.hidden[h])
      most += std::int64_t{2047} * std::abs(std::int32_t{weight});
    if (most > INT32_MAX) return false;
  }
  return true;
}

}  // namespace

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) crc = crc >> 8 ^ kCrcTable[(crc ^ byte) & 255];
  return ~crc;
}

const char* code_of(NetworkError error) {
  switch (error) {
    case NetworkError::none: return "network/fine";
    case NetworkError::not_a_network: return "network/not-a-network";
    case NetworkError::other_version: return "network/other-version";
    case NetworkError::other_encoding: return "network/other-encoding";
    case NetworkError::cut_off: return "network/cut-off";
    case NetworkError::too_long: return "network/too-long";
    case NetworkError::damaged: return "network/damaged";
  }
  return "network/damaged";
}

std::uint32_t encoding_mark() {
  std::uint32_t mark = 2'166'136'261U;
  const auto add = [&](std::size_t number) {
    for (int byte = 0; byte < 4; ++byte)
      mark = (mark ^ static_cast<std::uint8_t>(number >> 8 * byte)) * 16'777'619U;
  };
  for (const PartShape& part : kShape) {
    for (const char* letter = part.name; *letter != '\0'; ++letter)
      add(static_cast<unsigned char>(*letter));
    add(part.slots);
    add(part.rows);
  }
  add(kStages);
  add(kWidth);
  add(kHidden);
  return mark;
}

NetworkError Network::load(std::span<const std::uint8_t> file) {
  FileHead head;
  if (file.size() < kMagic.size() || std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0)
    return NetworkError::not_a_network;
  if (file.size() < sizeof(head)) return NetworkError::cut_off;
  std::memcpy(&head, file.data(), sizeof(head));
  if (head.version != kFileVersion) return NetworkError::other_version;
  if (head.encoding != encoding_mark()) return NetworkError::other_encoding;
  const std::size_t whole = sizeof(head) + std::size_t{head.provenance} + kWeightBytes;
  if (file.size() < whole) return NetworkError::cut_off;
  if (file.size() > whole) return NetworkError::too_long;
  if (checksum(file.subspan(sizeof(head))) != head.checksum) return NetworkError::damaged;

  auto weights = std::make_shared<Weights>();
  Reader reader(file.data() + sizeof(head) + head.provenance);
  reader.read(weights->rows);
  for (StageWeights& stage : weights->stages) {
    reader.read(stage.hidden);
    reader.read(stage.hidden_bias);
    reader.read(stage.out);
    reader.read(stage.out_bias);
  }
  reader.read(weights->spread);
  for (const StageWeights& stage : weights->stages)
    if (!fits_in_sums(stage)) return NetworkError::damaged;
  provenance_.assign(reinterpret_cast<const char*>(file.data() + sizeof(head)), head.provenance);
  weights_ = std::move(weights);
  return NetworkError::none;
}

void Learned::sum_up(const Slots& slots, Sums& sums) {
  std::array<std::uint16_t, kSlots> rows;
  std::size_t count = 0;
  for (const std::uint16_t row : slots)
    if (row != 0) rows[count++] = row;
  sums.of.fill(0);
  kernels_.add(sums.of.data(), network_.rows(), rows.data(), count, nullptr, 0);
}

void Learned::rate(const State& parent, std::span<const State> children, std::span<Value> values) {
  encoder_.begin(parent, score(parent, parent.to_move()));
  sum_up(encoder_.parent().slots, parent_sums_);
  for (std::size_t i = 0; i < children.size(); ++i) values[i] = value_of(parent, children[i]);
}

Value Learned::value_of(const State& parent, const State& state) {
  if (&parent == &state)
    return value_of(encoder_.parent_points(), parent_sums_, encoder_.parent().stage);
  const Points points =
      encoder_.same_board(state) ? encoder_.parent_points() : score(state, state.to_move());
  encoder_.follow(state, points, child_);
  const Slots& parent_slots = encoder_.parent().slots;
  std::array<std::uint16_t, kSlots> added, removed;
  std::size_t add_count = 0, remove_count = 0;
  // Four slots at once: most of them are as they were.
  for (std::size_t first = 0; first < kSlots; first += 4) {
    std::uint64_t before, now;
    std::memcpy(&before, &parent_slots[first], sizeof(before));
    std::memcpy(&now, &child_.slots[first], sizeof(now));
    if (before == now) continue;
    for (std::size_t slot = first; slot < first + 4; ++slot) {
      if (parent_slots[slot] == child_.slots[slot]) continue;
      if (child_.slots[slot] != 0) added[add_count++] = child_.slots[slot];
      if (parent_slots[slot] != 0) removed[remove_count++] = parent_slots[slot];
    }
  }
  Sums sums = parent_sums_;
  kernels_.add(sums.of.data(), network_.rows(), added.data(), add_count, removed.data(),
               remove_count);
  return value_of(points, sums, child_.stage);
}

Value Learned::value_of(const Points& points, const Sums& sums, std::size_t stage) const {
  const std::int64_t out = kernels_.finish(sums.of.data(), network_.stage(stage));
  const std::int64_t promise = (out * Network::kOutUnit * kPoint) >> 10;
  return kPoint * points.total() + static_cast<Value>(promise);
}

}  // namespace harmonies::net
