/* The cube: what a position is worth with it, when to double, when to take (Janowski, "Take-Points in Money Games").
 *
 * A cube that is never turned again gives the dead worth, one that both always turn at the perfect moment the live one;
 * the truth lies between, at the share that the efficiency says. Live worths are lines between four points: a sure
 * loss, the opponent's perfect double, one's own, a sure win. Worths are points in a session and chances in a match, so
 * that both are one calculation. */
#include "cube.h"

/* A game won and lost on average, by level of the cube, and from which chance each side takes the next. */
typedef struct {
    double win;
    double won[BG_CUBE_LEVELS], lost[BG_CUBE_LEVELS];
    double own_take[BG_CUBE_LEVELS], opponent_take[BG_CUBE_LEVELS];
} outlook;

int32_t bg_cube_check(const bg_match_table *table, const bg_cube *cube, bg_fault *fault)
{
    if (!cube)
        return BG_NULL_POINTER;
    if (cube->value < 1 || cube->value > BG_MOST_CUBE || cube->value & (cube->value - 1))
        return bg_refuse(fault, BG_BAD_CUBE, 0, 0, cube->value, BG_MOST_CUBE);
    if (cube->owner > BG_OPPONENT)
        return bg_refuse(fault, BG_BAD_CUBE, 0, 0, cube->owner, BG_OPPONENT);
    const int own = cube->own_need, other = cube->opponent_need;
    if (own > BG_MOST_NEED || other > BG_MOST_NEED || !own != !other)
        return bg_refuse(fault, BG_BAD_CUBE, 0, 0, own > other ? own : other, BG_MOST_NEED);
    if (cube->is_fixed > 1 || cube->is_after_crawford > 1 || cube->jacoby > 1 || cube->beavers > 1 ||
        cube->raccoons > 1 || (cube->is_after_crawford && own != 1 && other != 1) ||
        (own && (cube->jacoby || cube->beavers || cube->raccoons)))
        return bg_refuse(fault, BG_BAD_CUBE, 0, 0, 1, 0);
    if (own && (!table || !bg_match_is_made(table)))
        return BG_BAD_TABLE;
    return BG_OK;
}

int32_t bg_chances_check(const float *chances, size_t count, bg_fault *fault)
{
    if (count && !chances)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < 5 * count; i++)
        if (!(chances[i] >= 0 && chances[i] <= 1)) {
            bg_refuse(fault, BG_BAD_CHANCES, 0, 0, 0, 0);
            if (fault)
                fault->index = (int64_t)(i / 5);
            return BG_BAD_CHANCES;
        }
    return BG_OK;
}

bg_cube bg_cube_turned(bg_cube cube)
{
    const uint8_t own = cube.own_need;
    cube.own_need = cube.opponent_need;
    cube.opponent_need = own;
    cube.owner = cube.owner == BG_OWN ? BG_OPPONENT : cube.owner == BG_OPPONENT ? BG_OWN : BG_NOBODY;
    return cube;
}

bg_cube bg_cube_doubled(bg_cube cube)
{
    cube.value *= 2;
    cube.owner = BG_OPPONENT;
    return cube;
}

void bg_cube_plan_of(const bg_match_table *table, const bg_cube *cube, bg_cube_plan *plan)
{
    const int is_match = cube->own_need > 0;
    memset(plan, 0, sizeof *plan);
    plan->cube = *cube;
    int level = 0;
    for (int64_t value = cube->value; level < BG_CUBE_LEVELS; value *= 2, level++) {
        for (int k = 0; k < 3; k++) {
            /* Nobody needs more than 64 points: what is beyond wins as well. */
            const int64_t points = (k + 1) * value, most = is_match && points > BG_MOST_NEED ? BG_MOST_NEED : points;
            plan->stake[level].win[k] = is_match ? bg_match_worth(table, cube, (int)most) : (double)points;
            plan->stake[level].lose[k] = is_match ? bg_match_worth(table, cube, -(int)most) : -(double)points;
        }
        plan->own_dead[level] = is_match && value >= cube->own_need;
        plan->opponent_dead[level] = is_match && value >= cube->opponent_need;
        if (level && ((plan->own_dead[level] && plan->opponent_dead[level]) || (!is_match && level == 1)))
            break;
    }
    plan->levels = level < BG_CUBE_LEVELS ? level + 1 : BG_CUBE_LEVELS;
    const double win = plan->stake[0].win[0], lose = plan->stake[0].lose[0];
    plan->middle = (win + lose) / 2;
    plan->scale = win - lose > 1e-9 ? 2 / (win - lose) : 0; /* else a game more or less is nothing */
}

