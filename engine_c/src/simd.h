/* Which instructions this build can use. Wide code carries its target on the function, never on the whole file. */
#ifndef BG_SIMD_H
#define BG_SIMD_H

#include "engine.h"

#if defined(__x86_64__) || defined(_M_X64)
#define BG_X86 1
#include <immintrin.h>
#elif defined(__aarch64__) || defined(_M_ARM64)
#define BG_ARM 1
#include <arm_neon.h>
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define BG_TARGET(features)
#else
#define BG_TARGET(features) __attribute__((target(features)))
#endif

int32_t bg_simd_chosen(int32_t wish); /* a wish cut down to what the machine has */

#endif
