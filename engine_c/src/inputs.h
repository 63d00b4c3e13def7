/* A position as numbers for the nets: columns that are either there or not, and features by hand. */
#ifndef BG_INPUTS_H
#define BG_INPUTS_H

#include "rules.h"

/* Rows are what is trained: for each side and place four units that describe a count, and one for each pinned point.
 * Columns are what is added up: one for each side, place and count, the sum of the rows that count stands for, so that
 * a position is about two dozen columns. Row and column 0 of either is the bias, always there. */
enum {
    BG_UNITS = 4,
    BG_SIDE_ROWS = 27 * BG_UNITS + 25,
    BG_ROWS = 1 + 2 * BG_SIDE_ROWS,
    BG_SIDE_COLUMNS = 27 * 16 + 25,
    BG_COLUMNS = 1 + 2 * BG_SIDE_COLUMNS,
    BG_MOST_COLUMNS = 1 + 2 * (16 + 15),    /* at most 15 places and off, at most 15 pins, for each side */
    BG_COLUMNS_ROOM = BG_MOST_COLUMNS + 16, /* wide registers are stored whole */
    BG_SIDE_FEATURES = 24,
    BG_FEATURES = 2 * BG_SIDE_FEATURES
};

/* Features are fixed-point numbers, 512 for 1, between -2 and 2. */
enum { BG_FEATURE_ONE = 512, BG_FEATURE_MOST = 1023 };

/* Units of a count in tenths: the rows of `place` weigh so much in the column of `count`. */
void bg_units(int place, int count, int tenths[BG_UNITS]);

typedef struct {
    uint8_t escapes[4096]; /* rolls of 36 that a checker can play alone; bit 11 of the index: the point before it is
                              blocked, bit 0: the point twelve before it */
} bg_feature_tables;

void bg_make_feature_tables(bg_feature_tables *tables);

enum bg_phase { BG_PHASE_OVER = -3, BG_PHASE_DRAWN = -2, BG_PHASE_BEAR_OFF = -1, BG_PHASE_CONTACT = 0 };

/* Contact is told apart by who still has checkers in his start quarter or behind it: own 2, opponent 1. */
enum { BG_SLOT_RACE = 4, BG_SLOTS_OF_NETS = 8 };

int bg_phase_of(const bg_game *game, const bg_position *position);
int bg_columns_of(const bg_position *position, int simd, uint16_t columns[BG_COLUMNS_ROOM]);

/* The columns of a position that another has not, and the other way round. */
typedef struct {
    int more_count, less_count;
    uint16_t more[BG_MOST_COLUMNS], less[BG_MOST_COLUMNS];
} bg_column_change;

void bg_columns_changed(const bg_position *from, const bg_position *to, bg_column_change *change);
void bg_features_of(const bg_feature_tables *tables, const bg_game *game, const bg_position *position, int phase,
                    int simd, int16_t features[BG_FEATURES]);

#endif
