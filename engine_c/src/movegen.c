/* Legal finals of one part, fast.
 *
 * In most turns the order of the steps does not matter: where one may land is fixed by the opponent's checkers, which
 * do not move. Then finals can be counted out without ever making one twice:
 *
 *   Doubles. From each place leads exactly one step, so the places form a forest and a final tells how often each of
 *   its steps was made. Playing them from high to low is always allowed if any order is; that order is generated.
 *
 *   Two dice, all checkers staying on the board. A final is either one checker moved by both dice (told apart by what
 *   it hit on its way) or one checker moved by each; {x by the first, y by the second} fixes x and y unless one lands
 *   where the other left, which is the first kind.
 *
 *   Two dice near the end, at most one checker outside the home. Both orders are tried; a final is packed into an
 *   exact 64-bit key and kept once.
 *
 * Where the order does matter (a runner, hit and run, compulsory bearing off, a mother in danger) and where bans
 * leave nothing, explore.c walks through all the sequences. */
#include "rules.h"

typedef struct {
    const bg_field *field;
    bg_sink *sink;
    uint32_t entry;  /* bit 25 when checkers come in from the bar or the reserve, both of which lie on 25 here */
    int entry_place; /* BG_BAR or BG_RESERVE */
    int forced;      /* how many checkers must come in before anything else moves */
    int bans;
} generator;

BG_INLINE int place(const generator *g, int x)
{
    return x == 25 ? g->entry_place : x;
}

static uint32_t movable(const generator *g, const bg_position *position)
{
    const bg_side *own = &position->side[0];
    return (held(own, 1) & BG_POINTS & ~own->pinned) | (own->count[g->entry_place] ? g->entry : 0);
}

BG_INLINE void step_to(const bg_field *field, bg_position *position, int from, int to)
{
    bg_side *own = &position->side[0], *opponent = &position->side[1];
    own->count[from]--;
    own->count[to > 0 ? to : BG_OFF]++;
    if (to > 0 && (field->hits & bit(to))) {
        uint8_t *blot = &opponent->count[25 - to]; /* games that hit are contrary */
        opponent->count[BG_BAR] = (uint8_t)(opponent->count[BG_BAR] + *blot);
        *blot = 0;
    }
}

BG_INLINE void finish(const generator *g, bg_position *final, bg_steps steps)
{
    if (g->field->game->contact == BG_PIN)
        final->side[1].pinned = across(BG_CONTRARY, held(&final->side[0], 1) & g->field->singles);
    if (g->bans && bg_bans_of(g->field, final))
        return;
    bg_emit(g->sink, final, steps);
}

BG_INLINE bg_steps two_steps(int from1, int die1, int from2, int die2)
{
    return (bg_steps){{(uint8_t)from1, (uint8_t)from2, 0, 0}, {(uint8_t)die1, (uint8_t)die2, 0, 0}};
}

/* Doubles: `left` more steps, none from above `top`. */
static void repeat(const generator *g, const bg_position *position, int die, int left, int top, int heads,
                   bg_steps *steps, int done)
{
    const bg_field *field = g->field;
    const bg_side *own = &position->side[0];
    uint32_t standing = movable(g, position);
    uint32_t sources = standing & (field->open << die);
    if (!own->pinned)
        sources |= bearing_off(field->game, standing, die);
    if (g->forced && own->count[g->entry_place])
        sources &= g->entry;
    if (!heads)
        sources &= ~bit(24);
    for (sources &= (bit(top) << 1) - 1; sources;) {
        int x = highest(sources), from = place(g, x);
        sources &= ~bit(x);
        bg_position next = *position;
        step_to(field, &next, from, x - die);
        steps->from[done] = (uint8_t)from;
        steps->die[done] = (uint8_t)die;
        if (left == 1)
            finish(g, &next, *steps);
        else
            repeat(g, &next, die, left - 1, x, heads - (x == 24), steps, done + 1);
    }
    steps->from[done] = steps->die[done] = 0;
}

static void doubles(const generator *g, const bg_position *position)
{
    const bg_part *part = &g->field->turn->part;
    size_t before = g->sink->count;
    for (int left = part->steps; left && g->sink->count == before; left--) {
        bg_steps steps = {{0}, {0}};
        repeat(g, position, part->die[0], left, 25, g->field->head_left, &steps, 0);
    }
}

