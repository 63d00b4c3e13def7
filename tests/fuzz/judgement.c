/* Calls everything about judgement with arguments from good to absurd: judgement ROUNDS [SEED].
 *
 * Files of weights are made from chance, spoiled now and then, and sealed again or not; the judge lies in a block of
 * just its size, so that with address checks on nothing can be read beyond it. Positions come from random play. Every
 * level of instructions this machine has must give the same bits; the number printed at the end must be the same on
 * every machine. (In C nobody says which argument of a call is worked out first: one draw for each statement.) */
#include "judge.h"
#include "net.h"
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

static void *block_of(size_t size, size_t to)
{
    size_t whole = (size + to - 1) / to * to;
    void *block = aligned_alloc(to, whole ? whole : to);
    require(block != NULL, "memory");
    memset(block, 0, whole ? whole : to);
    return block;
}

static void spoil(void *block, size_t size)
{
    uint8_t *byte = (uint8_t *)block + draw((uint32_t)size);
    *byte = (uint8_t)draw(64);
}

static int16_t number(int most)
{
    return (int16_t)((int)draw((uint32_t)(2 * most + 1)) - most);
}

/* A file for the game; wild numbers now and then. */
static uint8_t *make_weights(const bg_game *game, size_t *size)
{
    size_t hidden = 64 * (1 + draw(3)), numbers = (size_t)(BG_ROWS + BG_FEATURES + BG_CHANCES) * hidden;
    *size = sizeof(bg_weights_head) + 5 * (sizeof(bg_net_head) + 2 * numbers + 4 * BG_CHANCES);
    uint8_t *file = block_of(*size, 8), *to = file + sizeof(bg_weights_head);
    int wild = draw(8) == 0;
    for (int slot = 0; slot < 5; slot++) {
        bg_net_head head = {(uint16_t)hidden, (uint8_t)slot, (uint8_t)(6 + draw(9))};
        memcpy(to, &head, sizeof head);
        to += sizeof head;
        for (size_t i = 0; i < numbers; i++, to += 2) {
            int16_t value = number(wild ? 32767 : i < (size_t)(BG_ROWS + BG_FEATURES) * hidden ? 1500 : 800);
            memcpy(to, &value, 2);
        }
        for (int o = 0; o < BG_CHANCES; o++, to += 4) {
            int32_t bias = (int32_t)number(30000) * 16;
            memcpy(to, &bias, 4);
        }
    }
    if (draw(4) == 0)
        for (uint32_t n = 1 + draw(4); n; n--)
            spoil(file + sizeof(bg_weights_head), *size - sizeof(bg_weights_head));
    bg_weights_head head = {.version = 1,
                            .size = (uint32_t)*size,
                            .nets = 5,
                            .travel = game->travel,
                            .contact = game->contact,
                            .checkers = game->checkers,
                            .rows = BG_ROWS,
                            .features = BG_FEATURES,
                            .is_raw = draw(4) == 0};
    memcpy(head.magic, "SHESHNET", 8);
    head.checksum = bg_checksum(file + sizeof head, *size - sizeof head);
    if (rarely())
        spoil(&head, sizeof head);
    memcpy(file, &head, sizeof head);
    if (rarely())
        *size = draw((uint32_t)*size);
    return file;
}

static void *make_judge(const bg_game *game, size_t *size)
{
    size_t file_size;
    uint8_t *file = make_weights(game, &file_size);
    bg_fault fault;
    const uint8_t *given = rarely() ? NULL : file;
    int32_t status = bg_judge_size(given, file_size, size, rarely() ? NULL : &fault);
    require_status(status);
    void *judge = NULL;
    if (status == BG_OK) {
        judge = block_of(*size, 64);
        void *to = rarely() ? NULL : judge;
        status = bg_judge_make(file, file_size, to, rarely() ? *size - 1 : *size, &fault);
        require_status(status);
        if (status != BG_OK) {
            free(judge);
            judge = NULL;
        }
    }
    free(file);
    return judge;
}

enum { MANY = 8, ROOM = 5000 };

typedef struct {
    bg_game game;
    bg_position board;
    bg_turn turn;
} table;

static void new_game(table *t)
{
    int32_t games = 0;
    while (bg_game_key(games))
        games++;
    bg_game_find(bg_game_key((int32_t)draw((uint32_t)games)), &t->game);
    bg_start(&t->game, &t->board);
    t->turn = (bg_turn){0};
}

static uint32_t evaluate(const table *t, bg_judgement judgement, uint32_t sum)
{
    bg_position list[MANY];
    size_t count = draw(MANY);
    for (size_t i = 0; i < count; i++) {
        list[i] = t->board;
        if (rarely())
            spoil(&list[i], sizeof list[i]);
    }
    float first[MANY * BG_CHANCES], worth[MANY], again[MANY * BG_CHANCES], worth_again[MANY];
    bg_fault fault;
    judgement.simd = BG_SIMD_SCALAR;
    int32_t status = bg_evaluate(&judgement, &t->game, list, count, first, worth, &fault);
    require_status(status);
    for (int simd = -1; simd <= BG_SIMD_BEST + 1; simd++) {
        judgement.simd = simd;
        int32_t other = bg_evaluate(&judgement, &t->game, list, count, again, worth_again, rarely() ? NULL : &fault);
        require(other == status, "all instructions say the same");
        if (status == BG_OK)
            require(!memcmp(first, again, count * BG_CHANCES * sizeof *first) &&
                        !memcmp(worth, worth_again, count * sizeof *worth),
                    "all instructions judge alike");
    }
    require_status(bg_evaluate(&judgement, &t->game, list, count, NULL, rarely() ? NULL : worth, NULL));
    if (status != BG_OK)
        return sum;
    for (size_t i = 0; i < count * BG_CHANCES; i++)
        require(first[i] >= 0 && first[i] <= 1, "chances are between 0 and 1");
    return sum * 31 + bg_checksum((const uint8_t *)first, count * BG_CHANCES * sizeof *first);
}