/* The shares of single games, gammons and backgammons among so many games; without any, single ones. */
static void shares_of(double all, double gammons, double backgammons, double shares[3])
{
    gammons = gammons < all ? gammons : all;
    backgammons = backgammons < gammons ? backgammons : gammons;
    shares[2] = all > 0 ? backgammons / all : 0;
    shares[1] = all > 0 ? gammons / all - shares[2] : 0;
    shares[0] = 1 - shares[1] - shares[2];
}

static double average(const double worth[3], const double shares[3])
{
    return worth[0] * shares[0] + worth[1] * shares[1] + worth[2] * shares[2];
}

static double share_of(double part, double whole)
{
    return whole <= 0 || part >= whole ? 1 : part <= 0 ? 0 : part / whole;
}

/* Take points with a dead cube at the level above, or with a live one there, whose points are known. */
static void take_points_at(const bg_cube_plan *plan, outlook *o, int level, int is_live)
{
    const bg_stake *here = &plan->stake[level], *next = &plan->stake[level + 1];
    const double won = o->won[level + 1], lost = o->lost[level + 1];
    if (!is_live || plan->own_dead[level + 1])
        o->own_take[level] = share_of(here->lose[0] - lost, won - lost);
    else
        o->own_take[level] = (1 - o->opponent_take[level + 1]) * share_of(here->lose[0] - lost, next->win[0] - lost);
    if (!is_live || plan->opponent_dead[level + 1])
        o->opponent_take[level] = share_of(won - here->win[0], won - lost);
    else
        o->opponent_take[level] = (1 - o->own_take[level + 1]) * share_of(won - here->win[0], won - next->lose[0]);
}

static void look_out(const bg_cube_plan *plan, const float chances[5], outlook *o)
{
    double wins[3], losses[3];
    o->win = chances[0];
    shares_of(o->win, chances[1], chances[2], wins);
    shares_of(1 - o->win, chances[3], chances[4], losses);
    for (int level = 0; level < plan->levels; level++) {
        o->won[level] = average(plan->stake[level].win, wins);
        o->lost[level] = average(plan->stake[level].lose, losses);
    }
    if (!plan->cube.own_need) { /* every cube is like the one before, so that the points have a closed form */
        const double unit = plan->stake[0].win[0], won = o->won[0] / unit, lost = -o->lost[0] / unit;
        for (int level = 0; level < plan->levels; level++) {
            o->own_take[level] = (lost - 0.5) / (won + lost + 0.5);
            o->opponent_take[level] = (won - 0.5) / (won + lost + 0.5);
        }
        return;
    }
    o->own_take[plan->levels - 1] = o->opponent_take[plan->levels - 1] = 0;
    for (int level = plan->levels - 2; level >= 0; level--)
        take_points_at(plan, o, level, 1);
}

static double between(double at, double from, double to, double worth_from, double worth_to)
{
    return to <= from ? worth_to : worth_from + (worth_to - worth_from) * (at - from) / (to - from);
}

/* The worth of holding on at a level of the cube with that owner. */
static double worth_at(const bg_cube_plan *plan, const outlook *o, int level, int owner, const float efficiencies[2])
{
    const bg_stake *stake = &plan->stake[level];
    const int counts_one = plan->cube.jacoby && owner == BG_NOBODY;
    const double won = counts_one ? stake->win[0] : o->won[level], lost = counts_one ? stake->lose[0] : o->lost[level];
    const double p = o->win, dead = p * won + (1 - p) * lost;
    if (plan->cube.is_fixed)
        return dead;
    double low = 0, high = 1, at_low = lost, at_high = won;
    if (owner != BG_OWN && !plan->opponent_dead[level])
        low = o->own_take[level], at_low = stake->lose[0];
    if (owner != BG_OPPONENT && !plan->own_dead[level])
        high = 1 - o->opponent_take[level], at_high = stake->win[0];
    if (low > high)
        low = high = (low + high) / 2;
    /* Who loses the match with this game anyhow turns the cube at his next turn, at no risk: he makes the most of it.
     */
    const int is_free = plan->own_dead[level] && owner != BG_OWN;
    const double efficiency = is_free ? 1 : efficiencies[owner == BG_OPPONENT];
    const double live = p < low    ? between(p, 0, low, lost, at_low)
                        : p > high ? between(p, high, 1, at_high, won)
                                   : between(p, low, high, at_low, at_high);
    return dead + efficiency * (live - dead);
}

