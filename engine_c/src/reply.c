/* The best reply to a roll without looking ahead, for turns of one part or several. */
#include "ahead.h"

const bg_roll bg_rolls[BG_ROLLS] = {{{1, 1}, 1}, {{2, 1}, 2}, {{2, 2}, 1}, {{3, 1}, 2}, {{3, 2}, 2}, {{3, 3}, 1},
                                    {{4, 1}, 2}, {{4, 2}, 2}, {{4, 3}, 2}, {{4, 4}, 1}, {{5, 1}, 2}, {{5, 2}, 2},
                                    {{5, 3}, 2}, {{5, 4}, 2}, {{5, 5}, 1}, {{6, 1}, 2}, {{6, 2}, 2}, {{6, 3}, 2},
                                    {{6, 4}, 2}, {{6, 5}, 2}, {{6, 6}, 1}};

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t bg_player_size(void)
{
    return rounded(bg_workspace_size()) + BG_FINALS * (sizeof(bg_position) + sizeof(bg_steps));
}

/* Points in the unit of chances; what is no number of points (NaN) or below 0 is 0. */
static int32_t in_chances(float points)
{
    return points > 16.0f ? 16 * BG_CERTAIN : points > 0 ? (int32_t)(points * BG_CERTAIN) : 0;
}

void bg_player_lay_out(bg_player *player, void *room)
{
    uint8_t *from = room;
    player->workspace = from;
    player->finals = (bg_position *)(void *)(from += rounded(bg_workspace_size()));
    player->steps = (bg_steps *)(void *)(from + BG_FINALS * sizeof(bg_position));
}

int32_t bg_player_open(bg_player *player, const bg_game *game, const bg_mind *mind, void *room)
{
    int32_t status = bg_judge_open(&mind->judge, game, &player->judge);
    player->keep = 0;
    if (status == BG_OK && mind->scout.judge && mind->scout_keep > 0) {
        status = bg_judge_open(&mind->scout, game, &player->scout);
        player->keep = mind->scout_keep > BG_MOST_KEPT ? BG_MOST_KEPT : mind->scout_keep;
        player->within = in_chances(mind->scout_within);
    }
    player->game = *game;
    player->has_more = game->cascade || game->choice_after_two_one || game->complement;
    bg_player_lay_out(player, room);
    player->work = 0;
    return status;
}

uint8_t bg_steps_made(const bg_steps *steps)
{
    uint8_t n = 0;
    while (n < BG_MAX_STEPS && steps->from[n])
        n++;
    return n;
}

BG_INLINE bg_position seen_by_other(const bg_position *position)
{
    return (bg_position){{position->side[1], position->side[0]}};
}

/* The best finals of a roll, best first; equal ones in their order. */
typedef struct {
    int keep, count;
    int32_t worth[BG_MOST_KEPT]; /* to the side that moves */
    uint16_t place[BG_MOST_KEPT];
} shortlist;

BG_INLINE void enlist(shortlist *list, size_t place, int32_t worth)
{
    if (list->count == list->keep && worth <= list->worth[list->count - 1])
        return;
    int at = list->count < list->keep ? list->count++ : list->count - 1;
    for (; at > 0 && list->worth[at - 1] < worth; at--) {
        list->worth[at] = list->worth[at - 1];
        list->place[at] = list->place[at - 1];
    }
    list->worth[at] = worth;
    list->place[at] = (uint16_t)place;
}

/* The finals of a position, to be judged as if the turn ended with them. */
BG_INLINE void begin_family(const bg_player *player, const bg_judge *judge, const bg_position *position,
                            bg_family *family)
{
    const bg_position before = seen_by_other(position);
    bg_family_begin(family, judge, &player->game, &before);
}

BG_INLINE int judge_final(bg_player *player, bg_family *family, size_t place, int32_t chances[BG_CHANCES])
{
    bg_position seen = seen_by_other(&player->finals[place]);
    return bg_judge_member(family, &seen, chances);
}

static int32_t generate(bg_player *player, const bg_position *position, const bg_turn *turn, size_t *count)
{
    bg_field field = bg_field_of(&player->game, position, turn);
    bg_sink sink = {player->finals, player->has_more ? player->steps : NULL, BG_FINALS, 0};
    int32_t status = bg_generate(&field, position, player->workspace, &sink);
    *count = sink.count;
    return status == BG_OK && (!sink.count || sink.count > BG_FINALS) ? BG_INTERNAL : status;
}

/* The finals worth judging: all of them (returns 0), or those the scout likes best. In a race nobody is sent ahead: its
 * nets are small, and whoever has no eye for crossovers loses gammons there. */
