/* Position -> inputs of the nets. All features are whole numbers, so every machine sees the same. */
#include "inputs.h"
#include "simd.h"

void bg_units(int place, int count, int tenths[BG_UNITS])
{
    memset(tenths, 0, BG_UNITS * sizeof *tenths);
    if (count < 1)
        return;
    if (place == BG_OFF) { /* begun, then the first, second and third five as they fill up */
        tenths[0] = 10;
        for (int five = 0; five < 3; five++) {
            int filled = count - 5 * five;
            tenths[1 + five] = 2 * (filled < 0 ? 0 : filled > 5 ? 5 : filled);
        }
        return;
    }
    tenths[count < 3 ? count - 1 : 2] = 10;
    if (count > 3)
        tenths[3] = 5 * (count - 3);
}

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

/* The places where a side has at least one and at least two checkers. */
BG_INLINE void standing(const bg_side *side, uint32_t *one, uint32_t *two)
{
#if defined(BG_X86)
    const __m128i low = _mm_loadu_si128((const __m128i *)side->count);
    const __m128i high = _mm_loadu_si128((const __m128i *)(side->count + 12));
    const __m128i ones = _mm_set1_epi8(1), none = _mm_setzero_si128();
    /* counts 12 to 27 end before the pins; the overlap is shifted onto itself */
    *one = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(low, none)) |
           (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(high, none)) << 12;
    *two = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(low, ones)) |
           (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(high, ones)) << 12;
    *one &= 0x07FFFFFEu;
    *two &= 0x07FFFFFEu;
#else
    *one = held(side, 1);
    *two = held(side, 2);
#endif
}

int bg_columns_of(const bg_position *position, uint16_t columns[BG_MOST_COLUMNS])
{
    int n = 0;
    for (int which = 0; which < 2; which++) {
        const bg_side *side = &position->side[which];
        int base = 1 + which * BG_SIDE_COLUMNS;
        uint32_t one, two;
        standing(side, &one, &two);
        one |= side->count[BG_OFF] > 0;
        for (; one; one &= one - 1) {
            int place = lowest(one);
            columns[n++] = (uint16_t)(base + place * 16 + side->count[place]);
        }
        for (uint32_t pins = side->pinned; pins; pins &= pins - 1)
            columns[n++] = (uint16_t)(base + 27 * 16 + lowest(pins));
    }
    return n;
}

/* No checker can ever stand in the way of one of the other side again. */
static int is_race(const bg_game *game, const bg_position *position, uint32_t own, uint32_t opponent)
{
    if (position->side[0].pinned | position->side[1].pinned)
        return 0;
    int rear = highest(own), other = highest(opponent);
    if (game->travel == BG_PARALLEL)
        return rear <= 12 && other <= 12;
    return (rear > 25 ? 25 : rear) + (other > 25 ? 25 : other) < 25;
}

int bg_phase_of(const bg_game *game, const bg_position *position)
{
    bg_outcome outcome = bg_outcome_of(game, position, 0, 0);
    if (outcome.winner == BG_DRAW || (outcome.winner == BG_NOBODY && bg_is_dead(game, position)))
        return BG_PHASE_DRAWN;
    if (outcome.winner != BG_NOBODY)
        return BG_PHASE_OVER;
    uint32_t own, opponent, pairs;
    standing(&position->side[0], &own, &pairs);
    standing(&position->side[1], &opponent, &pairs);
    if (own && opponent && is_race(game, position, own, opponent))
        return (own | opponent) & BG_OUTSIDE ? BG_SLOT_RACE : BG_PHASE_BEAR_OFF;
    return 2 * ((own >> 19) != 0) + ((opponent >> 19) != 0);
}

/* The board as one side sees it, everything in its own numbering. */
typedef struct {
    const uint8_t *count;
    uint32_t own, made;
    uint32_t blocked; /* where it may not land */
    uint32_t targets; /* single checkers of the other that it may hit or pin */
    uint32_t walls;   /* where the other may not land, in the other's numbering */
    int rear, other_rear;
    int other_bar;
    int is_contrary;
} view;

enum { LANES = 16, DOUBLES = 8 }; /* 15 mixed rolls and 6 doubles, each with lanes to spare that hit nothing */
static const uint32_t first_die[LANES] = {2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 31};
static const uint32_t second_die[LANES] = {1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 31};
static const uint32_t equal_dice[DOUBLES] = {1, 2, 3, 4, 5, 6, 31, 31};

typedef struct {
    int any, two, near, middle, far; /* of 36 rolls */
} shots;