double bg_cube_outcome(const bg_cube_plan *plan, const float chances[5])
{
    const bg_stake *stake = &plan->stake[0];
    if (plan->cube.jacoby && plan->cube.owner == BG_NOBODY)
        return stake->lose[0] + chances[0] * (stake->win[0] - stake->lose[0]);
    double wins[3], losses[3];
    const double win = chances[0];
    shares_of(win, chances[1], chances[2], wins);
    shares_of(1 - win, chances[3], chances[4], losses);
    return win * average(stake->win, wins) + (1 - win) * average(stake->lose, losses);
}

bg_cube_pair bg_cube_worths(const bg_cube_plan *plan, const float chances[5], const float efficiency[2])
{
    outlook o;
    look_out(plan, chances, &o);
    bg_cube_pair pair = {worth_at(plan, &o, 0, plan->cube.owner, efficiency),
                         worth_at(plan, &o, 1, BG_OPPONENT, efficiency)};
    return pair;
}

/* A double and what follows it, in worths. In a session all is measured by the cube, so a beavered one is worth twice
 * what a taken one is, and a raccoon twice that; who refuses a beaver loses what he offered. */
static void follow_up(const bg_cube_plan *plan, double take, double *beaver, double *raccoon)
{
    const double unit = plan->stake[0].win[0];
    *beaver = *raccoon = take;
    if (!plan->cube.beavers || plan->cube.own_need)
        return;
    const double accepted = 2 * take;
    *raccoon = *beaver = accepted > -2 * unit ? accepted : -2 * unit;
    if (plan->cube.raccoons) {
        *raccoon = 2 * accepted < 4 * unit ? 2 * accepted : 4 * unit;
        if (*raccoon > *beaver)
            *beaver = *raccoon;
    }
}

static int may_double(const bg_cube_plan *plan)
{
    return !plan->cube.is_fixed && plan->cube.owner != BG_OPPONENT;
}

double bg_cube_best(const bg_cube_plan *plan, bg_cube_pair worths)
{
    if (!may_double(plan) || plan->own_dead[0])
        return worths.no_double;
    double beaver, raccoon, doubled = worths.take;
    follow_up(plan, worths.take, &beaver, &raccoon);
    if (beaver < doubled)
        doubled = beaver;
    if (plan->stake[0].win[0] < doubled)
        doubled = plan->stake[0].win[0];
    return doubled > worths.no_double ? doubled : worths.no_double;
}

bg_cube_answer bg_cube_answer_of(const bg_cube_plan *plan, bg_cube_pair worths)
{
    if (!(bg_cube_best(plan, worths) > worths.no_double))
        return BG_ANSWER_NONE;
    double beaver, raccoon;
    follow_up(plan, worths.take, &beaver, &raccoon);
    const double unit = plan->stake[0].win[0];
    if (unit < worths.take && unit < beaver)
        return BG_ANSWER_PASS;
    if (!(beaver < worths.take))
        return BG_ANSWER_TAKE;
    if (plan->cube.raccoons && raccoon > 2 * worths.take)
        return BG_ANSWER_RACCOON;
    return 2 * worths.take < -2 * unit ? BG_ANSWER_BEAVER_REFUSED : BG_ANSWER_BEAVER;
}

static uint8_t action_of(const bg_cube_verdict *v)
{
    if (!v->may_double)
        return BG_CUBE_FIXED;
    const int passes = v->take > v->pass, beavers = !passes && v->beaver < v->take;
    if (v->doubles)
        return passes ? BG_DOUBLE_PASS : beavers ? BG_DOUBLE_BEAVER : BG_DOUBLE_TAKE;
    if (v->no_double > v->pass || passes)
        return passes ? BG_TOO_GOOD_PASS : BG_TOO_GOOD_TAKE;
    return beavers ? BG_NO_DOUBLE_BEAVER : BG_NO_DOUBLE_TAKE;
}

