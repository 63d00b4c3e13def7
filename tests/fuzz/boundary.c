/* Calls every function of the engine with arguments from good to absurd: boundary CALLS [SEED] [SECONDS].
 *
 * Positions come from random play and are spoiled now and then, games and turns likewise; lists are too short, pointers
 * NULL, workspaces small or crooked. Built with address and undefined-behaviour checks, so that whatever the engine
 * touches beyond its arguments ends the program. Runs for CALLS calls or SECONDS, whichever is longer. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * below >> 32);
}

static int rarely(void)
{
    return draw(12) == 0;
}

static void spoil(void *block, size_t size)
{
    for (uint32_t i = 0, times = 1 + draw(3); i < times; i++)
        ((uint8_t *)block)[draw((uint32_t)size)] = (uint8_t)(draw(2) ? draw(256) : draw(16));
}

static void require(int condition, const char *what)
{
    if (condition)
        return;
    printf("broken promise: %s\n", what);
    abort();
}

static void require_status(int32_t status)
{
    require(bg_status_name(status) && bg_status_text(status), "every status has a name and a text");
}

typedef struct {
    bg_game game;
    bg_position position;
    bg_turn turn;
    uint64_t *workspace;
} table;

static void new_game(table *t)
{
    static const char *const keys[] = {"backgammon", "tavla", "portes",        "plakoto",         "mahbusa",
                                       "fevga",      "nardy", "moultezim",     "gulbara",         "aceydeucey_us",
                                       "hyper",      "tapa",  "aceydeucey_eu", "aceydeucey_seed", "longgammon"};
    const char *key = keys[draw(15)], *game, *option, *value;
    require(bg_game_find(key, &t->game) == BG_OK, "games are found");
    for (int32_t row = 0; bg_option_row(row, &game, &option, &value) == BG_OK; row++)
        if (!strcmp(game, key) && draw(2))
            require(bg_game_set(game, option, value, &t->game) == BG_OK, "options can be set");
    require(bg_start(&t->game, &t->position) == BG_OK, "games can start");
    t->turn = (bg_turn){0};
}

static bg_steps random_steps(void)
{
    bg_steps steps;
    for (int i = 0; i < 4; i++) {
        steps.from[i] = (uint8_t)(rarely() ? draw(256) : draw(27));
        steps.die[i] = (uint8_t)(rarely() ? draw(256) : 1 + draw(6));
    }
    if (draw(2))
        steps.from[draw(4)] = 0;
    return steps;
}

static bg_position *copies(const bg_position *position, size_t count)
{
    bg_position *list = malloc(count * sizeof *list + 1);
    for (size_t i = 0; i < count; i++) {
        list[i] = *position;
        if (rarely())
            spoil(&list[i], sizeof list[i]);
    }
    return list;
}

static void call_boards(const table *t)
{
    bg_fault fault = {0}, *where = draw(4) ? &fault : NULL;
    size_t count = draw(4);
    bg_position *list = copies(&t->position, count), *turned = malloc(count * sizeof *turned + 1);
    bg_turn *turns = malloc(count * sizeof *turns + 1);
    bg_outcome *outcomes = malloc(count * sizeof *outcomes + 1);
    uint8_t *closed = malloc(count + 1);
    uint16_t *pips = malloc(2 * count * sizeof *pips + 1), *again = malloc(2 * count * sizeof *again + 1);
    for (size_t i = 0; i < count; i++)
        turns[i] = t->turn;
    require_status(bg_check(&t->game, rarely() ? NULL : list, count, where));
    require_status(bg_results(&t->game, list, draw(2) ? turns : NULL, count, rarely() ? NULL : outcomes, where));
    require_status(bg_closed_out(&t->game, list, count, closed, where));
    require_status(bg_turned(list, count, rarely() ? NULL : turned));
    require_status(bg_pips(list, count, (int32_t)draw(9) - 2, pips));
    require_status(bg_pips(list, count, BG_SIMD_SCALAR, again));
    require(!memcmp(pips, again, 2 * count * sizeof *pips), "all instructions count alike");
    free(list), free(turned), free(turns), free(outcomes), free(closed), free(pips), free(again);
}

static void call_parts(table *t)
{
    bg_part part;
    bg_follow follow;
    require_status(bg_first_part(rarely() ? NULL : &t->game, (uint16_t)draw(70000), (uint8_t)draw(8), (uint8_t)draw(8),
                                 rarely() ? NULL : &part));
    require_status(bg_chosen_part(&t->game, (uint8_t)draw(8), &part));
    require_status(bg_next_part(&t->game, &t->position, &t->turn, (uint8_t)draw(6), &follow, NULL));
}

static void call_steps(const table *t)
{
    bg_steps played = random_steps();
    if (draw(2))
        played.from[draw(2)] = 0;
    size_t capacity = draw(3) ? 64 : draw(4), needed = 0;
    bg_step *steps = malloc(capacity * sizeof *steps + 1);
    bg_position now;
    bg_reason reason;
    int32_t may_stop;
    bg_fault fault;
    uint64_t *workspace = t->workspace;
    size_t size = bg_workspace_size();
    require_status(bg_next_steps(&t->game, &t->position, &t->turn, &played, workspace, rarely() ? draw(99) : size,
                                 steps, capacity, &needed, &now, rarely() ? NULL : &may_stop, &fault));
    int32_t status = bg_why_not(&t->game, &t->position, &t->turn, &played, (uint8_t)draw(28), (uint8_t)draw(8),
                                rarely() ? (uint8_t *)workspace + 1 : (uint8_t *)workspace, size, &reason, &fault);
    require_status(status);
    require(status != BG_OK || bg_why_name(reason.why), "every reason has a name");
    bg_position after;
    require_status(bg_after(&t->game, &t->position, &t->turn, &played, rarely() ? NULL : &after, &fault));
    free(steps);
}

/* All plays of the turn; a random one is played, so that the game goes on. */
static void call_plays(table *t)
{
    size_t capacity = draw(3) ? 5000 : draw(30), needed = 0, size = bg_workspace_size();
    bg_position *finals = malloc(capacity * sizeof *finals + 1);
    bg_steps *steps = malloc(capacity * sizeof *steps + 1);
    bg_fault fault;
    int32_t status = bg_plays(&t->game, rarely() ? NULL : &t->position, &t->turn, t->workspace, size, finals,
                              draw(2) ? steps : NULL, capacity, &needed, &fault);
    require_status(status);
    if (status == BG_OK) {
        require(needed > 0 && needed <= capacity, "something can always be played, be it nothing");
        require(bg_check(&t->game, finals, needed, &fault) == BG_OK, "finals are possible positions");
        bg_turned(&finals[draw((uint32_t)needed)], 1, &t->position);
    }
    free(finals), free(steps);
}

