/* All the states that one part of a turn can pass through, each once. */
#ifndef BG_EXPLORE_H
#define BG_EXPLORE_H

#include "rules.h"

/* Fifteen checkers and four equal steps give at most 1 + 15 + 120 + 680 + 3060 states, two dice 1 + 15 + 15 + 450. */
enum { BG_STATES = 4096, BG_SLOTS = 8192, BG_SLOTS_FOR_TWO = 1024, BG_NO_STATE = 0xFFFF };

typedef struct {
    bg_position position;
    uint16_t parent;
    uint8_t from, die; /* the step that led here from the parent */
    uint8_t used;      /* bit i: die i of the part is used; all bits when the game ends here */
    uint8_t broken;    /* turn-end bans broken by stopping here */
    uint8_t over;      /* the game ends here */
    uint8_t obeys;     /* some way here bore off whenever a die could */
    uint8_t reaches;   /* after bg_explore_reach: bits of what can still come of it */
    uint8_t final;     /* a legal final of the part, or what keeps it from being one */
} bg_state;

/* Bits of `final` and, gathered over all that follows, of `reaches`. */
enum {
    BG_FINAL = 1,              /* legal to stop here */
    BG_FINAL_BUT_BEAR_OFF = 2, /* legal but for compulsory bearing off */
    BG_FINAL_BUT_QUARTER = 4,  /* steps enough, but a turn-end ban forbids it */
    BG_FINAL_BUT_LOCK = 8,
    BG_FINAL_BUT_OUTER = 16,
    BG_FINAL_BUT_SIX_PRIME = 32
};

struct bg_explorer {
    bg_state states[BG_STATES];
    uint16_t slots[BG_SLOTS]; /* an open hash table of the states */
    uint32_t slot_count;
    int count;
    int most;      /* how many dice a legal play uses */
    int high_only; /* only one of two dice can be played and it must be the higher */
};

int32_t bg_explore(bg_explorer *explorer, const bg_field *field, const bg_position *position);
void bg_explore_reach(bg_explorer *explorer, const bg_field *field);
int bg_explore_child(const bg_explorer *explorer, const bg_field *field, int state, int from, int die);
int bg_explore_is_final(const bg_explorer *explorer, const bg_position *position);
int bg_explore_has_die(const bg_field *field, const bg_state *state, int die);
uint32_t bg_explore_sources(const bg_field *field, const bg_state *state, int die);

#endif