void bg_cube_settle(const bg_cube_plan *plan, bg_cube_pair worths, bg_cube_verdict *verdict)
{
    double beaver, raccoon;
    follow_up(plan, worths.take, &beaver, &raccoon);
    const double best = bg_cube_best(plan, worths);
    memset(verdict, 0, sizeof *verdict);
    verdict->no_double = (float)((worths.no_double - plan->middle) * plan->scale);
    verdict->take = (float)((worths.take - plan->middle) * plan->scale);
    verdict->pass = (float)((plan->stake[0].win[0] - plan->middle) * plan->scale);
    verdict->beaver = (float)((beaver - plan->middle) * plan->scale);
    verdict->raccoon = (float)((raccoon - plan->middle) * plan->scale);
    verdict->value = (float)((best - plan->middle) * plan->scale);
    verdict->may_double = (uint8_t)may_double(plan);
    verdict->doubles = best > worths.no_double;
    verdict->action = action_of(verdict);
}

int32_t bg_efficiencies_check(const float *efficiencies, size_t count, bg_fault *fault)
{
    if (count && !efficiencies)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < 2 * count; i++)
        if (!(efficiencies[i] >= 0 && efficiencies[i] <= 1)) {
            bg_refuse(fault, BG_BAD_CHANCES, 0, 0, 0, 0);
            if (fault)
                fault->index = (int64_t)(i / 2);
            return BG_BAD_CHANCES;
        }
    return BG_OK;
}

int32_t bg_cube_verdicts(const bg_match_table *table, const bg_cube *cube, const float *chances,
                         const float *efficiencies, size_t count, bg_cube_verdict *verdicts, bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status == BG_OK)
        status = bg_chances_check(chances, count, fault);
    if (status == BG_OK)
        status = bg_efficiencies_check(efficiencies, count, fault);
    if (status != BG_OK)
        return status;
    if (count && !verdicts)
        return BG_NULL_POINTER;
    bg_cube_plan plan;
    bg_cube_plan_of(table, cube, &plan);
    for (size_t i = 0; i < count; i++)
        bg_cube_settle(&plan, bg_cube_worths(&plan, chances + 5 * i, efficiencies + 2 * i), &verdicts[i]);
    return BG_OK;
}

int32_t bg_cube_settled(const bg_match_table *table, const bg_cube *cube, const double *equities, size_t count,
                        bg_cube_verdict *verdicts, bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status != BG_OK)
        return status;
    if (count && (!equities || !verdicts))
        return BG_NULL_POINTER;
    bg_cube_plan plan;
    bg_cube_plan_of(table, cube, &plan);
    for (size_t i = 0; i < count; i++) {
        bg_cube_pair pair = {equities[2 * i], equities[2 * i + 1]};
        if (plan.scale > 0) {
            pair.no_double = pair.no_double / plan.scale + plan.middle;
            pair.take = pair.take / plan.scale + plan.middle;
        }
        bg_cube_settle(&plan, pair, &verdicts[i]);
    }
    return BG_OK;
}

int32_t bg_cube_points(const bg_match_table *table, const bg_cube *cube, const float *chances, size_t count,
                       bg_take_points *points, bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status == BG_OK)
        status = bg_chances_check(chances, count, fault);
    if (status != BG_OK)
        return status;
    if (count && !points)
        return BG_NULL_POINTER;
    bg_cube_plan plan;
    bg_cube_plan_of(table, cube, &plan);
    for (size_t i = 0; i < count; i++) {
        outlook o;
        look_out(&plan, chances + 5 * i, &o);
        const double own = o.own_take[0], opponent = o.opponent_take[0];
        take_points_at(&plan, &o, 0, 0);
        points[i] = (bg_take_points){{(float)o.own_take[0], (float)own}, {(float)o.opponent_take[0], (float)opponent}};
    }
    return BG_OK;
}

int32_t bg_cube_prices(const bg_match_table *table, const bg_cube *cube, double *prices, bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status != BG_OK)
        return status;
    if (!prices)
        return BG_NULL_POINTER;
    bg_cube_plan plan;
    bg_cube_plan_of(table, cube, &plan);
    const bg_stake *stake = &plan.stake[0];
    const int counts_one = cube->jacoby && cube->owner == BG_NOBODY;
    for (int k = 0; k < 2; k++) {
        prices[k] = counts_one ? 0 : (stake->win[k + 1] - stake->win[k]) * plan.scale / 2;
        prices[2 + k] = counts_one ? 0 : (stake->lose[k] - stake->lose[k + 1]) * plan.scale / 2;
    }
    return BG_OK;
}
