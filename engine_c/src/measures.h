/* What the features of a position are made of, shared by the ways to find it out: plain C and wide registers. */
#ifndef BG_MEASURES_H
#define BG_MEASURES_H

#include "inputs.h"

/* Both sides' standing checkers, at least one or two of them at a place, and where that is to the other side. */
typedef struct {
    uint32_t one[2], two[2];
    uint32_t crossed_one[2], crossed_two[2]; /* points only */
} bg_standing;

/* The board as one side sees it, everything in its own numbering. */
typedef struct {
    const uint8_t *count; /* of the side */
    uint32_t own, made;
    uint32_t blocked; /* where it may not land */
    uint32_t targets; /* single checkers of the other that it may hit or pin */
    uint32_t walls;   /* where the other may not land, in the other's numbering */
    int rear, other_rear;
    int other_bar;
    int past; /* points up to there no opposing checker will pass any more */
} bg_view;

/* What of a side is best found out in wide registers. */
typedef struct {
    int pips, timing, breaking, back;
    int longest;                     /* run of made points */
    int any, two, near, middle, far; /* rolls of 36 that hit: at all, two at once, at home, further on, far behind */
} bg_measures;

/* By place: how far from the end, how far from home for checkers on their way, and who is not on the way yet. */
#define BG_POINTS_BY_PLACE                                                                                             \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25, 0, 0, 0, 0, 0
#define BG_WAY_HOME_BY_PLACE                                                                                           \
    0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define BG_BACK_BY_PLACE 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0

enum {
    BG_MIXED_LANES = 16, /* 15 mixed rolls and 6 doubles, each with lanes to spare that hit nothing */
    BG_DOUBLE_LANES = 8,
    BG_MIDDLE = 0x0007FF80 /* 7..18 */
};
#define BG_FIRST_DICE 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 31
#define BG_SECOND_DICE 1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 31
#define BG_EQUAL_DICE 1, 2, 3, 4, 5, 6, 31, 31

/* How the checkers of a side may move to hit. Those on the bar come in first. */
typedef struct {
    uint32_t open;
    uint32_t first; /* who may move first */
    uint32_t rest;  /* who else then; the first one goes on himself if `goes_on` lets him */
    uint32_t goes_on;
    uint32_t free; /* who joins in a double once somebody has come in */
    int waiting;
} bg_attack;

BG_INLINE bg_attack bg_attack_of(const bg_view *v)
{
    const uint32_t bar = bit(BG_BAR), others = v->own & BG_POINTS;
    const int waiting = v->count[BG_BAR];
    const uint32_t first = waiting ? bar : others | (v->own & bit(BG_RESERVE)) >> 1;
    return (bg_attack){
        .open = BG_POINTS & ~v->blocked,
        .first = first,
        .rest = waiting > 1    ? bar
                : first == bar ? others
                               : first,
        .goes_on = waiting > 1 ? 0 : ~0u,
        .free = waiting ? others : 0,
        .waiting = waiting,
    };
}

BG_INLINE void bg_views_of(const bg_game *game, const bg_position *position, const bg_standing *s, bg_view views[2])
{
    const int is_alone = game->contact == BG_NONE; /* one checker holds its point */
    uint32_t walls[2];
    int rear[2];
    for (int which = 0; which < 2; which++) {
        /* a checker that pins another holds the point alone */
        walls[which] = (is_alone ? s->crossed_one[which] : s->crossed_two[which]) | position->side[!which].pinned;
        rear[which] = s->one[which] ? highest(s->one[which]) : 0;
        rear[which] = rear[which] > 25 ? 25 : rear[which];
    }
    for (int which = 0; which < 2; which++)
        views[which] = (bg_view){
            .count = position->side[which].count,
            .own = s->one[which],
            .made = (is_alone ? s->one[which] : s->two[which]) & BG_POINTS,
            .blocked = walls[!which],
            .targets = is_alone ? 0 : s->crossed_one[!which] & ~walls[!which],
            .walls = walls[which],
            .rear = rear[which],
            .other_rear = rear[!which],
            .other_bar = position->side[!which].count[BG_BAR],
            .past = game->travel == BG_CONTRARY ? 25 - rear[!which] : 0,
        };
}

