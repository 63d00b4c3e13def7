/* Looking ahead, as the files of the engine and the trainer share it. */
#ifndef BG_SEARCH_H
#define BG_SEARCH_H

#include "judge.h"

enum { BG_MOST_KEPT = 32 };

typedef struct {
    const bg_game *game;
    bg_judge judge, scout;
    int kept; /* so many of the scout's favourites are judged; 0: everything, there is no scout */
    void *workspace;
    size_t workspace_size;
    bg_position *candidates;
    bg_steps *steps;
    size_t capacity;
    size_t needed; /* room that was missing, after BG_TOO_SMALL */
} bg_looker;

/* Chances of the side on roll, `plies` rolls looked ahead. own and opponent: turns made before. */
int32_t bg_worth(bg_looker *looker, const bg_position *position, unsigned own, unsigned opponent, int plies,
                 int32_t chances[BG_CHANCES]);

#endif