/* What a roll hits, five yes or no in fields of six bits, so that one sum counts all five. */
BG_INLINE uint32_t kinds_of(uint32_t hits)
{
    return (uint32_t)(hits != 0) | (uint32_t)((hits & (hits - 1)) != 0) << 6 | (uint32_t)((hits & BG_HOME) != 0) << 12 |
           (uint32_t)((hits & 0x0007FF80u) != 0) << 18 | (uint32_t)((hits & BG_QUARTER) != 0) << 24;
}

/* Rolls that hit, side by side. Checkers on the bar come in first. */
BG_INLINE shots shots_of(const view *v)
{
    const uint32_t targets = v->targets, open = BG_POINTS & ~v->blocked;
    const uint32_t bar = bit(BG_BAR), others = v->own & BG_POINTS;
    const int waiting = v->count[BG_BAR];
    const uint32_t first = waiting ? bar : others | (v->own & bit(BG_RESERVE)) >> 1;
    const uint32_t rest = waiting > 1 ? bar : first == bar ? others : first;
    const uint32_t goes_on = waiting > 1 ? 0 : ~0u;
    uint32_t kinds = 0, double_kinds = 0;
    for (int i = 0; i < LANES; i++) {
        uint32_t a = first_die[i], b = second_die[i];
        uint32_t by_a = (first >> a) & open, by_b = (first >> b) & open;
        uint32_t then_b = (rest | (by_a & goes_on)) >> b & (by_a ? ~0u : 0);
        uint32_t then_a = (rest | (by_b & goes_on)) >> a & (by_b ? ~0u : 0);
        kinds += kinds_of((by_a | by_b | then_b | then_a) & targets);
    }
    uint32_t reached[DOUBLES], all[DOUBLES];
    const uint32_t free = waiting ? others : 0;
    for (int i = 0; i < DOUBLES; i++) {
        all[i] = (first >> equal_dice[i]) & open;
        reached[i] = all[i] | (all[i] ? free : 0);
    }
    for (int step = waiting > 1 ? waiting : 1; step < 4; step++)
        for (int i = 0; i < DOUBLES; i++) {
            reached[i] = (reached[i] >> equal_dice[i]) & open;
            all[i] |= reached[i];
        }
    for (int i = 0; i < DOUBLES; i++)
        double_kinds += kinds_of(all[i] & targets);
    kinds = 2 * kinds + double_kinds;
    return (shots){(int)(kinds & 63), (int)(kinds >> 6 & 63), (int)(kinds >> 12 & 63), (int)(kinds >> 18 & 63),
                   (int)(kinds >> 24 & 63)};
}

