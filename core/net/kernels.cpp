#include "harmonies/net/kernels.hpp"

namespace harmonies::net {

extern const Kernels plain_kernels;
#ifdef HARMONIES_X86_KERNELS
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;
#endif

KernelList kernels() {
  KernelList list;
#ifdef HARMONIES_X86_KERNELS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("popcnt"))
    list.items[list.size++] = &avx512_kernels;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
    list.items[list.size++] = &avx2_kernels;
#endif
  list.items[list.size++] = &plain_kernels;
  return list;
}

}  // namespace harmonies::net
