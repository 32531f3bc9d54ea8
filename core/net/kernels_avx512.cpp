#ifdef HARMONIES_X86_KERNELS
#define KERNELS_NAME "avx512"
#define KERNELS_VARIABLE avx512_kernels
#define KERNELS_BYTES 64
#include "kernels_body.hpp"
#endif
