/* Every game as one record of parameters, and the options that change them. Source: the rules reference, 0.7, 1, 10. */
#include "bits.h"

typedef struct {
    const char *key;
    bg_game game;
} game_row;

#define CLASSIC .start = {[24] = 2, [13] = 5, [8] = 3, [6] = 5}, .checkers = 15
#define STACK .start = {[24] = 15}, .checkers = 15
#define INTERNATIONAL .most_level = 3, .cube = 1
#define CAFE .opening = BG_REROLL, .next_starter = BG_PREVIOUS_WINNER, .most_level = 2
#define PINNING STACK, .contact = BG_PIN, CAFE
#define PARALLEL STACK, .travel = BG_PARALLEL, .contact = BG_NONE, CAFE
#define FEVGA PARALLEL, .runner_target = 12, .own_quarter_ban = 1, .lock_ban = 1
#define ACEY                                                                                                           \
    .start = {[BG_RESERVE] = 15}, .checkers = 15, .opening = BG_REROLL, .most_level = 3, .choice_after_two_one = 1

static const game_row games[] = {
    {"backgammon", {CLASSIC, INTERNATIONAL}},
    {"tavla", {CLASSIC, CAFE}},
    {"portes", {CLASSIC, CAFE, .hit_and_run_ban = 1}},
    {"plakoto", {PINNING, .mother_value = 2}},
    {"mahbusa", {PINNING}},
    {"tapa", {PINNING}},
    {"fevga", {FEVGA}},
    {"moultezim", {FEVGA}},
    {"gulbara", {PARALLEL, .cascade = 1, .cascade_free_turns = 3}},
    {"nardy",
     {PARALLEL, .head_limit = 1, .head_first_doubles = 1 << 3 | 1 << 4 | 1 << 6,
      .six_prime = BG_SIX_PRIME_UNLESS_AHEAD}},
    {"nackgammon", {.start = {[24] = 2, [23] = 2, [13] = 4, [8] = 3, [6] = 4}, .checkers = 15, INTERNATIONAL}},
    {"nackgammon_41", {.start = {[24] = 4, [23] = 1, [13] = 2, [8] = 3, [6] = 5}, .checkers = 15, INTERNATIONAL}},
    {"aceydeucey_us", {ACEY}},
    {"aceydeucey_eu", {ACEY, .complement = 1, .exact_bear_off = 1}},
    {"aceydeucey_seed", {ACEY, .reserve_first = 1}},
    {"hyper", {.start = {[24] = 1, [23] = 1, [22] = 1}, .checkers = 3, INTERNATIONAL}},
    {"longgammon", {STACK, INTERNATIONAL}},
};

#define GAMES ((int32_t)(sizeof games / sizeof games[0]))

/* A value of an option writes up to three bytes of the record. */
typedef struct {
    const char *game, *option, *value;
    struct {
        uint8_t used, offset, byte;
    } change[3];
} option_row;

#define SET(field, byte) {1, offsetof(bg_game, field), byte}

static const option_row options[] = {
    {"tavla", "hitrun_ban_home", "off", {SET(hit_and_run_ban, 0)}},
    {"tavla", "hitrun_ban_home", "on", {SET(hit_and_run_ban, 1)}},
    {"tavla", "comp_bearoff", "off", {SET(compulsory_bear_off, 0)}},
    {"tavla", "comp_bearoff", "on", {SET(compulsory_bear_off, 1)}},
    {"portes", "hitrun_ban_home", "on", {SET(hit_and_run_ban, 1)}},
    {"portes", "hitrun_ban_home", "off", {SET(hit_and_run_ban, 0)}},
    {"plakoto", "mother_value", "2", {SET(mother_value, 2)}},
    {"plakoto", "mother_value", "1", {SET(mother_value, 1)}},
    {"plakoto", "mother_value", "3", {SET(mother_value, 3)}},
    {"mahbusa", "mother_rule", "off", {SET(mother_value, 0)}},
    {"mahbusa", "mother_rule", "win", {SET(mother_value, 2)}},
    {"tapa", "mother_rule", "off", {SET(mother_value, 0)}},
    {"tapa", "mother_rule", "win", {SET(mother_value, 2)}},
    {"fevga", "runner_target", "12", {SET(runner_target, 12)}},
    {"fevga", "runner_target", "11", {SET(runner_target, 11)}},
    {"moultezim", "runner_target", "12", {SET(runner_target, 12)}},
    {"moultezim", "runner_target", "11", {SET(runner_target, 11)}},
    {"moultezim", "moultezim_form", "quarter", {SET(own_quarter_ban, 1), SET(lock_ban, 1), SET(outer_limit, 0)}},
    {"moultezim", "moultezim_form", "four_points", {SET(own_quarter_ban, 0), SET(lock_ban, 0), SET(outer_limit, 4)}},
    {"gulbara", "cascade_rest", "lost", {SET(cascade_rest_to_opponent, 0)}},
    {"gulbara", "cascade_rest", "opponent", {SET(cascade_rest_to_opponent, 1)}},
    {"nardy", "head_scope", "three", {SET(head_first_doubles, 1 << 3 | 1 << 4 | 1 << 6)}},
    {"nardy", "head_scope", "any_double", {SET(head_first_doubles, 0x7E)}},
    {"nardy", "six_prime", "unless_ahead", {SET(six_prime, BG_SIX_PRIME_UNLESS_AHEAD)}},
    {"nardy", "six_prime", "unless_home", {SET(six_prime, BG_SIX_PRIME_UNLESS_HOME)}},
    {"nardy", "six_prime", "always", {SET(six_prime, BG_SIX_PRIME_NEVER)}},
    {"nardy", "equal_turns", "off", {SET(equal_turns, 0)}},
    {"nardy", "equal_turns", "on", {SET(equal_turns, 1)}},
    {"nardy", "opening", "reroll", {SET(opening, BG_REROLL), SET(cube, 0), SET(next_starter, BG_PREVIOUS_WINNER)}},
    {"nardy", "opening", "dice", {SET(opening, BG_USE_OPENING_DICE), SET(cube, 1), SET(next_starter, BG_OPENING_ROLL)}},
};

