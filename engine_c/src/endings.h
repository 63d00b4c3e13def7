/* Endings of at most six checkers a side, all at home: solved exactly, with the cube. */
#ifndef BG_ENDINGS_H
#define BG_ENDINGS_H

#include "rules.h"

enum { BG_ENDING_CHECKERS = 6, BG_ENDING_ROWS = 924, BG_ENDING_VALUES = 4 };

/* Views of a cube by the side on roll. */
enum { BG_ENDING_CUBELESS = 0, BG_ENDING_CENTRED, BG_ENDING_OWN, BG_ENDING_OTHER };

/* worth[i][j]: what the side on roll, whose row is i (bg_bear_off_row), has on average against row j when it rolls
 * without a double, in points at a cube of 1. Without gammons, of which there are none: nine checkers are off. */
typedef struct {
    uint64_t magic;
    uint32_t made; /* how many rows are made, with all that they meet */
    uint32_t checksum;
    float worth[BG_ENDING_ROWS][BG_ENDING_ROWS][BG_ENDING_VALUES];
} bg_endings;

int bg_endings_are_made(const void *memory, size_t memory_size);

/* The four worths of the side on roll, NULL for a position that is none of these endings. */
const float *bg_ending_of(const bg_endings *endings, const bg_game *game, const bg_position *position);

#endif
