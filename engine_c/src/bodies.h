/* Dice as solid bodies, for bodies.c, which moves them, and tumble.c, which throws them. */
#ifndef BG_BODIES_H
#define BG_BODIES_H

#include "light.h"

#define DIE_HALF 0.335f
#define INERTIA (4.0f * DIE_HALF * DIE_HALF / 6.0f)
#define CHECKER_RADIUS 0.455f
#define STEPS_A_FRAME 6
#define GRAVITY 75.0f
#define MOST_CONTACTS 160

typedef struct {
    vec at, speed, spin;
    float turn[4];
    vec axis[3]; /* the die's own axes as they stand now: the columns of its rotation */
} body;

typedef struct {
    int die, other; /* other: -1 for what does not move */
    vec arm, other_arm, normal;
    float depth, bounce, along, friction;
    vec across; /* impulse across the normal so far */
} contact;

/* Dice on their way. random: tumble.c's, where it stands. */
typedef struct {
    const bg_throw *plan;
    body dice[BG_THROW_MOST_DICE];
    contact contacts[MOST_CONTACTS];
    int count, rests;
    float missed;
    float now, heard[BG_THROW_MOST_DICE][4];
    bg_touch *touches;
    int32_t most_touches, *touch_count;
    uint32_t random;
} world;

/* The axes of a body from its turn, whose length becomes 1. */
void bg_take_axes(body *b);

/* One step of time. */
void bg_advance(world *w);

#endif
