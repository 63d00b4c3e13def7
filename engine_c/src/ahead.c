/* The value of a position some rolls ahead: the mean over the 21 rolls of what the best reply leaves.
 *
 * The reply is chosen without looking ahead and only its value is looked into, as all strong engines do: looking into
 * every reply costs many times as much and hardly changes the mean. */
#include "ahead.h"

static void push(bg_ahead *ahead, const bg_node *node, const bg_memo_key *key, int plies, int is_same_side)
{
    bg_frame *frame = &ahead->frames[ahead->depth++];
    *frame = (bg_frame){.node = *node, .key = *key, .plies = plies, .is_same_side = is_same_side};
}

/* Adds what a reply is worth, seen by whoever rolls after it, to the sums of the side that replied. */
static void add(bg_frame *frame, const int32_t chances[BG_CHANCES], int is_same_side, int pairs)
{
    int32_t own[BG_CHANCES];
    if (is_same_side)
        memcpy(own, chances, sizeof own);
    else
        bg_inverted(chances, own);
    for (int o = 0; o < BG_CHANCES; o++)
        frame->sum[o] += pairs * own[o];
}

void bg_ahead_begin(bg_ahead *ahead, const bg_node *node, int plies)
{
    bg_memo_key key = {{0}, 0, 0};
    ahead->depth = 0;
    push(ahead, node, &key, plies, 1);
}

/* The mean. Only the first is rounded up, so that they stay within each other. */
static void finish(const bg_frame *frame, int32_t chances[BG_CHANCES])
{
    for (int o = 0; o < BG_CHANCES; o++)
        chances[o] = (frame->sum[o] + (o ? 0 : BG_ROLL_PAIRS / 2)) / BG_ROLL_PAIRS;
}

/* One roll of the deepest frame. The node begun with must not be finished. */
int32_t bg_ahead_step(bg_ahead *ahead, bg_player *player, bg_cache *cache)
{
    bg_frame *frame = &ahead->frames[ahead->depth - 1];
    bg_reply reply;
    int32_t status = bg_best_reply(player, &frame->node, frame->roll, &reply);
    if (status != BG_OK)
        return status;
    const int pairs = bg_rolls[frame->roll++].pairs;
    if (frame->plies == 1 || reply.phase < 0) {
        add(frame, reply.chances, reply.is_same_side, pairs);
    } else {
        bg_memo_key key = bg_key_of(&player->game, &reply.node, frame->plies - 1);
        const int32_t *known = bg_recall(cache, &key);
        if (!known) {
            push(ahead, &reply.node, &key, frame->plies - 1, reply.is_same_side);
            return BG_OK;
        }
        add(frame, known, reply.is_same_side, pairs);
    }
    while (frame->roll == BG_ROLLS) {
        int32_t chances[BG_CHANCES];
        finish(frame, chances);
        if (!--ahead->depth) {
            memcpy(ahead->chances, chances, sizeof chances);
            break;
        }
        bg_remember(cache, &frame->key, chances);
        bg_frame *above = frame - 1;
        add(above, chances, frame->is_same_side, bg_rolls[above->roll - 1].pairs);
        frame = above;
    }
    return BG_OK;
}
