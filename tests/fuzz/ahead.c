/* Calls searches and rollouts with arguments from good to absurd: ahead ROUNDS [SEED].
 *
 * Judge and scout are nets of chance, positions come from random play, every block is of just its size. A search in
 * slices, in memory that moves between them, must find the same as one in a single step, and a rollout likewise; the
 * number printed at the end must be the same on every machine. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

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
    return draw(25) == 0;
}

static void require(int holds, const char *what)
{
    if (!holds) {
        printf("broken: %s\n", what);
        exit(1);
    }
}

static void require_status(int32_t status)
{
    require(bg_status_name(status) != NULL, "every status has a name");
    require(status != BG_INTERNAL, "no limit of the engine is reached");
}

static void *block_of(size_t size)
{
    void *block = aligned_alloc(64, (size + 63) / 64 * 64);
    require(block != NULL, "memory");
    memset(block, 0, size);
    return block;
}

static void spoil(void *block, size_t size)
{
    uint8_t *byte = (uint8_t *)block + draw((uint32_t)size);
    *byte = (uint8_t)draw(64);
}

/* A judge for the game whose nets are chance. */
static bg_judgement make_judge(const bg_game *game, int is_raw)
{
    const size_t hidden = 64, numbers = (BG_ROWS + BG_FEATURES + BG_CHANCES) * hidden;
    size_t size = sizeof(bg_weights_head) + 5 * (sizeof(bg_net_head) + 2 * numbers + 4 * BG_CHANCES), needed;
    uint8_t *file = block_of(size), *to = file + sizeof(bg_weights_head);
    for (int slot = 0; slot < 5; slot++) {
        bg_net_head head = {(uint16_t)hidden, (uint8_t)slot, 10};
        memcpy(to, &head, sizeof head);
        to += sizeof head;
        for (size_t i = 0; i < numbers; i++, to += 2) {
            int16_t value = (int16_t)((int)draw(1601) - 800);
            memcpy(to, &value, 2);
        }
        memset(to, 0, 4 * BG_CHANCES);
        to += 4 * BG_CHANCES;
    }
    bg_weights_head head = {.version = 1, .size = (uint32_t)size, .nets = 5, .is_raw = (uint32_t)is_raw};
    head.travel = game->travel, head.contact = game->contact, head.checkers = game->checkers;
    head.rows = BG_ROWS, head.features = BG_FEATURES;
    memcpy(head.magic, "SHESHNET", 8);
    head.checksum = bg_checksum(file + sizeof head, size - sizeof head);
    memcpy(file, &head, sizeof head);
    bg_fault fault;
    require(bg_judge_size(file, size, &needed, &fault) == BG_OK, "the weights are good");
    void *judge = block_of(needed);
    require(bg_judge_make(file, size, judge, needed, &fault) == BG_OK, "the judge is made");
    free(file);
    return (bg_judgement){judge, needed, NULL, 0, NULL, 0, BG_SIMD_BEST};
}

typedef struct {
    bg_game game;
    bg_position board;
    bg_turn turn;
    bg_mind mind;
} table;

static void new_game(table *t)
{
    int32_t games = 0;
    while (bg_game_key(games))
        games++;
    bg_game_find(bg_game_key((int32_t)draw((uint32_t)games)), &t->game);
    bg_start(&t->game, &t->board);
    t->turn = (bg_turn){0};
    t->mind.judge = make_judge(&t->game, 0);
    t->mind.scout = make_judge(&t->game, 1);
    t->mind.scout_keep = (int32_t)draw(6);
    t->mind.scout_within = 0.1f * (float)draw(9) - 0.1f;
}

static void end_game(table *t)
{
    free((void *)(uintptr_t)t->mind.judge.judge);
    free((void *)(uintptr_t)t->mind.scout.judge);
}

/* A random roll played at random. */
static void play_on(table *t, uint64_t *workspace)
{
    static bg_position finals[5000];
    size_t needed;
    bg_fault fault;
    bg_position seen;
    bg_turned(&t->board, 1, &seen);
    uint16_t own = t->turn.own_turns;
    t->turn.own_turns = t->turn.opponent_turns;
    t->turn.opponent_turns = (uint16_t)(own + 1);
    uint8_t first = (uint8_t)(1 + draw(6)), second = (uint8_t)(1 + draw(6));
    bg_first_part(&t->game, t->turn.own_turns, first, second, &t->turn.part);
    if (bg_plays(&t->game, &seen, &t->turn, workspace, bg_workspace_size(), finals, NULL, 5000, &needed, &fault) !=
        BG_OK) {
        bg_start(&t->game, &t->board);
        t->turn = (bg_turn){0};
        bg_first_part(&t->game, 0, first, second, &t->turn.part);
        return;
    }
    t->board = draw(3) ? finals[draw((uint32_t)needed)] : seen;
}