static void single(const generator *g, const bg_position *position, uint32_t sources, int die)
{
    for (; sources; sources &= sources - 1) {
        int x = lowest(sources), from = place(g, x);
        bg_position final = *position;
        step_to(g->field, &final, from, x - die);
        finish(g, &final, two_steps(from, die, 0, 0));
    }
}

/* One checker plays both dice, `first` before `second`. */
static void run(const generator *g, const bg_position *position, uint32_t sources, int first, int second)
{
    for (; sources; sources &= sources - 1) {
        int x = lowest(sources), from = place(g, x);
        bg_position final = *position;
        step_to(g->field, &final, from, x - first);
        step_to(g->field, &final, x - first, x - first - second);
        finish(g, &final, two_steps(from, first, x - first, second));
    }
}

static void runs(const generator *g, const bg_position *position, uint32_t standing, int high, int low)
{
    const bg_field *field = g->field;
    uint32_t sources = g->forced ? (g->forced == 1 ? g->entry : 0) : standing;
    sources &= field->open << (high + low);
    uint32_t over_high = sources & (field->open << high), over_low = sources & (field->open << low);
    uint32_t hits_high = over_high & (field->hits << high), hits_low = over_low & (field->hits << low);
    uint32_t quiet_high = over_high & ~hits_high;
    run(g, position, quiet_high, high, low);
    run(g, position, over_low & ~hits_low & ~quiet_high, low, high);
    run(g, position, hits_high, high, low);
    run(g, position, hits_low, low, high);
}

/* Two checkers, x by the higher die and y by the lower. */
static void pairs(const generator *g, const bg_position *position, uint32_t standing, int high, int low)
{
    const bg_field *field = g->field;
    uint32_t by_high = standing & (field->open << high), by_low = standing & (field->open << low);
    if (g->forced > 1)
        by_high &= g->entry;
    for (; by_high; by_high &= by_high - 1) {
        int x = lowest(by_high), from = place(g, x);
        int single_here = position->side[0].count[from] < 2 || (x == 24 && field->head_left == 1);
        int waiting = g->forced - (x == 25);
        uint32_t partners = by_low & ~bit(x - high) & ~(bit(x) << low);
        if (single_here)
            partners &= ~bit(x);
        if (g->forced && waiting > 0)
            partners &= g->entry;
        if (!partners)
            continue;
        bg_position middle = *position;
        step_to(field, &middle, from, x - high);
        for (; partners; partners &= partners - 1) {
            int y = lowest(partners), other = place(g, y);
            bg_position final = middle;
            step_to(field, &final, other, y - low);
            /* High to low; who must come in comes in first. */
            finish(g, &final, y > x ? two_steps(other, low, from, high) : two_steps(from, high, other, low));
        }
    }
}

static void two_dice(const generator *g, const bg_position *position, int high, int low)
{
    uint32_t standing = movable(g, position);
    size_t before = g->sink->count;
    pairs(g, position, standing, high, low);
    runs(g, position, standing, high, low);
    uint32_t first = g->forced ? standing & g->entry : standing;
    if (g->sink->count == before)
        single(g, position, first & (g->field->open << high), high);
    if (g->sink->count == before)
        single(g, position, first & (g->field->open << low), low);
}

/* Near the end: what a final's key holds are the counts of 0..6, the place of the one checker outside, the hits. */
enum { KEY_OUTSIDE = 28, KEY_HITS = 32 };

BG_INLINE uint64_t key_of(int place)
{
    return place <= 6 ? (uint64_t)1 << (4 * place) : (uint64_t)place << KEY_OUTSIDE;
}

typedef struct {
    uint64_t keys[128];
    int count;
} seen;

static int is_new(seen *finals, uint64_t key)
{
    for (int i = 0; i < finals->count; i++)
        if (finals->keys[i] == key)
            return 0;
    finals->keys[finals->count++] = key;
    return 1;
}

BG_INLINE uint64_t key_change(const bg_field *field, int x, int to)
{
    uint64_t hit = to > 0 && (field->hits & bit(to)) ? (uint64_t)1 << (KEY_HITS + to) : 0;
    return key_of(to > 0 ? to : BG_OFF) - key_of(x) + hit;
}