static int scout(bg_player *player, const bg_position *position, size_t count, shortlist *list)
{
    if (!player->keep || count <= (size_t)player->keep || bg_phase_of(&player->game, position) == BG_SLOT_RACE)
        return 0;
    *list = (shortlist){.keep = player->keep};
    bg_family family;
    begin_family(player, &player->scout, position, &family);
    for (size_t i = 0; i < count; i++) {
        int32_t chances[BG_CHANCES];
        judge_final(player, &family, i, chances);
        enlist(list, i, -bg_equity_of(chances));
    }
    player->work += count / 4;
    while (list->worth[0] - list->worth[list->count - 1] > player->within)
        list->count--;
    return 1;
}

typedef struct {
    size_t place;
    int32_t worth; /* to the side that moves */
    int32_t chances[BG_CHANCES];
    int phase;
} choice;

BG_INLINE void consider(bg_player *player, bg_family *family, size_t place, choice *best)
{
    int32_t chances[BG_CHANCES];
    int phase = judge_final(player, family, place, chances);
    int32_t worth = -bg_equity_of(chances);
    if (worth <= best->worth)
        return;
    *best = (choice){.place = place, .worth = worth, .phase = phase};
    memcpy(best->chances, chances, sizeof chances);
}

static int32_t play_part(bg_player *player, const bg_position *position, const bg_turn *turn, choice *best)
{
    size_t count;
    shortlist kept;
    int32_t status = generate(player, position, turn, &count);
    if (status != BG_OK)
        return status;
    best->worth = INT32_MIN;
    bg_family family;
    begin_family(player, &player->judge, position, &family);
    if (scout(player, position, count, &kept)) {
        count = (size_t)kept.count;
        for (size_t i = 0; i < count; i++)
            consider(player, &family, kept.place[i], best);
    } else {
        for (size_t i = 0; i < count; i++)
            consider(player, &family, i, best);
    }
    player->work += count;
    return BG_OK;
}

/* The same finals, the best of them in a list. */
static int32_t list_near(bg_player *player, const bg_position *position, const bg_turn *turn, shortlist *near)
{
    size_t count;
    shortlist kept;
    int32_t chances[BG_CHANCES];
    int32_t status = generate(player, position, turn, &count);
    if (status != BG_OK)
        return status;
    bg_family family;
    begin_family(player, &player->judge, position, &family);
    int is_scouted = scout(player, position, count, &kept);
    count = is_scouted ? (size_t)kept.count : count;
    for (size_t i = 0; i < count; i++) {
        size_t place = is_scouted ? kept.place[i] : i;
        judge_final(player, &family, place, chances);
        enlist(near, place, -bg_equity_of(chances));
    }
    player->work += count;
    return BG_OK;
}

/* The double to choose after 2-1: the one whose best play is worth most. */
static int32_t choose_number(bg_player *player, const bg_position *position, bg_turn *turn)
{
    int32_t most = INT32_MIN;
    bg_part chosen = turn->part;
    for (uint8_t number = 1; number <= 6; number++) {
        choice best;
        int32_t status = bg_chosen_part(&player->game, number, &turn->part);
        if (status == BG_OK)
            status = play_part(player, position, turn, &best);
        if (status != BG_OK)
            return status;
        if (best.worth > most)
            most = best.worth, chosen = turn->part;
    }
    turn->part = chosen;
    return BG_OK;
}

void bg_judge_node(bg_player *player, const bg_node *node, bg_reply *reply)
{
    reply->node = *node;
    reply->phase = bg_judge_one(&player->judge, &player->game, &node->position, reply->chances);
    player->work++;
}

static void pass_on(const bg_position *board, const bg_turn *turn, bg_reply *reply)
{
    reply->is_same_side = 0;
    reply->node.position = seen_by_other(board);
    reply->node.own_turns = turn->opponent_turns;
    reply->node.opponent_turns = (uint16_t)(turn->own_turns + (turn->own_turns < UINT16_MAX));
}

/* What comes after a part: another one in `turn` (returns 1) or the end of the turn in `reply`. */
static int32_t follow_up(bg_player *player, const bg_position *board, bg_turn *turn, uint8_t played, bg_reply *reply,
                         int *goes_on)
{
    bg_follow follow;
    *goes_on = 0;
    int32_t status = bg_next_part(&player->game, board, turn, played, &follow, NULL);
    if (status != BG_OK)
        return status;
    if (follow.then == BG_THEN_PLAY) {
        turn->part = follow.part;
        *goes_on = 1;
    } else if (follow.then == BG_THEN_CHOOSE) {
        *goes_on = 1;
        return choose_number(player, board, turn);
    } else if (follow.then == BG_THEN_ROLL) {
        bg_judge_node(player, &(bg_node){*board, turn->own_turns, turn->opponent_turns}, reply);
        reply->is_same_side = 1;
    }
    return BG_OK;
}

