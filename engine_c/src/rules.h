/* What the files of the engine share: the board as one side sees it, and the judgements of rules. */
#ifndef BG_RULES_H
#define BG_RULES_H

#include "bits.h"

/* What holds through a whole part: the opponent moves nothing, so where one may land never changes. */
typedef struct {
    const bg_game *game;
    const bg_turn *turn;
    uint32_t open;    /* own points on which a checker may land */
    uint32_t singles; /* own points on which one opposing checker stands that can be hit or pinned (or is pinned) */
    uint32_t hits;    /* those of them that landing sends to the bar; empty unless the game hits */
    int head_left;    /* how many may leave point 24 in this part; 15 without a head rule */
    int head_at_start;
} bg_field;

/* position.c */
int32_t bg_check_one(const bg_game *game, const bg_position *position, bg_fault *fault);
bg_outcome bg_outcome_of(const bg_game *game, const bg_position *position, unsigned own_turns, unsigned opponent_turns);
int bg_is_dead(const bg_game *game, const bg_position *position);
int bg_is_closed_out(const bg_game *game, const bg_position *position);
int32_t bg_turn_check(const bg_game *game, const bg_turn *turn, bg_fault *fault);
int32_t bg_refuse(bg_fault *fault, int32_t status, int32_t side, int32_t point, int32_t value, int32_t limit);

/* field.c */
bg_field bg_field_of(const bg_game *game, const bg_position *position, const bg_turn *turn);
void bg_step_on(const bg_field *field, bg_position *position, int from, int die);
int bg_is_over(const bg_field *field, const bg_position *position);
uint32_t bg_sources(const bg_field *field, const bg_position *position, int die);
void bg_step_why(const bg_field *field, const bg_position *position, int from, int die, bg_reason *reason);

/* The point from which the die bears off, as a set; empty while a checker stands outside. Pins come before. */
BG_INLINE uint32_t bearing_off(const bg_game *game, uint32_t standing, int die)
{
    if (standing & BG_OUTSIDE)
        return 0;
    if (standing & bit(die))
        return bit(die);
    int overshoots = !game->exact_bear_off && standing && highest(standing) < die;
    return overshoots ? bit(highest(standing)) : 0;
}

/* bans.c: bits of turn-end bans that a finished turn violates */
enum { BG_BAN_QUARTER = 1, BG_BAN_LOCK = 2, BG_BAN_OUTER = 4, BG_BAN_SIX_PRIME = 8 };
int bg_can_step(const bg_game *game, const bg_position *position, int side);
int bg_has_bans(const bg_game *game);
unsigned bg_bans_of(const bg_field *field, const bg_position *position);

/* explore.c */
typedef struct {
    bg_position *finals;
    bg_steps *steps;
    size_t capacity;
    size_t count; /* how many there are, also beyond the capacity */
} bg_sink;

BG_INLINE void bg_emit(bg_sink *sink, const bg_position *final, bg_steps steps)
{
    if (sink->count < sink->capacity) {
        sink->finals[sink->count] = *final;
        if (sink->steps)
            sink->steps[sink->count] = steps;
    }
    sink->count++;
}

typedef struct bg_explorer bg_explorer;
int32_t bg_explore_finals(bg_explorer *explorer, const bg_field *field, const bg_position *position, bg_sink *sink);

/* movegen.c */
int32_t bg_generate(const bg_field *field, const bg_position *position, bg_explorer *explorer, bg_sink *sink);

#endif
