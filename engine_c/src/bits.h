/* Sets of points as bits: bit p is point p of one side's numbering, bit 25 the bar, bit 26 the reserve. */
#ifndef BG_BITS_H
#define BG_BITS_H

#include "simd.h"
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the engine counts on a little-endian machine"
#endif

#if defined(_MSC_VER)
#include <intrin.h>
#define BG_INLINE static __forceinline
#else
#define BG_INLINE static inline __attribute__((always_inline))
#endif

#define BG_POINTS 0x01FFFFFEu  /* 1..24 */
#define BG_HOME 0x0000007Eu    /* 1..6 */
#define BG_OUTSIDE 0x07FFFF80u /* 7..24, bar, reserve */
#define BG_QUARTER 0x01F80000u /* 19..24: where the side starts */
#define BG_OUTER 0x00001F80u   /* 7..12 */

BG_INLINE uint32_t bit(int point)
{
    return (uint32_t)1 << point;
}

BG_INLINE int lowest(uint32_t set)
{
#if defined(_MSC_VER)
    unsigned long index;
    _BitScanForward(&index, set);
    return (int)index;
#else
    return __builtin_ctz(set);
#endif
}

BG_INLINE int highest(uint32_t set)
{
#if defined(_MSC_VER)
    unsigned long index;
    _BitScanReverse(&index, set);
    return (int)index;
#else
    return 31 - __builtin_clz(set);
#endif
}

/* The number of the lowest byte of a word, which is not 0, that is not 0. */
BG_INLINE int lowest_byte(uint64_t word)
{
    const uint32_t low = (uint32_t)word;
    return low ? lowest(low) / 8 : 4 + lowest((uint32_t)(word >> 32)) / 8;
}

BG_INLINE int size(uint32_t set)
{
    set -= (set >> 1) & 0x55555555u;
    set = (set & 0x33333333u) + ((set >> 2) & 0x33333333u);
    return (int)((((set + (set >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24);
}

/* The places where at least `least` checkers stand, from the 28 counts of a side (each below 128). */
BG_INLINE uint32_t held(const bg_side *side, int least)
{
#if defined(BG_X86)
    const __m128i fewer = _mm_set1_epi8((char)(least - 1));
    const __m128i low = _mm_loadu_si128((const __m128i *)side->count);
    const __m128i high = _mm_loadu_si128((const __m128i *)(side->count + 12)); /* ends before the pins */
    uint32_t set = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(low, fewer)) |
                   (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(high, fewer)) << 12;
#else
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint32_t set = 0;
    for (int word = 0; word < 4; word++) {
        uint64_t counts;
        memcpy(&counts, side->count + 8 * word, 8); /* the last word ends with the pins, which are cut off below */
        uint64_t reached = (counts & ~high) + (uint64_t)(128 - least) * ones;
        set |= (uint32_t)((((reached & high) >> 7) * 0x0102040810204080u) >> 56) << (8 * word);
    }
#endif
    return set & 0x07FFFFFEu;
}

BG_INLINE uint32_t reversed(uint32_t set)
{
    set = ((set >> 1) & 0x55555555u) | ((set & 0x55555555u) << 1);
    set = ((set >> 2) & 0x33333333u) | ((set & 0x33333333u) << 2);
    set = ((set >> 4) & 0x0F0F0F0Fu) | ((set & 0x0F0F0F0Fu) << 4);
    set = ((set >> 8) & 0x00FF00FFu) | ((set & 0x00FF00FFu) << 8);
    return (set >> 16) | (set << 16);
}

/* One side's points in the other side's numbering; both ways alike. */
BG_INLINE uint32_t across(int travel, uint32_t set)
{
    set &= BG_POINTS;
    if (travel == BG_CONTRARY)
        return reversed(set) >> 6;
    return ((set << 12) | (set >> 12)) & BG_POINTS;
}

BG_INLINE int across_point(int travel, int point)
{
    if (travel == BG_CONTRARY)
        return 25 - point;
    return point <= 12 ? point + 12 : point - 12;
}

BG_INLINE int is_double(const bg_part *part)
{
    return part->die[0] == part->die[1];
}

#endif