#define OPTIONS ((int32_t)(sizeof options / sizeof options[0]))

const char *bg_game_key(int32_t index)
{
    return index >= 0 && index < GAMES ? games[index].key : NULL;
}

int32_t bg_option_row(int32_t row, const char **game, const char **option, const char **value)
{
    if (!game || !option || !value)
        return BG_NULL_POINTER;
    if (row < 0 || row >= OPTIONS)
        return BG_NO_SUCH_OPTION;
    *game = options[row].game;
    *option = options[row].option;
    *value = options[row].value;
    return BG_OK;
}

int32_t bg_game_find(const char *key, bg_game *game)
{
    if (!key || !game)
        return BG_NULL_POINTER;
    for (int32_t i = 0; i < GAMES; i++)
        if (!strcmp(games[i].key, key)) {
            *game = games[i].game;
            return BG_OK;
        }
    return BG_NO_SUCH_GAME;
}

int32_t bg_game_set(const char *key, const char *option, const char *value, bg_game *game)
{
    if (!key || !option || !value || !game)
        return BG_NULL_POINTER;
    int32_t status = BG_NO_SUCH_OPTION;
    for (int32_t i = 0; i < OPTIONS; i++) {
        const option_row *row = &options[i];
        if (strcmp(row->game, key) || strcmp(row->option, option))
            continue;
        status = BG_NO_SUCH_VALUE;
        if (strcmp(row->value, value))
            continue;
        for (int k = 0; k < 3; k++)
            if (row->change[k].used)
                ((uint8_t *)game)[row->change[k].offset] = row->change[k].byte;
        return BG_OK;
    }
    return status;
}

int32_t bg_game_check(const bg_game *game)
{
    if (!game)
        return BG_NULL_POINTER;
    int total = 0;
    for (int place = 0; place < BG_COUNTS; place++)
        total += game->start[place];
    int placed = total == game->checkers && !game->start[0] && !game->start[27];
    int in_range = game->checkers >= 1 && game->checkers <= BG_MAX_CHECKERS && game->travel <= BG_PARALLEL &&
                   game->contact <= BG_NONE && game->most_level >= 2 && game->most_level <= 3 &&
                   game->runner_target <= 23 && game->head_limit <= 15 && game->outer_limit <= 6 &&
                   game->six_prime <= BG_SIX_PRIME_NEVER && game->mother_value <= 3;
    /* Hits, pins and the mother need sides that meet head on; the rest of the engine relies on it. */
    int consistent = (game->travel == BG_CONTRARY || game->contact == BG_NONE) &&
                     (!game->mother_value || game->contact == BG_PIN) && (!game->start[BG_BAR]) &&
                     (!game->hit_and_run_ban || game->contact == BG_HIT);
    return placed && in_range && consistent ? BG_OK : BG_BAD_GAME;
}

int32_t bg_start(const bg_game *game, bg_position *position)
{
    if (!position)
        return BG_NULL_POINTER;
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    memset(position, 0, sizeof *position);
    for (int side = 0; side < 2; side++)
        memcpy(position->side[side].count, game->start, BG_COUNTS);
    return BG_OK;
}
