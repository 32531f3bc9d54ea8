// How Python asks the core to stop what it does in another thread.
#pragma once

#include <atomic>

#include "harmonies/search/planner.hpp"

namespace harmonies::bindings {

struct Cancel {
  std::atomic<bool> asked = false;
};

inline Stop stop_of(const Cancel* cancel) {
  if (cancel == nullptr) return {};
  return {[](void* with) {
            return static_cast<const Cancel*>(with)->asked.load(std::memory_order_relaxed);
          },
          const_cast<Cancel*>(cancel)};
}

}  // namespace harmonies::bindings
