#ifdef HARMONIES_X86_KERNELS
#define KERNELS_NAME "avx2"
#define KERNELS_VARIABLE avx2_kernels
#define KERNELS_BYTES 32
#include "kernels_body.hpp"
#endif