typedef struct {
    void *block;
    size_t size;
} memory;

/* The same content in another place. */
static void move(memory *m)
{
    void *fresh = block_of(m->size);
    memcpy(fresh, m->block, m->size);
    free(m->block);
    m->block = fresh;
}

enum { ROOM = 4096 };
static bg_candidate once[ROOM], sliced[ROOM];

static size_t run_search(memory *m, const table *t, int is_sliced, bg_candidate *found)
{
    bg_progress progress = {0};
    bg_fault fault;
    size_t needed = 0;
    do {
        uint64_t work = is_sliced ? draw(3000) : UINT64_MAX;
        require_status(bg_search_step(m->block, m->size, rarely() ? NULL : &t->mind, 0, &progress, NULL));
        require(bg_search_step(m->block, m->size, &t->mind, work, &progress, &fault) == BG_OK, "steps are made");
        if (is_sliced && rarely())
            move(m);
        require_status(bg_search_found(m->block, m->size, found, draw(3), &needed));
    } while (progress.stage < progress.stages);
    require(bg_search_found(m->block, m->size, found, ROOM, &needed) == BG_OK, "everything is found");
    return needed;
}

static uint32_t search(table *t, memory *m, uint32_t sum)
{
    bg_stage stages[3];
    bg_fault fault;
    int32_t plies = 1;
    size_t count = draw(3);
    for (size_t i = 0; i < count; i++) {
        stages[i] = (bg_stage){plies, (int32_t)(1 + draw(3)), 0.25f * (float)draw(9)};
        plies += plies < 2 && draw(3) == 0;
    }
    bg_stage absurd[3] = {{(int32_t)draw(7) - 1, (int32_t)draw(4), 1.0f}, {2, 2, 1.0f}, {2, 2, -1.0f}};
    bg_game game = t->game;
    bg_position board = t->board;
    bg_turn turn = t->turn;
    if (rarely())
        spoil(&game, sizeof game);
    if (rarely())
        spoil(&board, sizeof board);
    if (rarely())
        spoil(&turn, sizeof turn);
    void *to = rarely() ? NULL : m->block;
    size_t size = rarely() ? 100 : m->size;
    require_status(bg_search_plays(to, size, &game, &board, &turn, absurd, draw(20) ? draw(3) : 99, 0, &fault));
    require_status(bg_search_positions(to, size, &game, &board, &turn, draw(2), (int32_t)draw(7) - 1, NULL));
    if (bg_search_plays(m->block, m->size, &t->game, &t->board, &t->turn, stages, count, (int32_t)draw(2), &fault) !=
        BG_OK)
        return sum;
    size_t found = run_search(m, t, 0, once);
    require(bg_search_plays(m->block, m->size, &t->game, &t->board, &t->turn, stages, count, 1, NULL) == BG_OK,
            "again");
    size_t again = run_search(m, t, 1, sliced);
    require(found == again, "slices find as many");
    for (size_t i = 0; i < found; i++)
        for (int o = 0; o < BG_CHANCES; o++)
            require(once[i].chances[o] >= 0 && once[i].chances[o] <= 1, "chances are between 0 and 1");
    return sum * 31 + bg_checksum((const uint8_t *)sliced, again * sizeof *sliced);
}

static uint32_t ahead(table *t, memory *m, uint32_t sum)
{
    size_t needed;
    int32_t plies = (int32_t)draw(3);
    if (t->game.cascade ||
        bg_search_positions(m->block, m->size, &t->game, &t->board, &t->turn, 1, plies, NULL) != BG_OK)
        return sum;
    run_search(m, t, 0, once);
    require(bg_search_positions(m->block, m->size, &t->game, &t->board, &t->turn, 1, plies, NULL) == BG_OK, "again");
    needed = run_search(m, t, 1, sliced);
    require(needed == 1 && !memcmp(once, sliced, sizeof *once), "slices find the same");
    return sum * 31 + bg_checksum((const uint8_t *)once, sizeof *once);
}

static uint32_t replies(table *t, memory *m, uint32_t sum)
{
    enum { ROLLS = 21 };
    static bg_position found[2][2 * ROLLS];
    const bg_position boards[2] = {t->board, t->board};
    bg_fault fault;
    bg_game game = t->game;
    bg_position board = t->board;
    if (rarely())
        spoil(&game, sizeof game);
    if (rarely())
        spoil(&board, sizeof board);
    require_status(bg_replies(rarely() ? NULL : &t->mind, &game, &board, draw(2), rarely() ? NULL : m->block,
                              rarely() ? 100 : m->size, found[0], rarely() ? NULL : &fault));
    for (int i = 0; i < 2; i++) /* whatever is left in the room */
        require(bg_replies(&t->mind, &t->game, boards, 2, m->block, m->size, found[i], &fault) == BG_OK, "replies");
    require(!memcmp(found[0], found[1], sizeof found[0]) && !memcmp(found[0], found[0] + ROLLS, sizeof found[0] / 2),
            "the same replies");
    require(bg_check(&t->game, found[0], 2 * ROLLS, &fault) == BG_OK, "replies are boards");
    return sum * 31 + bg_checksum((const uint8_t *)found[0], sizeof found[0]);
}