/* The best play is made, so that the game goes on; a random final when there is no judge. */
static void play(table *t, const bg_judgement *judgement, uint64_t *workspace)
{
    static bg_position candidates[ROOM];
    static bg_steps candidate_steps[ROOM];
    bg_position final;
    bg_steps steps;
    size_t needed = 0;
    float equity;
    bg_fault fault;
    uint16_t own = t->turn.own_turns;
    t->turn.own_turns = t->turn.opponent_turns;
    t->turn.opponent_turns = (uint16_t)(own < 60000 ? own + 1 : own);
    uint8_t first = (uint8_t)(1 + draw(6)), second = (uint8_t)(1 + draw(6));
    bg_first_part(&t->game, t->turn.own_turns, first, second, &t->turn.part);
    size_t room = rarely() ? 1000 : bg_workspace_size();
    bg_steps *some_steps = rarely() ? NULL : candidate_steps;
    float *some_equity = rarely() ? NULL : &equity;
    require_status(bg_best_plays(judgement, &t->game, &t->board, &t->turn, 1, workspace, room, candidates, some_steps,
                                 draw(30), &needed, &final, &steps, some_equity, &fault));
    int32_t status = bg_best_plays(judgement, &t->game, &t->board, &t->turn, 1, workspace, bg_workspace_size(),
                                   candidates, candidate_steps, ROOM, &needed, &final, &steps, &equity, &fault);
    require_status(status);
    if (status != BG_OK && bg_plays(&t->game, &t->board, &t->turn, workspace, bg_workspace_size(), candidates, NULL,
                                    ROOM, &needed, &fault) == BG_OK)
        final = candidates[draw((uint32_t)needed)], status = BG_OK;
    if (status == BG_OK)
        bg_turned(&final, 1, &t->board);
    else
        new_game(t);
}

/* The table of endings half made, whole, too small and spoilt, asked about boards of all games. */
static void ask_endings(void)
{
    const size_t room = bg_endings_room(), size = bg_endings_size();
    uint8_t *endings = block_of(room, 64);
    int32_t left = 0;
    require(bg_endings_check(endings, size) != BG_OK && bg_endings_make(endings, size, 1, &left) != BG_OK,
            "no table yet");
    do
        require(bg_endings_make(endings, room, (int32_t)draw(200), &left) == BG_OK, "rows are made");
    while (left);
    require(bg_endings_check(endings, size) == BG_OK && bg_endings_check(endings, size - 1) != BG_OK, "a whole table");
    for (int ask = 0; ask < 2000; ask++) {
        table t;
        new_game(&t);
        for (int side = 0; side < 2 && draw(2); side++) { /* few checkers at home */
            memset(&t.board.side[side], 0, sizeof t.board.side[side]);
            t.board.side[side].count[BG_OFF] = t.game.checkers;
            for (int n = (int)draw(8); n > 0 && t.board.side[side].count[BG_OFF]; n--) {
                t.board.side[side].count[BG_OFF]--;
                t.board.side[side].count[1 + draw(7)]++;
            }
        }
        float worths[4];
        uint8_t known;
        bg_fault fault;
        require_status(bg_ending_worths(endings, size, &t.game, &t.board, 1, worths, &known, &fault));
    }
    endings[draw((uint32_t)size)] ^= 16;
    require_status(bg_endings_check(endings, size));
    free(endings);
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    state = 0x9E3779B97F4A7C15u * (1 + (argc > 2 ? strtoull(argv[2], NULL, 10) : 0)) | 1;
    uint64_t *workspace = block_of(bg_workspace_size(), 8);
    size_t table_size = bg_bear_off_size();
    void *bear_off = block_of(table_size, 8);
    int32_t left;
    require(bg_bear_off_make(bear_off, table_size, BG_BEAR_OFFS, &left) == BG_OK && !left, "the table is made");
    uint32_t sum = 1;
    for (uint64_t round = 0; round < rounds; round++) {
        table t;
        new_game(&t);
        size_t size = 0;
        void *judge = make_judge(&t.game, &size);
        for (int ply = 0; ply < 150; ply++) {
            bg_judgement judgement = {judge, size, bear_off, table_size, NULL, 0, BG_SIMD_BEST};
            if (rarely())
                judgement.judge_size = size / 2;
            if (!draw(3))
                judgement.bear_off = NULL;
            if (rarely())
                judgement.bear_off_size = 64;
            sum = evaluate(&t, judgement, sum);
            play(&t, &judgement, workspace);
        }
        free(judge);
    }
    ask_endings();
    free(bear_off), free(workspace);
    printf("%llu rounds, nothing broken, %08x\n", (unsigned long long)rounds, (unsigned)sum);
    return 0;
}