BG_INLINE int16_t bg_feature(int value)
{
    return (int16_t)(value > BG_FEATURE_MOST ? BG_FEATURE_MOST : value);
}

BG_INLINE int bg_escapes(const bg_feature_tables *tables, uint32_t blocked, int from)
{
    return tables->escapes[((uint64_t)blocked << 12 >> from) & 0xFFF];
}

/* What one side has to say in a contact position; nothing is below 0, and what can be too much is cut. Features often 0
 * together stand beside each other. */
BG_INLINE void bg_contact_features(const bg_feature_tables *tables, const bg_view *v, const bg_measures *m,
                                   int16_t out[BG_SIDE_FEATURES])
{
    unsigned mobility = 0, rescue = 0;
    for (uint32_t set = v->own & BG_OUTSIDE; set; set &= set - 1) {
        const int place = lowest(set), point = place > 25 ? 25 : place;
        const unsigned free = (unsigned)(v->count[place] * bg_escapes(tables, v->blocked, point));
        mobility += (unsigned)(point - 6) * free;
        rescue += place > 18 ? free : 0;
    }
    int least = 36, least_now = 36;
    for (int point = 16; point <= 25; point++) {
        const int free = bg_escapes(tables, v->walls, point);
        least = free < least ? free : least;
        if (point <= v->other_rear)
            least_now = least;
    }
    const uint32_t anchors = v->made & BG_QUARTER, home = v->made & BG_HOME;
    const int closed = size(home);
    const unsigned contained = (unsigned)(36 - least), contained_now = (unsigned)(36 - least_now);
    const int bar = v->other_bar > 3 ? 3 : v->other_bar;
    const int deep = (v->count[1] > 2 ? v->count[1] - 2 : 0) + (v->count[2] > 2 ? v->count[2] - 2 : 0);

    out[0] = (int16_t)((unsigned)m->pips * 41 / 16);
    out[1] = (int16_t)(v->rear * 20);
    out[2] = (int16_t)(v->rear > 0 ? bg_escapes(tables, v->blocked, v->rear) * 14 : 0);
    out[3] = bg_feature((int)(mobility / 8));
    out[4] = (int16_t)(contained * 14);
    out[5] = (int16_t)(contained * contained * 2 / 5);
    out[6] = (int16_t)(contained_now * 14);
    out[7] = (int16_t)(contained_now * contained_now * 2 / 5);
    out[8] = bg_feature(m->longest * 85);
    out[9] = (int16_t)(closed * 85);
    out[10] = bg_feature(m->timing * 6);
    out[11] = bg_feature(m->breaking * 3);
    out[12] = bg_feature(m->back * 100);
    out[13] = bg_feature((int)rescue * 3);
    out[14] = bg_feature(size(anchors) * 200);
    out[15] = (int16_t)(anchors ? (25 - lowest(anchors)) * 85 : 0);
    out[16] = (int16_t)(size(v->own & ~v->made & BG_HOME) * 128);
    out[17] = bg_feature(deep * 100);
    out[18] = bg_feature(bar * closed * closed * 10);
    out[19] = (int16_t)(m->near * 14);
    out[20] = (int16_t)(m->any * 14);
    out[21] = (int16_t)(m->two * 14);
    out[22] = (int16_t)(m->middle * 14);
    out[23] = (int16_t)(m->far * 14);
}

#if defined(BG_X86)
/* inputs_avx512.c: the same in registers of 512 bits; columns without those of pins. */
int bg_columns_of_places_avx512(const bg_position *position, uint16_t columns[BG_COLUMNS_ROOM]);
void bg_contact_features_avx512(const bg_feature_tables *tables, const bg_game *game, const bg_position *position,
                                int16_t features[BG_FEATURES]);
#endif

#endif
