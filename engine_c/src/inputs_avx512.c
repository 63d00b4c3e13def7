/* Columns and features of contact in registers of 512 bits, both sides of a position at once where they fit. */
#include "measures.h"

#if defined(BG_X86)

#if defined(__GNUC__) && !defined(__clang__)
/* gcc would carry numbers of both sides into small vectors and back again, which takes longer than what is done there.
 */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#define WIDE BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni,bmi,bmi2,popcnt")

/* Both sides' places, the pins' bytes weighing nothing. */
static const int8_t points[64] = {BG_POINTS_BY_PLACE, BG_POINTS_BY_PLACE};
static const int8_t way_home[64] = {BG_WAY_HOME_BY_PLACE, BG_WAY_HOME_BY_PLACE};
static const int8_t is_back[64] = {BG_BACK_BY_PLACE, BG_BACK_BY_PLACE};
static const uint32_t first_die[BG_MIXED_LANES] = {BG_FIRST_DICE};
static const uint32_t second_die[BG_MIXED_LANES] = {BG_SECOND_DICE};
static const uint32_t equal_dice[BG_DOUBLE_LANES] = {BG_EQUAL_DICE};

WIDE BG_INLINE bg_standing standing_of(const bg_game *game, __m512i both)
{
    const __m512i one = _mm512_set1_epi8(1);
    const uint64_t ones = _mm512_test_epi8_mask(both, both), twos = _mm512_cmpgt_epi8_mask(both, one);
    bg_standing s;
    for (int which = 0; which < 2; which++) {
        s.one[which] = (uint32_t)(ones >> 32 * which) & 0x07FFFFFEu;
        s.two[which] = (uint32_t)(twos >> 32 * which) & 0x07FFFFFEu;
    }
    if (game->travel == BG_CONTRARY) {
        const __m512i backwards =
            _mm512_broadcast_i32x4(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
        __m512i mirrored = _mm512_shuffle_epi8(both, backwards);
        mirrored = _mm512_shuffle_i64x2(mirrored, mirrored, 0xB1);
        const uint64_t mirrored_ones = _mm512_test_epi8_mask(mirrored, mirrored);
        const uint64_t mirrored_twos = _mm512_cmpgt_epi8_mask(mirrored, one);
        for (int which = 0; which < 2; which++) { /* place p is byte 31 - p, and the point 25 - p across */
            s.crossed_one[which] = (uint32_t)(mirrored_ones >> 32 * which) >> 6 & BG_POINTS;
            s.crossed_two[which] = (uint32_t)(mirrored_twos >> 32 * which) >> 6 & BG_POINTS;
        }
    } else
        for (int which = 0; which < 2; which++) {
            s.crossed_one[which] = across(game->travel, s.one[which]);
            s.crossed_two[which] = across(game->travel, s.two[which]);
        }
    return s;
}

/* The four sums over places. Each is below 2^15, so that halves of registers can be added up beside each other. */
WIDE BG_INLINE void measure_places(__m512i both, const bg_view views[2], bg_measures m[2])
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(1), weights = _mm512_loadu_si512(points);
    const __m512i past = _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_set1_epi8((char)views[0].past)),
                                            _mm256_set1_epi8((char)views[1].past), 1);
    const __m512i pips = _mm512_dpbusd_epi32(zero, both, weights);
    const __m512i timing = _mm512_dpbusd_epi32(zero, both, _mm512_loadu_si512(way_home));
    const __m512i breaking = _mm512_dpbusd_epi32(zero, both, _mm512_subs_epu8(weights, past));
    const __m512i back = _mm512_dpbusd_epi32(zero, both, _mm512_loadu_si512(is_back));
    const __m512i first = _mm512_madd_epi16(_mm512_packs_epi32(pips, timing), one);
    const __m512i second = _mm512_madd_epi16(_mm512_packs_epi32(breaking, back), one);
    __m512i sums = _mm512_madd_epi16(_mm512_packs_epi32(first, second), one);
    sums = _mm512_add_epi32(sums, _mm512_shuffle_i64x2(sums, sums, 0xB1));
    for (int which = 0; which < 2; which++) {
        const __m128i four = which ? _mm512_extracti32x4_epi32(sums, 2) : _mm512_castsi512_si128(sums);
        const uint64_t low = (uint64_t)_mm_cvtsi128_si64(four), high = (uint64_t)_mm_extract_epi64(four, 1);
        m[which].pips = (int)(uint32_t)low;
        m[which].timing = (int)(low >> 32);
        m[which].breaking = (int)(uint32_t)high;
        m[which].back = (int)(high >> 32);
    }
}

/* The set's points that begin a run of 1 to 8: one lane for each length, ANDed with itself in three strides. */
WIDE BG_INLINE int longest_run(uint32_t set)
{
    const __m256i strides = _mm256_setr_epi32(0, 0x1, 0x11, 0x21, 0x121, 0x221, 0x321, 0x421);
    __m256i runs = _mm256_set1_epi32((int)set);
    runs = _mm256_and_si256(runs, _mm256_srlv_epi32(runs, _mm256_and_si256(strides, _mm256_set1_epi32(15))));
    runs = _mm256_and_si256(
        runs, _mm256_srlv_epi32(runs, _mm256_and_si256(_mm256_srli_epi32(strides, 4), _mm256_set1_epi32(15))));
    runs = _mm256_and_si256(runs, _mm256_srlv_epi32(runs, _mm256_srli_epi32(strides, 8)));
    int longest = size(_mm256_test_epi32_mask(runs, runs));
    if (longest == 8) {
        set &= set >> 1, set &= set >> 2, set &= set >> 4;
        for (set &= set >> 1; set; set &= set >> 1)
            longest++;
    }
    return longest;
}

