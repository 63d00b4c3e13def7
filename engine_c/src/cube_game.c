/* The cube in a game that is played out: turned, taken, passed and beavered as the engine's own verdicts say, one roll
 * ahead. A game is played along two branches at once, the cube left alone on its first turn and doubled and taken
 * there; both share dice and plays. Luck is taken off in the worths of each branch's cube. */
#include "cube_game.h"

static bg_cube_plan plan_of(const bg_cube_game *game, bg_cube cube)
{
    bg_cube_plan plan;
    bg_cube_plan_of(game->table, &cube, &plan);
    return plan;
}

static void as_floats(const int32_t from[BG_CHANCES], float to[BG_CHANCES])
{
    for (int o = 0; o < BG_CHANCES; o++)
        to[o] = (float)from[o] * (1.0f / BG_CERTAIN);
}

static void standing_of(const bg_player *player, const bg_reply *reply, bg_cube_standing *standing)
{
    const bg_position *position = &reply->node.position;
    as_floats(reply->chances, standing->chances);
    standing->is_over = reply->phase == BG_PHASE_OVER || reply->phase == BG_PHASE_DRAWN;
    standing->may_roll = !bg_is_closed_out(&player->game, position);
    standing->is_same_side = reply->is_same_side;
    standing->exact = NULL;
    if (reply->phase == BG_PHASE_BEAR_OFF && player->judge.endings)
        standing->exact = bg_ending_of(player->judge.endings, &player->game, position);
    bg_efficiency_of(player->judge.bear_off, &player->game, position, standing->efficiency);
}

/* Not looking ahead: rolled without a double, doubled and taken. */
static bg_cube_pair pair_of(const bg_cube_plan *plan, const bg_cube_standing *standing)
{
    if (!standing->exact || plan->cube.own_need)
        return bg_cube_worths(plan, standing->chances, standing->efficiency);
    static const int by_owner[] = {
        [BG_NOBODY] = BG_ENDING_CENTRED, [BG_OWN] = BG_ENDING_OWN, [BG_OPPONENT] = BG_ENDING_OTHER};
    const int view = plan->cube.is_fixed ? BG_ENDING_CUBELESS : by_owner[plan->cube.owner];
    const double value = plan->cube.value;
    return (bg_cube_pair){value * (double)standing->exact[view], 2 * value * (double)standing->exact[BG_ENDING_OTHER]};
}

/* What a position is worth to the side on roll with that cube, who may turn it now. */
static double worth_of(const bg_cube_plan *plan, const bg_cube_standing *standing)
{
    if (standing->is_over)
        return bg_cube_outcome(plan, standing->chances);
    const bg_cube_pair pair = pair_of(plan, standing);
    return standing->may_roll ? bg_cube_best(plan, pair) : pair.no_double;
}

/* What each roll is worth with that cube to the side that makes it. Returns the mean over the 36 pairs. */
static double worths_of_rolls(const bg_cube_game *game, bg_cube cube, const bg_cube_standing after[BG_ROLLS],
                              double worths[BG_ROLLS])
{
    const bg_cube_plan mine = plan_of(game, cube), theirs = plan_of(game, bg_cube_turned(cube));
    double sum = 0;
    for (int roll = 0; roll < BG_ROLLS; roll++) {
        const double worth = worth_of(after[roll].is_same_side ? &mine : &theirs, &after[roll]);
        worths[roll] = after[roll].is_same_side ? worth : bg_cube_turned_worth(&theirs, worth);
        sum += bg_rolls[roll].pairs * worths[roll];
    }
    return sum / BG_ROLL_PAIRS;
}

static void end(const bg_cube_plan *plan, bg_cube_branch *branch, double worth, int is_own)
{
    branch->is_over = 1;
    branch->worth = is_own ? worth : bg_cube_turned_worth(plan, worth);
}

/* What the side on roll does with the cube, and the other side answers. Returns how often the stake of a double taken
 * counts: 1, or more with a beaver and a raccoon; 0 without a double. */
static int decide(const bg_cube_plan *plan, bg_cube_pair worths, bg_cube_branch *branch, int is_own)
{
    const bg_cube_answer answer = bg_cube_answer_of(plan, worths);
    if (answer == BG_ANSWER_NONE)
        return 0;
    if (answer == BG_ANSWER_PASS || answer == BG_ANSWER_BEAVER_REFUSED) {
        const double unit = plan->stake[0].win[0];
        end(plan, branch, answer == BG_ANSWER_PASS ? unit : -2 * unit, is_own);
        return 0;
    }
    const int times = answer == BG_ANSWER_RACCOON ? 4 : answer == BG_ANSWER_BEAVER ? 2 : 1;
    branch->cube = bg_cube_doubled(branch->cube);
    branch->cube.value *= times;
    return times;
}

