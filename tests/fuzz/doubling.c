/* Calls everything about the cube with arguments from good to absurd: doubling ROUNDS [SEED].
 *
 * What is refused must be refused with a status of the table; what is answered must be finite, and no answer may read
 * or write beyond its lists (blocks of just their size, for address checks). */
#include "cube.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return below ? (uint32_t)((state >> 16) % below) : 0;
}

static int rarely(void)
{
    return draw(40) == 0;
}

static void require(int is_true, const char *what)
{
    if (!is_true) {
        fprintf(stderr, "broken: %s\n", what);
        exit(1);
    }
}

static double share(void)
{
    return draw(1001) / 1000.0;
}

static float chance(void)
{
    static const float absurd[] = {-1, 2, 1e30f, NAN, INFINITY, -0.0f};
    return draw(200) ? (float)share() : absurd[draw(6)];
}

static bg_cube any_cube(void)
{
    bg_cube cube = {1 << draw(8), (uint8_t)draw(3), 0, 0, 0, 0, 0, 0, 0};
    if (draw(3)) {
        cube.own_need = (uint8_t)(1 + draw(draw(2) ? 15 : BG_MOST_NEED));
        cube.opponent_need = (uint8_t)(draw(4) ? 1 + draw(15) : 1);
        cube.is_after_crawford = cube.own_need == 1 || cube.opponent_need == 1;
    } else {
        cube.jacoby = (uint8_t)draw(2), cube.beavers = (uint8_t)draw(2), cube.raccoons = (uint8_t)draw(2);
    }
    cube.is_fixed = draw(8) == 0;
    if (rarely())
        for (size_t i = 0; i < sizeof cube; i++)
            if (draw(3) == 0)
                ((uint8_t *)&cube)[i] = (uint8_t)draw(256);
    return cube;
}

static void any_table(bg_match_table *table)
{
    double shares[16] = {0};
    const uint32_t most = 1 + draw(8);
    double sum = 0;
    for (uint32_t i = 0; i < most; i++) {
        shares[i] = 0.01 + share(), shares[8 + i] = 0.01 + share();
        sum += shares[i] + shares[8 + i];
    }
    for (int i = 0; i < 16; i++)
        shares[i] = shares[i] / sum;
    if (rarely())
        shares[draw(16)] = chance();
    if (bg_match_make(NULL, NULL, rarely() ? (int32_t)draw(100) - 50 : 0, shares, table) == BG_OK)
        for (int a = 1; a <= BG_MOST_NEED; a++)
            for (int b = 1; b <= BG_MOST_NEED; b++)
                require(table->before[a][b] >= 0 && table->before[a][b] <= 1, "a chance to win the match");
    if (rarely())
        table->magic ^= 1;
}

static void look(const bg_match_table *table, const bg_cube *cube, int plies)
{
    const size_t count = draw(4), leaves = count * (plies == 1 ? 21 : plies ? 441 : 1);
    float *chances = malloc(5 * leaves * sizeof *chances), *shares = malloc(2 * leaves * sizeof *shares);
    bg_cube_verdict *verdicts = malloc(count * sizeof *verdicts);
    bg_fault fault;
    const int is_clean = draw(4) > 0;
    for (size_t i = 0; i < 5 * leaves; i++)
        chances[i] = is_clean ? (float)share() : chance();
    for (size_t i = 0; i < 2 * leaves; i++)
        shares[i] = is_clean ? (float)share() : chance();
    int32_t status = bg_cube_ahead(table, cube, plies, chances, shares, count, verdicts, rarely() ? NULL : &fault);
    require(bg_status_name(status) != NULL, "a status of the table");
    for (size_t i = 0; status == BG_OK && i < count; i++) {
        const bg_cube_verdict *v = &verdicts[i];
        require(isfinite(v->no_double) && isfinite(v->take) && isfinite(v->value), "finite equities");
        require(v->action <= BG_TOO_GOOD_TAKE && v->value >= v->no_double, "the best is at least not to double");
        require(!v->doubles || v->may_double, "doubles only where it may");
    }
    free(chances), free(shares), free(verdicts);
}

static void ask(const bg_match_table *table, const bg_cube *cube)
{
    float chances[5], shares[2] = {chance(), chance()};
    for (int i = 0; i < 5; i++)
        chances[i] = chance();
    bg_fault fault;
    double number, prices[4];
    bg_take_points points;
    uint8_t offer, enough;
    bg_game game;
    bg_position start;
    bg_game_find("backgammon", &game);
    bg_start(&game, &start);
    if (rarely())
        ((uint8_t *)&start)[draw(64)] = (uint8_t)draw(256);
    int32_t status = bg_cube_points(table, cube, chances, 1, &points, &fault);
    require(status != BG_OK || (points.own_take[1] >= 0 && points.own_take[1] <= 1), "a take point");
    status = bg_match_chance(table, cube, (int32_t)draw(500) - 250, &number, &fault);
    require(status != BG_OK || (number >= 0 && number <= 1), "a chance");
    require(bg_status_name(bg_cube_prices(table, cube, rarely() ? NULL : prices, &fault)) != NULL, "a status");
    status = bg_resignations(table, cube, &game, &start, chances, shares, 1, &offer, &enough, &fault);
    require(status != BG_OK || (offer <= 3 && enough >= 1 && enough <= 3), "levels");
}

int main(int argc, char **argv)
{
    const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    state = 0x9E3779B97F4A7C15u * (1 + (argc > 2 ? strtoull(argv[2], NULL, 10) : 0)) | 1;
    bg_match_table *table = calloc(1, sizeof *table);
    for (uint64_t round = 0; round < rounds; round++) {
        if (round % 200 == 0)
            any_table(table);
        const bg_cube cube = any_cube();
        const bg_match_table *given = rarely() ? NULL : table;
        look(given, rarely() ? NULL : &cube, rarely() ? 2 : (int)draw(2));
        ask(given, rarely() ? NULL : &cube);
    }
    free(table);
    printf("%llu rounds, nothing broken\n", (unsigned long long)rounds);
    return 0;
}