/* Plays the parts of a turn, each for the best as if it were the last. */
static int32_t play_on(bg_player *player, const bg_position *position, bg_turn turn, bg_reply *reply)
{
    bg_position board = *position;
    for (int goes_on = 1; goes_on;) {
        choice best;
        int32_t status = play_part(player, &board, &turn, &best);
        if (status != BG_OK)
            return status;
        board = player->finals[best.place];
        reply->phase = best.phase;
        memcpy(reply->chances, best.chances, sizeof best.chances);
        pass_on(&board, &turn, reply);
        if (!player->has_more)
            return BG_OK;
        status = follow_up(player, &board, &turn, bg_steps_made(&player->steps[best.place]), reply, &goes_on);
        if (status != BG_OK)
            return status;
    }
    return BG_OK;
}

int32_t bg_best_reply(bg_player *player, const bg_node *node, int roll, bg_reply *reply)
{
    bg_turn turn = {node->own_turns, node->opponent_turns, {{0, 0}, 0, 0}};
    const uint8_t *die = bg_rolls[roll].die;
    int32_t status = bg_first_part(&player->game, turn.own_turns, die[0], die[1], &turn.part);
    return status == BG_OK ? play_on(player, &node->position, turn, reply) : status;
}

int32_t bg_replies(const bg_mind *mind, const bg_game *game, const bg_position *positions, size_t count, void *room,
                   size_t room_size, bg_position *replies, bg_fault *fault)
{
    enum { LATE = 99 }; /* turns made */
    if (!mind || (count && !replies))
        return BG_NULL_POINTER;
    if (!room || room_size < bg_player_size() || (uintptr_t)room % 64)
        return BG_BAD_WORKSPACE;
    bg_player player;
    int32_t status = bg_check(game, positions, count, fault);
    if (status == BG_OK)
        status = bg_player_open(&player, game, mind, room);
    for (size_t i = 0; i < count && status == BG_OK; i++) {
        const int phase = bg_phase_of(game, &positions[i]);
        const int is_over = phase == BG_PHASE_OVER || phase == BG_PHASE_DRAWN;
        const bg_node node = {positions[i], LATE, LATE};
        for (int roll = 0; roll < BG_ROLLS && status == BG_OK; roll++) {
            bg_reply reply = {.node.position = seen_by_other(&positions[i])};
            if (!is_over)
                status = bg_best_reply(&player, &node, roll, &reply);
            replies[BG_ROLLS * i + (size_t)roll] = reply.node.position;
        }
    }
    return status;
}

/* The rest of a turn after `played` steps of a part led to `board`. */
int32_t bg_end_turn(bg_player *player, const bg_position *board, const bg_turn *turn, uint8_t played, bg_reply *reply)
{
    pass_on(board, turn, reply);
    if (player->has_more) {
        bg_turn next = *turn;
        int goes_on;
        int32_t status = follow_up(player, board, &next, played, reply, &goes_on);
        if (status != BG_OK || reply->is_same_side)
            return status;
        if (goes_on)
            return play_on(player, board, next, reply);
    }
    bg_node node = reply->node;
    bg_judge_node(player, &node, reply);
    return BG_OK;
}

/* The best `keep` plays of the first part of a roll, none more than `within` points behind, each played to the end of
 * the turn. Not looking ahead, and at least one. */
int32_t bg_near_replies(bg_player *player, const bg_node *node, int roll, int keep, float within,
                        bg_reply replies[BG_MOST_KEPT], int *count)
{
    bg_turn turn = {node->own_turns, node->opponent_turns, {{0, 0}, 0, 0}};
    const uint8_t *die = bg_rolls[roll].die;
    shortlist near = {.keep = keep};
    bg_position boards[BG_MOST_KEPT];
    uint8_t played[BG_MOST_KEPT];
    int32_t status = bg_first_part(&player->game, turn.own_turns, die[0], die[1], &turn.part);
    if (status == BG_OK)
        status = list_near(player, &node->position, &turn, &near);
    if (status != BG_OK)
        return status;
    for (*count = 0; *count < near.count && near.worth[0] - near.worth[*count] <= in_chances(within); ++*count) {
        boards[*count] = player->finals[near.place[*count]];
        played[*count] = player->has_more ? bg_steps_made(&player->steps[near.place[*count]]) : 0;
    }
    for (int i = 0; i < *count && status == BG_OK; i++)
        status = bg_end_turn(player, &boards[i], &turn, played[i], &replies[i]);
    return status;
}