static int is_turnable(const bg_cube_plan *plan)
{
    return !plan->cube.is_fixed && plan->cube.owner != BG_OPPONENT && !plan->own_dead[0] &&
           plan->cube.value <= BG_MOST_CUBE / 8;
}

void bg_cube_game_begin(bg_cube_game *game, const bg_match_table *table, const bg_cube *cube)
{
    game->table = table;
    memset(game->branches, 0, sizeof game->branches);
    game->branches[0].cube = *cube;
    game->branches[1].cube = bg_cube_doubled(*cube);
}

void bg_cube_game_roll(bg_cube_game *game, const bg_player *player, const bg_reply replies[BG_ROLLS], int roll,
                       int is_first, int is_own, int may_turn)
{
    bg_cube_standing after[BG_ROLLS];
    for (int i = 0; i < BG_ROLLS; i++)
        standing_of(player, &replies[i], &after[i]);
    for (int k = 0; k < BG_CUBE_BRANCHES; k++) {
        bg_cube_branch *branch = &game->branches[k];
        if (branch->is_over)
            continue;
        const bg_cube_plan plan = plan_of(game, branch->cube);
        double rolled[BG_ROLLS], doubled[BG_ROLLS];
        bg_cube_pair pair;
        int times = 0;
        pair.no_double = worths_of_rolls(game, branch->cube, after, rolled);
        if (may_turn && !is_first && is_turnable(&plan)) {
            pair.take = worths_of_rolls(game, bg_cube_doubled(branch->cube), after, doubled);
            times = decide(&plan, pair, branch, is_own);
        }
        if (!branch->is_over) {
            const double luck = times ? times * (doubled[roll] - pair.take) : rolled[roll] - pair.no_double;
            branch->luck += is_own ? luck : -luck;
        }
    }
}

void bg_cube_game_decide(bg_cube_game *game, const bg_player *player, const bg_reply *now, int is_own)
{
    bg_cube_standing here;
    standing_of(player, now, &here);
    for (int k = 0; k < BG_CUBE_BRANCHES; k++) {
        bg_cube_branch *branch = &game->branches[k];
        const bg_cube_plan plan = plan_of(game, branch->cube);
        if (!branch->is_over && here.may_roll && is_turnable(&plan))
            decide(&plan, pair_of(&plan, &here), branch, is_own);
    }
}

void bg_cube_game_pass_on(bg_cube_game *game)
{
    for (int k = 0; k < BG_CUBE_BRANCHES; k++)
        game->branches[k].cube = bg_cube_turned(game->branches[k].cube);
}

int bg_cube_game_is_over(const bg_cube_game *game)
{
    return game->branches[0].is_over && game->branches[1].is_over;
}

int bg_cube_game_is_dead(const bg_cube_game *game)
{
    for (int k = 0; k < BG_CUBE_BRANCHES; k++) {
        const bg_cube_plan plan = plan_of(game, game->branches[k].cube);
        const int is_dead = plan.cube.is_fixed || (plan.own_dead[0] && plan.opponent_dead[0]);
        if (!game->branches[k].is_over && !is_dead)
            return 0;
    }
    return 1;
}

void bg_cube_game_end(bg_cube_game *game, const bg_player *player, const bg_reply *now, int is_own, int is_first)
{
    bg_cube_standing here;
    standing_of(player, now, &here);
    for (int k = 0; k < BG_CUBE_BRANCHES; k++) {
        const bg_cube_plan plan = plan_of(game, game->branches[k].cube);
        if (game->branches[k].is_over)
            continue;
        double worth = worth_of(&plan, &here);
        if (is_first && !here.is_over) /* no roll at all: the branch's cube has just been decided about */
            worth = pair_of(&plan, &here).no_double;
        end(&plan, &game->branches[k], worth, is_own);
    }
}

void bg_cube_game_results(const bg_cube_game *game, const bg_cube *cube, double results[BG_CUBE_BRANCHES])
{
    const bg_cube_plan root = plan_of(game, *cube);
    for (int k = 0; k < BG_CUBE_BRANCHES; k++)
        results[k] = (game->branches[k].worth - game->branches[k].luck - root.middle) * root.scale;
}
