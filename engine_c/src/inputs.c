/* Position -> inputs of the nets. All features are whole numbers, so every machine sees the same. */
#include "measures.h"

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

int bg_columns_of(const bg_position *position, int simd, uint16_t columns[BG_COLUMNS_ROOM])
{
    int n = 0;
#if defined(BG_X86)
    const int is_wide = simd >= BG_SIMD_AVX512_VNNI;
    if (is_wide)
        n = bg_columns_of_places_avx512(position, columns);
#else
    const int is_wide = 0;
    (void)simd;
#endif
    for (int which = 0; which < 2; which++) {
        const bg_side *side = &position->side[which];
        const int base = 1 + which * BG_SIDE_COLUMNS;
        for (uint32_t places = is_wide ? 0 : held(side, 1) | (side->count[BG_OFF] > 0); places; places &= places - 1) {
            const int place = lowest(places);
            columns[n++] = (uint16_t)(base + place * 16 + side->count[place]);
        }
        for (uint32_t pins = side->pinned; pins; pins &= pins - 1)
            columns[n++] = (uint16_t)(base + 27 * 16 + lowest(pins));
    }
    return n;
}

void bg_columns_changed(const bg_position *from, const bg_position *to, bg_column_change *change)
{
    int more = 0, less = 0;
    for (int which = 0; which < 2; which++) {
        const bg_side *before = &from->side[which], *after = &to->side[which];
        const int base = 1 + which * BG_SIDE_COLUMNS, pins = base + 27 * 16;
        for (int word = 0; word < 4; word++) {
            uint64_t old, fresh;
            memcpy(&old, before->count + 8 * word, 8); /* the last word ends with the pins, which are looked at below */
            memcpy(&fresh, after->count + 8 * word, 8);
            uint64_t differs = (old ^ fresh) & (word == 3 ? 0xFFFFFFu : ~(uint64_t)0);
            while (differs) {
                const int shift = lowest_byte(differs), place = 8 * word + shift;
                differs &= ~((uint64_t)0xFF << 8 * shift);
                change->less[less] = (uint16_t)(base + place * 16 + before->count[place]);
                less += before->count[place] > 0;
                change->more[more] = (uint16_t)(base + place * 16 + after->count[place]);
                more += after->count[place] > 0;
            }
        }
        for (uint32_t gone = before->pinned & ~after->pinned; gone; gone &= gone - 1)
            change->less[less++] = (uint16_t)(pins + lowest(gone));
        for (uint32_t fresh = after->pinned & ~before->pinned; fresh; fresh &= fresh - 1)
            change->more[more++] = (uint16_t)(pins + lowest(fresh));
    }
    change->more_count = more;
    change->less_count = less;
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
    const uint32_t own = held(&position->side[0], 1), opponent = held(&position->side[1], 1);
    if (own && opponent && is_race(game, position, own, opponent))
        return (own | opponent) & BG_OUTSIDE ? BG_SLOT_RACE : BG_PHASE_BEAR_OFF;
    return 2 * ((own >> 19) != 0) + ((opponent >> 19) != 0);
}
