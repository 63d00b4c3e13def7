/* Features by hand: what the nets are told of a position besides its columns. All are whole numbers, so every machine
 * sees the same. */
#include "measures.h"

void bg_make_feature_tables(bg_feature_tables *tables)
{
    for (int map = 0; map < 4096; map++) {
        int rolls = 0;
        for (int high = 1; high <= 6; high++)
            for (int low = 1; low <= high; low++) {
                int by_high = !(map >> (12 - high) & 1), by_low = !(map >> (12 - low) & 1);
                int by_both = !(map >> (12 - high - low) & 1);
                if (by_both && (by_high || by_low))
                    rolls += high == low ? 1 : 2;
            }
        tables->escapes[map] = (uint8_t)rolls;
    }
}

static const int16_t points[32] = {BG_POINTS_BY_PLACE};
static const int16_t way_home[32] = {BG_WAY_HOME_BY_PLACE};
static const int16_t is_back[32] = {BG_BACK_BY_PLACE};
static const uint32_t first_die[BG_MIXED_LANES] = {BG_FIRST_DICE};
static const uint32_t second_die[BG_MIXED_LANES] = {BG_SECOND_DICE};
static const uint32_t equal_dice[BG_DOUBLE_LANES] = {BG_EQUAL_DICE};

/* What a roll hits, five yes or no in fields of six bits, so that one sum counts all five. */
BG_INLINE uint32_t kinds_of(uint32_t hits)
{
    return (uint32_t)(hits != 0) | (uint32_t)((hits & (hits - 1)) != 0) << 6 | (uint32_t)((hits & BG_HOME) != 0) << 12 |
           (uint32_t)((hits & BG_MIDDLE) != 0) << 18 | (uint32_t)((hits & BG_QUARTER) != 0) << 24;
}

/* Rolls that hit, side by side. */
BG_INLINE void measure_shots(const bg_view *v, bg_measures *m)
{
    const bg_attack attack = bg_attack_of(v);
    const uint32_t targets = v->targets, open = attack.open, first = attack.first, rest = attack.rest;
    uint32_t kinds = 0, double_kinds = 0;
    for (int i = 0; i < BG_MIXED_LANES; i++) {
        uint32_t a = first_die[i], b = second_die[i];
        uint32_t by_a = (first >> a) & open, by_b = (first >> b) & open;
        uint32_t then_b = (rest | (by_a & attack.goes_on)) >> b & (by_a ? ~0u : 0);
        uint32_t then_a = (rest | (by_b & attack.goes_on)) >> a & (by_b ? ~0u : 0);
        kinds += kinds_of((by_a | by_b | then_b | then_a) & targets);
    }
    uint32_t reached[BG_DOUBLE_LANES], all[BG_DOUBLE_LANES];
    for (int i = 0; i < BG_DOUBLE_LANES; i++) {
        all[i] = (first >> equal_dice[i]) & open;
        reached[i] = all[i] | (all[i] ? attack.free : 0);
    }
    for (int step = attack.waiting > 1 ? attack.waiting : 1; step < 4; step++)
        for (int i = 0; i < BG_DOUBLE_LANES; i++) {
            reached[i] = (reached[i] >> equal_dice[i]) & open;
            all[i] |= reached[i];
        }
    for (int i = 0; i < BG_DOUBLE_LANES; i++)
        double_kinds += kinds_of(all[i] & targets);
    kinds = 2 * kinds + double_kinds;
    m->any = (int)(kinds & 63);
    m->two = (int)(kinds >> 6 & 63);
    m->near = (int)(kinds >> 12 & 63);
    m->middle = (int)(kinds >> 18 & 63);
    m->far = (int)(kinds >> 24 & 63);
}

BG_INLINE int longest_run(uint32_t set)
{
    /* Most runs are short: the first six steps without asking. */
    int n = 0;
    for (int step = 0; step < 6; step++, set &= set >> 1)
        n += set != 0;
    for (; set; set &= set >> 1)
        n++;
    return n;
}

