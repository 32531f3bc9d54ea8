#include "exchange.hpp"

#include <algorithm>

namespace harmonies::wasm {
namespace {

std::array<char, kTextRoom> text_room;
std::array<std::int32_t, kNumberRoom> number_room;

}  // namespace

std::string_view heard(int length) {
  demand(length >= 0 && static_cast<std::size_t>(length) <= kTextRoom);
  return {text_room.data(), static_cast<std::size_t>(length)};
}

int say(std::string_view text) {
  demand(text.size() <= kTextRoom);
  std::copy(text.begin(), text.end(), text_room.begin());
  return static_cast<int>(text.size());
}

void Numbers::add(int number) {
  demand(size_ < kNumberRoom);
  number_room[size_++] = number;
}

std::uint32_t packed(Spaces spaces) {
  std::uint32_t set = 0;
  for_each_space(spaces, [&](Space space) { set |= std::uint32_t{1} << kNumberOfSpace[space]; });
  return set;
}

EXPORTED(char*, text_address)() { return text_room.data(); }
EXPORTED(int, text_size)() { return static_cast<int>(kTextRoom); }
EXPORTED(std::int32_t*, number_address)() { return number_room.data(); }
EXPORTED(int, number_size)() { return static_cast<int>(kNumberRoom); }

}  // namespace harmonies::wasm