static uint32_t end_sources(const generator *g, const bg_position *position, int die)
{
    const bg_side *own = &position->side[0];
    uint32_t standing = movable(g, position);
    uint32_t sources = standing & (g->field->open << die);
    if (g->forced && own->count[g->entry_place])
        return sources & g->entry;
    if (!own->pinned)
        sources |= bearing_off(g->field->game, standing, die);
    return sources;
}

/* Both dice in one order; a first step that wins the game is a whole play. */
static void in_order(const generator *g, const bg_position *position, int first, int second, seen *finals)
{
    for (uint32_t xs = end_sources(g, position, first); xs; xs &= xs - 1) {
        int x = lowest(xs), from = place(g, x);
        bg_position middle = *position;
        step_to(g->field, &middle, from, x - first);
        uint64_t key = key_change(g->field, x, x - first);
        if (middle.side[0].count[BG_OFF] == g->field->game->checkers && is_new(finals, key))
            finish(g, &middle, two_steps(from, first, 0, 0));
        for (uint32_t ys = end_sources(g, &middle, second); ys; ys &= ys - 1) {
            int y = lowest(ys);
            if (!is_new(finals, key + key_change(g->field, y, y - second)))
                continue;
            bg_position final = middle;
            step_to(g->field, &final, place(g, y), y - second);
            finish(g, &final, two_steps(from, first, place(g, y), second));
        }
    }
}

static void two_dice_near_the_end(const generator *g, const bg_position *position, int high, int low)
{
    size_t before = g->sink->count;
    seen finals = {.count = 0};
    in_order(g, position, high, low, &finals);
    in_order(g, position, low, high, &finals);
    if (g->sink->count == before)
        single(g, position, end_sources(g, position, high), high);
    if (g->sink->count == before)
        single(g, position, end_sources(g, position, low), low);
}

static int outside(const bg_side *own)
{
    int total = 0;
    for (int place = 1; place <= 6; place++)
        total += own->count[place];
    return total + own->count[BG_OFF];
}

static int may_hit_at_home(const bg_field *field, const bg_position *position)
{
    const bg_part *part = &field->turn->part;
    uint32_t blots = field->hits & BG_HOME, sources = held(&position->side[0], 1);
    if (!is_double(part))
        return (sources & (blots << part->die[0] | blots << part->die[1] | blots << (part->die[0] + part->die[1]))) !=
               0;
    uint32_t reaching = 0;
    for (int step = 1; step <= part->steps; step++)
        reaching |= blots << step * part->die[0];
    return (sources & reaching) != 0;
}

/* Can the order of the steps matter to any rule in this part? */
static int order_matters(const bg_field *field, const bg_position *position, int outside_home)
{
    const bg_game *game = field->game;
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    if (game->hit_and_run_ban && may_hit_at_home(field, position))
        return 1;
    if (game->compulsory_bear_off && outside_home < field->turn->part.steps)
        return 1;
    if (game->mother_value && opponent->count[24] == 1)
        return 1;
    if (game->runner_target && !own->count[BG_OFF] && !(held(own, 1) & (bit(game->runner_target + 1) - 1)))
        return 1;
    return own->count[BG_BAR] && own->count[BG_RESERVE];
}

int32_t bg_generate(const bg_field *field, const bg_position *position, bg_explorer *explorer, bg_sink *sink)
{
    const bg_game *game = field->game;
    const bg_side *own = &position->side[0];
    const bg_part *part = &field->turn->part;
    int outside_home = game->checkers - outside(own);
    if (order_matters(field, position, outside_home))
        return bg_explore_finals(explorer, field, position, sink);

    generator g = {.field = field, .sink = sink, .bans = bg_has_bans(game)};
    g.entry_place = own->count[BG_RESERVE] ? BG_RESERVE : BG_BAR;
    g.entry = own->count[g.entry_place] ? bit(25) : 0;
    g.forced = own->count[BG_BAR] + (game->reserve_first ? own->count[BG_RESERVE] : 0);

    size_t before = sink->count;
    int high = part->die[0] > part->die[1] ? part->die[0] : part->die[1];
    int low = part->die[0] + part->die[1] - high;
    if (high == low)
        doubles(&g, position);
    else if (outside_home >= 2)
        two_dice(&g, position, high, low);
    else
        two_dice_near_the_end(&g, position, high, low);
    if (sink->count == before && g.bans)
        return bg_explore_finals(explorer, field, position, sink);
    if (sink->count == before)
        bg_emit(sink, position, (bg_steps){{0}, {0}});
    return BG_OK;
}