BG_INLINE void measure(const bg_view *v, bg_measures *m)
{
    uint8_t bytes[32]; /* the last four are the pins; all that weighs them is 0 */
    int16_t count[32];
    memcpy(bytes, v->count, sizeof bytes);
    for (int place = 0; place < 32; place++)
        count[place] = bytes[place];
    int pips = 0, timing = 0, breaking = 0, back = 0;
    for (int place = 0; place < 32; place++) {
        const int16_t beyond = (int16_t)(points[place] - v->past);
        pips += count[place] * points[place];
        timing += count[place] * way_home[place];
        back += count[place] * is_back[place];
        breaking += count[place] * (beyond > 0 ? beyond : (int16_t)0);
    }
    *m = (bg_measures){.pips = pips, .timing = timing, .breaking = breaking, .back = back};
    m->longest = longest_run(v->made);
    if (v->targets)
        measure_shots(v, m);
}

/* In a race nothing but the way home counts. */
BG_INLINE void race_features(const bg_view *v, int16_t *out)
{
    int pips = 0, crossings = 0, to_home = 0, outside = 0, left = 0, low = 0;
    for (uint32_t set = v->own; set; set &= set - 1) {
        int place = lowest(set), n = v->count[place], quarter = (place - 1) / 6;
        pips += n * place;
        left += n;
        crossings += n * (quarter + 1);
        to_home += n * quarter;
        outside += place > 6 ? n : 0;
        low += place <= 2 ? n : 0;
    }
    memset(out, 0, BG_SIDE_FEATURES * sizeof *out);
    out[0] = bg_feature(pips * 41 / 16);
    out[1] = bg_feature(pips * 8 - 256);
    out[2] = bg_feature(v->rear * 20);
    out[3] = bg_feature(crossings * 16);
    out[4] = bg_feature(to_home * 32);
    out[5] = bg_feature(outside * 34);
    out[6] = bg_feature(left * 34);
    out[7] = bg_feature(low * 34);
    out[8] = bg_feature(size(v->own & BG_HOME) * 85);
}

static void race_features_of(const bg_view views[2], int16_t features[BG_FEATURES])
{
    for (int which = 0; which < 2; which++)
        race_features(&views[which], features + which * BG_SIDE_FEATURES);
    /* The difference of the pips, near and far; 41/16 is the scale of a side's pips. */
    const int difference = features[0] - features[BG_SIDE_FEATURES];
    for (int i = 0; i < 2; i++) {
        const int scaled = difference * (i ? 8 : 2);
        features[BG_SIDE_FEATURES + 9 + i] = bg_feature(scaled < -BG_FEATURE_MOST ? -BG_FEATURE_MOST : scaled);
    }
}

BG_INLINE void all_features(const bg_feature_tables *tables, const bg_game *game, const bg_position *position,
                            int phase, int16_t *features)
{
    bg_standing standing;
    bg_view views[2];
    for (int which = 0; which < 2; which++) {
        standing.one[which] = held(&position->side[which], 1);
        standing.two[which] = held(&position->side[which], 2);
        standing.crossed_one[which] = across(game->travel, standing.one[which]);
        standing.crossed_two[which] = across(game->travel, standing.two[which]);
    }
    bg_views_of(game, position, &standing, views);
    if (phase == BG_SLOT_RACE) {
        race_features_of(views, features);
        return;
    }
    for (int which = 0; which < 2; which++) {
        bg_measures measures;
        measure(&views[which], &measures);
        bg_contact_features(tables, &views[which], &measures, features + which * BG_SIDE_FEATURES);
    }
}

#if defined(BG_X86)
BG_TARGET("avx2")
static void all_features_avx2(const bg_feature_tables *tables, const bg_game *game, const bg_position *position,
                              int phase, int16_t *features)
{
    all_features(tables, game, position, phase, features);
}
#endif

void bg_features_of(const bg_feature_tables *tables, const bg_game *game, const bg_position *position, int phase,
                    int simd, int16_t features[BG_FEATURES])
{
#if defined(BG_X86)
    if (simd >= BG_SIMD_AVX512_VNNI && phase != BG_SLOT_RACE) {
        bg_contact_features_avx512(tables, game, position, features);
        return;
    }
    if (simd >= BG_SIMD_AVX2) {
        all_features_avx2(tables, game, position, phase, features);
        return;
    }
#endif
    (void)simd;
    all_features(tables, game, position, phase, features);
}