/* Rolls that hit: a lane for each, counted by their masks. */
WIDE BG_INLINE void measure_shots(const bg_view *v, bg_measures *m)
{
    const bg_attack attack = bg_attack_of(v);
    const __m512i open = _mm512_set1_epi32((int)attack.open), first = _mm512_set1_epi32((int)attack.first);
    const __m512i rest = _mm512_set1_epi32((int)attack.rest), goes_on = _mm512_set1_epi32((int)attack.goes_on);
    const __m512i a = _mm512_loadu_si512(first_die), b = _mm512_loadu_si512(second_die);
    const __m512i by_a = _mm512_and_si512(_mm512_srlv_epi32(first, a), open);
    const __m512i by_b = _mm512_and_si512(_mm512_srlv_epi32(first, b), open);
    const __m512i from_a = _mm512_or_si512(rest, _mm512_and_si512(by_a, goes_on));
    const __m512i from_b = _mm512_or_si512(rest, _mm512_and_si512(by_b, goes_on));
    const __m512i then_b = _mm512_maskz_srlv_epi32(_mm512_test_epi32_mask(by_a, by_a), from_a, b);
    const __m512i then_a = _mm512_maskz_srlv_epi32(_mm512_test_epi32_mask(by_b, by_b), from_b, a);
    const __m512i hits = _mm512_and_si512(_mm512_or_si512(_mm512_or_si512(by_a, by_b), _mm512_or_si512(then_a, then_b)),
                                          _mm512_set1_epi32((int)v->targets));

    const __m256i dice = _mm256_loadu_si256((const __m256i *)equal_dice), open8 = _mm512_castsi512_si256(open);
    __m256i all = _mm256_and_si256(_mm256_srlv_epi32(_mm512_castsi512_si256(first), dice), open8);
    __m256i reached =
        _mm256_mask_or_epi32(all, _mm256_test_epi32_mask(all, all), all, _mm256_set1_epi32((int)attack.free));
    for (int step = attack.waiting > 1 ? attack.waiting : 1; step < 4; step++) {
        reached = _mm256_and_si256(_mm256_srlv_epi32(reached, dice), open8);
        all = _mm256_or_si256(all, reached);
    }
    const __m256i double_hits = _mm256_and_si256(all, _mm256_set1_epi32((int)v->targets));

#define ROLLS(set, double_set)                                                                                         \
    (2 * size(_mm512_test_epi32_mask(hits, set)) + size(_mm256_test_epi32_mask(double_hits, double_set)))
    const __m512i none = _mm512_set1_epi32(-1);
    m->any = ROLLS(hits, double_hits);
    m->two = ROLLS(_mm512_add_epi32(hits, none), _mm256_add_epi32(double_hits, _mm512_castsi512_si256(none)));
    m->near = ROLLS(_mm512_set1_epi32(BG_HOME), _mm256_set1_epi32(BG_HOME));
    m->middle = ROLLS(_mm512_set1_epi32(BG_MIDDLE), _mm256_set1_epi32(BG_MIDDLE));
    m->far = ROLLS(_mm512_set1_epi32(BG_QUARTER), _mm256_set1_epi32(BG_QUARTER));
#undef ROLLS
}

WIDE BG_INLINE void features_of_side(const bg_feature_tables *tables, const bg_view *v, bg_measures *m,
                                     int16_t *features)
{
    m->longest = longest_run(v->made);
    measure_shots(v, m);
    bg_contact_features(tables, v, m, features);
}

WIDE void bg_contact_features_avx512(const bg_feature_tables *tables, const bg_game *game, const bg_position *position,
                                     int16_t features[BG_FEATURES])
{
    const __m512i both = _mm512_loadu_si512(position);
    const bg_standing standing = standing_of(game, both);
    bg_view views[2];
    bg_measures measures[2];
    bg_views_of(game, position, &standing, views);
    measure_places(both, views, measures);
    features_of_side(tables, &views[0], &measures[0], features);
    features_of_side(tables, &views[1], &measures[1], features + BG_SIDE_FEATURES);
}

/* Sixteen places at a time, those that hold nobody pressed out. */
WIDE int bg_columns_of_places_avx512(const bg_position *position, uint16_t columns[BG_COLUMNS_ROOM])
{
    const __m512i steps = _mm512_setr_epi32(0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240);
    int n = 0;
    for (int part = 0; part < 4; part++) { /* the last five bytes of a side are no places */
        const int first = part % 2 * 16, base = 1 + part / 2 * BG_SIDE_COLUMNS + first * 16;
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(position->side[part / 2].count + first));
        const __m512i counts = _mm512_cvtepu8_epi32(bytes);
        const __mmask16 held = _mm512_mask_test_epi32_mask(first ? 0x07FF : 0xFFFF, counts, counts);
        const __m512i all = _mm512_add_epi32(counts, _mm512_add_epi32(steps, _mm512_set1_epi32(base)));
        const __m256i some = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(held, all));
        _mm256_storeu_si256((__m256i *)(columns + n), some);
        n += size(held);
    }
    return n;
}

#endif