BG_INLINE int escapes(const bg_feature_tables *tables, uint32_t blocked, int from)
{
    return tables->escapes[((uint64_t)blocked << 12 >> from) & 0xFFF];
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

BG_INLINE int16_t feature(int value)
{
    return (int16_t)(value > BG_FEATURE_MOST ? BG_FEATURE_MOST : value < -BG_FEATURE_MOST ? -BG_FEATURE_MOST : value);
}

/* By place: how far from the end, how far from home for checkers on their way, and who is not on the way yet. */
static const int16_t points[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                   14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25};
static const int16_t way_home[32] = {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const int16_t is_back[32] = {[19] = 1, [20] = 1, [21] = 1, [22] = 1, [23] = 1, [24] = 1, [25] = 1, [26] = 1};

/* What one side has to say in a contact position. Features often 0 together stand beside each other. */
BG_INLINE void contact_features(const bg_feature_tables *tables, const view *v, int16_t *out)
{
    int16_t count[32];
    for (int place = 0; place < BG_COUNTS; place++)
        count[place] = v->count[place];
    for (int place = BG_COUNTS; place < 32; place++)
        count[place] = 0;
    const int past = v->is_contrary ? 25 - v->other_rear : 0;
    int pips = 0, timing = 0, breaking = 0, back = 0, mobility = 0, rescue = 0;
    for (int place = 0; place < 32; place++) {
        const int16_t beyond = (int16_t)(points[place] - past);
        pips += count[place] * points[place];
        timing += count[place] * way_home[place];
        back += count[place] * is_back[place];
        breaking += count[place] * (beyond > 0 ? beyond : (int16_t)0);
    }
    for (uint32_t set = v->own & BG_OUTSIDE; set; set &= set - 1) {
        int place = lowest(set), point = place > 25 ? 25 : place;
        int free = count[place] * escapes(tables, v->blocked, point);
        mobility += (point - 6) * free;
        rescue += is_back[place] * free;
    }
    int least = 36, least_now = 36;
    for (int point = 16; point <= 25; point++) {
        int free = escapes(tables, v->walls, point);
        least = free < least ? free : least;
        if (point <= v->other_rear)
            least_now = least;
    }
    uint32_t anchors = v->made & BG_QUARTER, home = v->made & BG_HOME;
    int closed = size(home), contained = 36 - least, contained_now = 36 - least_now;
    int forward = anchors ? 25 - lowest(anchors) : 0;
    int bar = v->other_bar > 3 ? 3 : v->other_bar;
    int deep = (v->count[1] > 2 ? v->count[1] - 2 : 0) + (v->count[2] > 2 ? v->count[2] - 2 : 0);

    out[0] = feature(pips * 41 / 16);
    out[1] = feature(v->rear * 20);
    out[2] = feature(v->rear > 0 ? escapes(tables, v->blocked, v->rear) * 14 : 0);
    out[3] = feature(mobility / 8);
    out[4] = feature(contained * 14);
    out[5] = feature(contained * contained * 2 / 5);
    out[6] = feature(contained_now * 14);
    out[7] = feature(contained_now * contained_now * 2 / 5);
    out[8] = feature(longest_run(v->made) * 85);
    out[9] = feature(closed * 85);
    out[10] = feature(timing * 6);
    out[11] = feature(breaking * 3);
    out[12] = feature(back * 100);
    out[13] = feature(rescue * 3);
    out[14] = feature(size(anchors) * 200);
    out[15] = feature(forward * 85);
    out[16] = feature(size(v->own & ~v->made & BG_HOME) * 128);
    out[17] = feature(deep * 100);
    out[18] = feature(bar * closed * closed * 10);
    shots hits = {0, 0, 0, 0, 0};
    if (v->targets)
        hits = shots_of(v);
    out[19] = feature(hits.near * 14);
    out[20] = feature(hits.any * 14);
    out[21] = feature(hits.two * 14);
    out[22] = feature(hits.middle * 14);
    out[23] = feature(hits.far * 14);
}

/* In a race nothing but the way home counts. */
BG_INLINE void race_features(const view *v, int16_t *out)
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
    out[0] = feature(pips * 41 / 16);
    out[1] = feature(pips * 8 - 256);
    out[2] = feature(v->rear * 20);
    out[3] = feature(crossings * 16);
    out[4] = feature(to_home * 32);
    out[5] = feature(outside * 34);
    out[6] = feature(left * 34);
    out[7] = feature(low * 34);
    out[8] = feature(size(v->own & BG_HOME) * 85);
}

BG_INLINE void all_features(const bg_feature_tables *tables, const bg_game *game, const bg_position *position,
                            int phase, int16_t *features)
{
    view views[2];
    uint32_t one[2], two[2], crossed_one[2], walls[2];
    for (int which = 0; which < 2; which++) {
        standing(&position->side[which], &one[which], &two[which]);
        crossed_one[which] = across(game->travel, one[which]);
        uint32_t wall = game->contact == BG_NONE ? one[which] : two[which];
        /* a checker that pins another holds the point alone */
        walls[which] = across(game->travel, wall) | position->side[!which].pinned;
    }
    for (int which = 0; which < 2; which++) {
        const bg_side *side = &position->side[which];
        view *v = &views[which];
        int rear = one[which] ? highest(one[which]) : 0, other_rear = one[!which] ? highest(one[!which]) : 0;
        *v = (view){
            .count = side->count,
            .own = one[which],
            .made = game->contact == BG_NONE ? one[which] & BG_POINTS : two[which] & BG_POINTS,
            .blocked = walls[!which],
            .targets = game->contact == BG_NONE ? 0 : crossed_one[!which] & ~walls[!which],
            .walls = walls[which],
            .rear = rear > 25 ? 25 : rear,
            .other_rear = other_rear > 25 ? 25 : other_rear,
            .other_bar = position->side[!which].count[BG_BAR],
            .is_contrary = game->travel == BG_CONTRARY,
        };
        if (phase == BG_SLOT_RACE)
            race_features(v, features + which * BG_SIDE_FEATURES);
        else
            contact_features(tables, v, features + which * BG_SIDE_FEATURES);
    }
    if (phase == BG_SLOT_RACE) {
        /* The difference of the pips, near and far; 41/16 is the scale of a side's pips. */
        int difference = features[0] - features[BG_SIDE_FEATURES];
        features[BG_SIDE_FEATURES + 9] = feature(difference * 2);
        features[BG_SIDE_FEATURES + 10] = feature(difference * 8);
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
    if (simd >= BG_SIMD_AVX2) {
        all_features_avx2(tables, game, position, phase, features);
        return;
    }
#endif
    (void)simd;
    all_features(tables, game, position, phase, features);
}
