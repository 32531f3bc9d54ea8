// What Python hands over where a number or a text is wanted. Whatever its size or its letters, it
// gets through: what looks at it refuses it by a name of ours, not as an argument of a wrong type.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace harmonies::bindings {

namespace nb = nanobind;

// A whole number. One that 64 bits cannot hold is the nearest that they can.
struct Whole {
  long long number = 0;
  bool too_large = false;

  // The nearest `int`: near enough for all that has a name here.
  int near() const {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<long long>(number, Limits::min(), Limits::max()));
  }
  std::string said() const {
    if (!too_large) return std::to_string(number);
    return number < 0 ? "below -2**63" : "beyond 2**63";
  }
};

// A text in UTF-8. Half characters, which UTF-8 cannot hold, are spelt out: no text of ours has
// them.
struct Text {
  std::string utf8;

  friend auto operator<=>(const Text&, const Text&) = default;
};

// What seeds a simulation; nothing where 64 bits without a sign cannot hold it.
struct Seed {
  std::optional<std::uint64_t> number;
};

}  // namespace harmonies::bindings

namespace nanobind::detail {

template <>
struct type_caster<harmonies::bindings::Whole> {
  NB_TYPE_CASTER(harmonies::bindings::Whole, const_name("int"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    const object whole = steal(PyNumber_Index(source.ptr()));
    int overflow = 0;
    if (whole.is_valid()) value.number = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return false;
    }
    value.too_large = overflow != 0;
    using Limits = std::numeric_limits<long long>;
    if (value.too_large) value.number = overflow < 0 ? Limits::min() : Limits::max();
    return true;
  }
};

template <>
struct type_caster<harmonies::bindings::Seed> {
  NB_TYPE_CASTER(harmonies::bindings::Seed, const_name("int"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    const object whole = steal(PyNumber_Index(source.ptr()));
    if (whole.is_valid()) value.number = PyLong_AsUnsignedLongLong(whole.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      value.number.reset();
    }
    return whole.is_valid();
  }
};

template <>
struct type_caster<harmonies::bindings::Text> {
  NB_TYPE_CASTER(harmonies::bindings::Text, const_name("str"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    const object encoded =
        steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "backslashreplace"));
    if (!encoded.is_valid()) {
      PyErr_Clear();
      return false;
    }
    value.utf8.assign(PyBytes_AS_STRING(encoded.ptr()),
                      static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.ptr())));
    return true;
  }
};

}  // namespace nanobind::detail
