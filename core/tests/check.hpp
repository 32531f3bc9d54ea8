// A small test harness without exceptions, RTTI or anything to install.
//
//     TEST("a house on water is refused") {
//       CHECK(...);
//       CHECK_EQUAL(actual, expected);
//     }
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace check {

using Body = void (*)();

struct Registration {
  Registration(const char* name, Body body);
};

// Runs the tests whose names contain `part`; returns how many failed.
int run_all(std::string_view part);

void passed();
void failed(const char* file, int line, const std::string& what);

template <class Value>
std::string show(const Value& value) {
  if constexpr (std::same_as<Value, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_enum_v<Value>)
    return std::to_string(static_cast<long long>(value));
  else if constexpr (std::is_arithmetic_v<Value>)
    return std::to_string(value);
  else if constexpr (std::convertible_to<Value, std::string_view>)
    return "'" + std::string(std::string_view(value)) + "'";
  else if constexpr (requires { to_text(value); })
    return "'" + to_text(value) + "'";
  else
    return "(a value)";
}

template <class Actual, class Expected>
bool same(const Actual& actual, const Expected& expected) {
  if constexpr (std::convertible_to<Actual, std::string_view> &&
                std::convertible_to<Expected, std::string_view>)
    return std::string_view(actual) == std::string_view(expected);
  else
    return actual == expected;
}

template <class Actual, class Expected>
void equal(const Actual& actual, const Expected& expected, const char* code, const char* file,
           int line) {
  if (same(actual, expected))
    passed();
  else
    failed(file, line, std::string(code) + ": " + show(actual) + ", not " + show(expected));
}

}  // namespace check

#define CHECK_JOIN_NAMES(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_NAMES(a, b)

#define TEST(name)                                                      \
  static void CHECK_JOIN(test_, __LINE__)();                            \
  static const ::check::Registration CHECK_JOIN(registered_, __LINE__)( \
      name, CHECK_JOIN(test_, __LINE__));                               \
  static void CHECK_JOIN(test_, __LINE__)()

#define CHECK(condition) CHECK_IN(condition, std::string())

// With what it happened in, which is only asked for when the check fails.
#define CHECK_IN(condition, context)                                                \
  do {                                                                              \
    if (condition)                                                                  \
      ::check::passed();                                                            \
    else                                                                            \
      ::check::failed(__FILE__, __LINE__, std::string(#condition " ") + (context)); \
  } while (false)

#define CHECK_EQUAL(actual, expected) ::check::equal(actual, expected, #actual, __FILE__, __LINE__)
