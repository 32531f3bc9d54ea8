#define KERNELS_NAME "plain"
#define KERNELS_VARIABLE plain_kernels
#define KERNELS_BYTES 16
#include "kernels_body.hpp"