enum { GAMES = 3 };

static void run_rollout(memory *m, const table *t, int is_sliced, double *results)
{
    int64_t done = 0;
    bg_fault fault;
    do {
        uint64_t work = is_sliced ? draw(4000) : UINT64_MAX;
        require_status(bg_rollout_step(m->block, m->size, &t->mind, work, results, draw(GAMES), &done, NULL));
        require(bg_rollout_step(m->block, m->size, &t->mind, work, results, GAMES, &done, &fault) == BG_OK, "games");
        if (is_sliced && rarely())
            move(m);
    } while (done < GAMES);
}

static bg_match_table matches;

static bg_cube any_cube(void)
{
    bg_cube cube = {1 << draw(5), (uint8_t)draw(3), 0, 0, 0, 0, 0, 0, 0};
    if (draw(2)) {
        cube.own_need = (uint8_t)(1 + draw(9)), cube.opponent_need = (uint8_t)(1 + draw(9));
        cube.is_after_crawford = cube.own_need == 1 || cube.opponent_need == 1;
    } else {
        cube.jacoby = (uint8_t)draw(2), cube.beavers = (uint8_t)draw(2), cube.raccoons = (uint8_t)draw(2);
    }
    cube.is_fixed = draw(5) == 0;
    return cube;
}

static uint32_t rollout(table *t, memory *m, uint32_t sum)
{
    bg_fault fault;
    bg_rollout_rules rules = {draw(1000), (int32_t)draw(2), (int32_t)(1 + draw(4)), (int32_t)(1 + draw(4)),
                              0.3f,       (int32_t)draw(2)};
    bg_rollout_rules absurd = rules;
    bg_position board = t->board;
    spoil(&absurd.plies, sizeof absurd - offsetof(bg_rollout_rules, plies));
    if (rarely())
        spoil(&board, sizeof board);
    int64_t first = draw(100);
    bg_cube cube = any_cube(), odd = cube;
    if (rarely())
        spoil(&odd, sizeof odd);
    const bg_cube *used = draw(2) ? &cube : NULL;
    require_status(bg_rollout_begin(m->block, rarely() ? 9 : m->size, &t->game, &absurd, rarely() ? NULL : &matches,
                                    draw(2) ? &odd : NULL, &board, &t->turn, rarely() ? -1 : first,
                                    rarely() ? INT64_MAX : 2, &fault));
    double results[2][GAMES * (BG_CHANCES + 2)];
    memset(results, 0, sizeof results);
    for (int is_sliced = 0; is_sliced < 2; is_sliced++) {
        require(bg_rollout_begin(m->block, m->size, &t->game, &rules, &matches, used, &t->board, &t->turn, first, GAMES,
                                 NULL) == BG_OK,
                "a rollout begins");
        run_rollout(m, t, is_sliced, results[is_sliced]);
    }
    require(!memcmp(results[0], results[1], sizeof results[0]), "slices play the same games");
    return sum * 31 + bg_checksum((const uint8_t *)results[0], sizeof results[0]);
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 20;
    state = 0x9E3779B97F4A7C15u * (1 + (argc > 2 ? strtoull(argv[2], NULL, 10) : 0)) | 1;
    double shares[16] = {0.3, 0.2};
    shares[8] = 0.3, shares[9] = 0.2;
    require(bg_match_make(NULL, NULL, 0, shares, &matches) == BG_OK, "a match table");
    uint64_t *workspace = block_of(bg_workspace_size());
    memory searches = {block_of(bg_search_size(4)), bg_search_size(4)};
    memory rollouts = {block_of(bg_rollout_size()), bg_rollout_size()};
    uint32_t sum = 1;
    for (uint64_t round = 0; round < rounds; round++) {
        table t;
        new_game(&t);
        for (int ply = 0; ply < 60; ply++) {
            play_on(&t, workspace);
            if (draw(12))
                continue;
            sum = search(&t, &searches, sum);
            sum = ahead(&t, &searches, sum);
            sum = replies(&t, &searches, sum);
            sum = rollout(&t, &rollouts, sum);
        }
        end_game(&t);
    }
    free(workspace), free(searches.block), free(rollouts.block);
    printf("%llu rounds, nothing broken, %08x\n", (unsigned long long)rounds, (unsigned)sum);
    return 0;
}
