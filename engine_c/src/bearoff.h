/* One side alone, all its checkers at home: how many rolls it needs, and how many until the first checker is off. */
#ifndef BG_BEAROFF_H
#define BG_BEAROFF_H

#include "rules.h"

enum {
    BG_BEAR_OFFS = 54264, /* ways to put at most 15 checkers on six points */
    BG_MOST_ROLLS = 24,   /* chances of more rolls than that are below a 60,000th and count as that many */
    BG_FIRST_ROLLS = 8,
    BG_ROLL_CERTAIN = 65535
};

/* The block of memory that holds the table: chance[i][k] of needing exactly k + 1 rolls, first[i][k] of having none off
 * before roll k + 1 and one with it. The play that leaves the fewest rolls on average is the play made. */
typedef struct {
    uint64_t magic;
    int32_t made; /* how many rows are made, from the fewest checkers on */
    int32_t unused;
    float mean[BG_BEAR_OFFS];       /* mean number of rolls */
    float first_mean[BG_BEAR_OFFS]; /* mean number of rolls to the first checker off */
    uint16_t chance[BG_BEAR_OFFS][BG_MOST_ROLLS];
    uint16_t first[BG_BEAR_OFFS][BG_FIRST_ROLLS];
} bg_bear_off;

/* The row of a side whose checkers are all on 1..6 or off; counts are those of bg_side. */
int bg_bear_off_is_made(const void *memory, size_t memory_size);
int bg_bear_off_row(const uint8_t *count);
void bg_bear_off_counts(int row, uint8_t count[7]); /* [1..6] of a row; [0] is 0 */

/* Chances of the side on roll, both sides at home: win and gammon, lose and gammon, of BG_CERTAIN as net.h has it. */
void bg_bear_off_chances(const bg_bear_off *table, const bg_position *position, int32_t chances[5]);

#endif