static void roll(table *t)
{
    uint16_t own = t->turn.own_turns;
    t->turn.own_turns = t->turn.opponent_turns;
    t->turn.opponent_turns = (uint16_t)(own + 1);
    bg_first_part(&t->game, t->turn.own_turns, (uint8_t)(1 + draw(6)), (uint8_t)(1 + draw(6)), &t->turn.part);
}

int main(int argc, char **argv)
{
    uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, done = 0;
    state = 0x9E3779B97F4A7C15u * (1 + (argc > 2 ? strtoull(argv[2], NULL, 10) : 0)) | 1;
    time_t end = time(NULL) + (argc > 3 ? atoi(argv[3]) : 0);
    table t = {.workspace = malloc(bg_workspace_size())};
    new_game(&t);
    while (done < calls || time(NULL) < end) {
        table spoiled = t;
        if (draw(40) == 0)
            new_game(&t);
        roll(&t);
        if (rarely())
            spoil(&spoiled.game, sizeof spoiled.game);
        if (rarely())
            spoil(&spoiled.position, sizeof spoiled.position);
        if (rarely())
            spoil(&spoiled.turn, sizeof spoiled.turn);
        call_boards(&spoiled);
        call_parts(&spoiled);
        call_steps(&spoiled);
        call_plays(&spoiled);
        call_plays(&t);
        done += 14;
    }
    free(t.workspace);
    printf("%llu calls, nothing broken\n", (unsigned long long)done);
    return 0;
}
