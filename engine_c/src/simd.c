/* What the processor and the operating system offer, asked of the processor itself. */
#include "simd.h"

#if defined(BG_X86)

#if defined(_MSC_VER)
#include <intrin.h>
static void cpuid(int leaf, int subleaf, uint32_t out[4])
{
    int registers[4];
    __cpuidex(registers, leaf, subleaf);
    for (int i = 0; i < 4; i++)
        out[i] = (uint32_t)registers[i];
}

static uint64_t enabled_state(void)
{
    return _xgetbv(0);
}
#else
#include <cpuid.h>
static void cpuid(int leaf, int subleaf, uint32_t out[4])
{
    __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]);
}

static uint64_t enabled_state(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#endif

static int has(uint32_t word, int index)
{
    return word >> index & 1;
}

static int32_t detect(void)
{
    uint32_t leaf0[4], leaf1[4], leaf7[4];
    cpuid(0, 0, leaf0);
    if (leaf0[0] < 7)
        return BG_SIMD_SCALAR;
    cpuid(1, 0, leaf1);
    cpuid(7, 0, leaf7);
    if (!has(leaf1[2], 27)) /* the system does not save wide registers */
        return BG_SIMD_SCALAR;
    uint64_t state = enabled_state();
    int avx2 = (state & 0x06) == 0x06 && has(leaf1[2], 12) && has(leaf7[1], 5);
    /* foundation, byte and word, vector length, VNNI */
    int vnni =
        (state & 0xE6) == 0xE6 && has(leaf7[1], 16) && has(leaf7[1], 30) && has(leaf7[1], 31) && has(leaf7[2], 11);
    int counts = has(leaf1[2], 23) && has(leaf7[1], 3) && has(leaf7[1], 8); /* bits counted and picked, in one step */
    return avx2 && vnni && counts ? BG_SIMD_AVX512_VNNI : avx2 ? BG_SIMD_AVX2 : BG_SIMD_SCALAR;
}

#elif defined(BG_ARM)

static int32_t detect(void)
{
    return BG_SIMD_NEON; /* every 64-bit ARM has it */
}

#else

static int32_t detect(void)
{
    return BG_SIMD_SCALAR;
}

#endif

int32_t bg_simd_detected(void)
{
    return detect();
}

int32_t bg_simd_chosen(int32_t wish)
{
    int32_t best = detect();
    return wish < BG_SIMD_SCALAR ? BG_SIMD_SCALAR : wish > best ? best : wish;
}

const char *bg_simd_name(int32_t simd)
{
    static const char *const names[] = {"scalar", "NEON", "AVX2", "AVX-512 VNNI"};
    return simd >= BG_SIMD_SCALAR && simd < BG_SIMD_BEST ? names[simd] : NULL;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *bg_build(void)
{
#if defined(__clang__)
    return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__);
#elif defined(__GNUC__)
    return "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__);
#elif defined(_MSC_VER)
    return "MSVC " TEXT(_MSC_VER);
#else
    return "another compiler";
#endif
}
