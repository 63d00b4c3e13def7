/* Labels by looking one roll ahead. */
#include "../ahead.h"
#include "players.h"

#include <stdlib.h>

enum { MANY_TURNS = 99 };

int32_t bt_label(const bg_game *game, const bg_judgement *judgement, const bg_judgement *scout, int32_t scout_keep,
                 const bg_position *positions, size_t count, float *chances)
{
    bg_mind mind = {.judge = *judgement, .scout_keep = scout_keep};
    if (scout && scout_keep > 0)
        mind.scout = *scout;
    bg_player player;
    void *room = malloc(bg_player_size());
    int32_t status = room ? bg_player_open(&player, game, &mind, room) : BG_INTERNAL;
    for (size_t i = 0; i < count && status == BG_OK; i++) {
        bg_ahead ahead = {.depth = 0};
        bg_reply now;
        bg_judge_node(&player, &(bg_node){positions[i], MANY_TURNS, MANY_TURNS}, &now);
        if (now.phase >= 0)
            bg_ahead_begin(&ahead, &now.node, 1);
        while (status == BG_OK && ahead.depth)
            status = bg_ahead_step(&ahead, &player, NULL);
        const int32_t *found = now.phase >= 0 ? ahead.chances : now.chances;
        for (int o = 0; o < BG_CHANCES; o++)
            chances[BG_CHANCES * i + (size_t)o] = (float)found[o] * (1.0f / BG_CERTAIN);
    }
    free(room);
    return status;
}
