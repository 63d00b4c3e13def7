/* Labels by looking one roll ahead. */
#include "../search.h"
#include "players.h"

int32_t bt_label(const bg_game *game, const bg_judgement *judgement, const bg_judgement *scout, int32_t scout_keep,
                 const bg_position *positions, size_t count, void *workspace, size_t workspace_size, float *chances)
{
    bt_player player;
    size_t needed;
    int32_t status = bt_player_open(&player, game, judgement, workspace, workspace_size);
    if (status == BG_OK)
        status = bg_look_ahead(judgement, scout_keep > 0 ? scout : NULL, scout_keep, 1, game, positions, NULL, count,
                               workspace, workspace_size, player.finals, player.steps, BT_CAPACITY, &needed, chances,
                               NULL, NULL);
    bt_player_close(&player);
    return status;
}
