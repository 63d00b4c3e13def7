/* Thrown dice: from the hand to rest, and whether they lie so that everybody can read them. */
#include "bodies.h"
#include <string.h>

#define MOST_SHIFT 0.9f  /* a hand may be so far beside its usual place */
#define SHORTEST 54      /* frames: what is over sooner was no throw */
#define NEAR_OTHER 0.10f /* dice that lie closer are hard to read */
#define NEAR_WALL 0.03f

/* A random number from -1 to 1. */
static float chance(world *w)
{
    w->random += 0x9e3779b9u;
    return 2.0f * bg_lattice(w->random) - 1.0f;
}

/* Dice in the hand. shift: how far it is beside its usual place, along y. */
static void begin(world *w, uint32_t seed, float shift)
{
    const bg_throw *p = w->plan;
    w->random = seed * 0x85ebca6bu;
    w->now = 0.0f, w->rests = 0;
    *w->touch_count = 0;
    memset(w->dice, 0, sizeof(w->dice));
    for (int i = 0; i < BG_THROW_MOST_DICE; i++)
        for (int j = 0; j < 4; j++)
            w->heard[i][j] = -1.0f;
    float haste = 1.0f + 0.18f * chance(w), aside = 0.06f * chance(w), offset = 0.16f * chance(w);
    vec way = vec_of(p->way[0] * haste - p->way[1] * aside, p->way[1] * haste + p->way[0] * aside, 0.0f);
    float speed = length2(way.x, way.y) + 1e-6f;
    vec ahead = scaled(way, 1.0f / speed), left = vec_of(-ahead.y, ahead.x, 0.0f);
    for (int die = 0; die < p->dice; die++) {
        body *b = &w->dice[die];
        float back = 0.84f * (float)die;
        b->at = add(vec_of(p->mouth[0], p->mouth[1] + shift, p->mouth[2] + 0.10f * back), scaled(ahead, -back));
        b->at = add(b->at, scaled(left, offset + 0.09f * chance(w)));
        b->speed = add(scaled(way, 1.0f + 0.10f * chance(w)), scaled(left, 0.035f * speed * chance(w)));
        b->speed.z = -1.5f + 1.5f * chance(w);
        b->spin = scaled(left, speed / DIE_HALF * (0.75f + 0.35f * chance(w)));
        b->spin = add(b->spin, vec_of(6.0f * chance(w), 6.0f * chance(w), 8.0f * chance(w)));
        for (int i = 0; i < 4; i++)
            b->turn[i] = chance(w) + (i == 0 ? 0.01f : 0.0f);
        bg_take_axes(b);
    }
}

/* Does each die lie on one of its faces, on the felt? */
static int is_flat(const body *b)
{
    float up = 0.0f;
    for (int i = 0; i < 3; i++)
        up = fabsf(b->axis[i].z) > up ? fabsf(b->axis[i].z) : up;
    return up > 0.9995f && fabsf(b->at.z - DIE_HALF) < 0.012f;
}

/* The direction of a lying die's first level edge; its other one stands at a right angle. */
static vec level_edge(const body *b)
{
    vec edge = fabsf(b->axis[0].z) < 0.5f ? b->axis[0] : b->axis[1];
    return unit(vec_of(edge.x, edge.y, 0.0f));
}

/* How far two lying dice are apart: the widest gap that one of their edges shows. */
static float gap(const body *a, const body *b)
{
    float widest = -9.0f;
    vec way = add(b->at, scaled(a->at, -1.0f)), one = level_edge(a), other = level_edge(b);
    float turn = fabsf(dot(one, other)), reach = DIE_HALF * (1.0f + turn + sqrtf(positive(1.0f - turn * turn)));
    const vec all[] = {one, vec_of(-one.y, one.x, 0), other, vec_of(-other.y, other.x, 0)};
    for (int i = 0; i < 4; i++) {
        float between = fabsf(dot(way, all[i])) - reach;
        widest = between > widest ? between : widest;
    }
    return widest;
}

/* How far along y the dice would have to lie elsewhere to be within the limits; 0 if they are, or if they cannot be. */
static float missed_by(const world *w)
{
    const bg_throw *p = w->plan;
    float least = 32.0f, most = -32.0f;
    for (int die = 0; die < p->dice; die++) {
        const body *b = &w->dice[die];
        vec edge = level_edge(b);
        float reach = DIE_HALF * (fabsf(edge.x) + fabsf(edge.y));
        least = b->at.y - reach < least ? b->at.y - reach : least;
        most = b->at.y + reach > most ? b->at.y + reach : most;
    }
    if (most - least > p->most_y - p->least_y - 0.02f || (least >= p->least_y && most <= p->most_y))
        return 0.0f;
    return least < p->least_y ? p->least_y - least + 0.01f : p->most_y - most - 0.01f;
}

static int lies_well(const world *w)
{
    const bg_throw *p = w->plan;
    for (int die = 0; die < p->dice; die++) {
        const body *b = &w->dice[die];
        vec edge = level_edge(b);
        float reach = DIE_HALF * (fabsf(edge.x) + fabsf(edge.y));
        if (!is_flat(b) || b->at.x - reach < p->left + NEAR_WALL || b->at.x + reach > p->right - NEAR_WALL ||
            b->at.y - reach < p->least_y || b->at.y + reach > p->most_y)
            return 0;
        for (int32_t i = 0; i < p->blocks; i++) {
            vec to = vec_of(p->block[i][0] - b->at.x, p->block[i][1] - b->at.y, 0.0f);
            float x = positive(fabsf(dot(to, edge)) - DIE_HALF);
            float y = positive(fabsf(to.y * edge.x - to.x * edge.y) - DIE_HALF);
            if (length2(x, y) < CHECKER_RADIUS)
                return 0;
        }
    }
    return p->dice == 1 || gap(&w->dice[0], &w->dice[1]) >= NEAR_OTHER;
}

static float energy(const body *b)
{
    return 0.5f * dot(b->speed, b->speed) + 0.5f * INERTIA * dot(b->spin, b->spin) + GRAVITY * b->at.z;
}

static void keep(const world *w, bg_die_frame *frame)
{
    for (int die = 0; die < w->plan->dice; die++) {
        const body *b = &w->dice[die];
        frame[die] = (bg_die_frame){.place = {b->at.x, b->at.y, b->at.z}, .energy = energy(b)};
        memcpy(frame[die].turn, b->turn, sizeof(b->turn));
    }
}

static int is_still(const world *w)
{
    float moving = 0.0f;
    for (int die = 0; die < w->plan->dice; die++) {
        const body *b = &w->dice[die];
        moving += dot(b->speed, b->speed) + INERTIA * dot(b->spin, b->spin);
    }
    return moving < 0.02f;
}

/* Throws once; the number of frames, 0 where it ends badly or not soon enough. */
static int32_t throw_once(world *w, uint32_t seed, float shift, bg_die_frame *frames, int32_t most_frames)
{
    w->missed = 0.0f;
    begin(w, seed, shift);
    for (int32_t frame = 0; frame < most_frames; frame++) {
        keep(w, frames + (size_t)frame * (size_t)w->plan->dice);
        for (int i = 0; i < STEPS_A_FRAME; i++)
            bg_advance(w);
        for (int die = 0; die < w->plan->dice; die++) {
            vec at = w->dice[die].at;
            if (!(at.z > 0.1f && at.z < 6.0f && fabsf(at.x) < 20.0f && fabsf(at.y) < 20.0f))
                return 0;
        }
        w->rests = is_still(w) ? w->rests + 1 : 0;
        if (w->rests == 3) {
            w->missed = missed_by(w);
            return frame >= SHORTEST && lies_well(w) ? frame + 1 : 0;
        }
    }
    return 0;
}

static int fits(const bg_throw *p)
{
    int good = (p->dice == 1 || p->dice == BG_THROW_MOST_DICE) && p->blocks >= 0 && p->blocks <= BG_THROW_MOST_BLOCKS;
    const float lengths[] = {p->left, p->right, p->low, p->high, p->mouth[0], p->mouth[1], p->mouth[2]};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        good = good && is_within(lengths[i], -16.0f, 16.0f);
    good = good && p->left < p->right && p->low < p->high && is_within(p->least_y, -32.0f, 32.0f) &&
           is_within(p->most_y, -32.0f, 32.0f) && is_within(p->way[0], -64.0f, 64.0f) &&
           is_within(p->way[1], -64.0f, 64.0f);
    for (int32_t i = 0; good && i < p->blocks; i++)
        for (int j = 0; j < 3; j++)
            good = good && is_within(p->block[i][j], -16.0f, 16.0f);
    return good;
}

int32_t bg_throw_dice(const bg_throw *plan, uint32_t seed, int32_t tries, bg_die_frame *frames, int32_t most_frames,
                      int32_t *frame_count, bg_touch *touches, int32_t most_touches, int32_t *touch_count)
{
    if (!plan || !frames || !frame_count || !touches || !touch_count)
        return BG_NULL_POINTER;
    if (!fits(plan) || tries < 1 || tries > BG_THROW_MOST_TRIES || most_frames < 1 ||
        most_frames > BG_THROW_MOST_FRAMES || most_touches < 0 || most_touches > BG_THROW_MOST_TOUCHES)
        return BG_BAD_THROW;
    world w = {.plan = plan, .touches = touches, .most_touches = most_touches, .touch_count = touch_count};
    *frame_count = 0;
    for (int32_t i = 0; i < tries && !*frame_count; i++) {
        uint32_t number = seed * 4099u + (uint32_t)i;
        *frame_count = throw_once(&w, number, 0.0f, frames, most_frames);
        /* What ends beside the limits ends within them when the hand moves over: nothing else depends on y but what
         * lies there. */
        if (!*frame_count && w.missed != 0.0f && fabsf(w.missed) < MOST_SHIFT)
            *frame_count = throw_once(&w, number, w.missed, frames, most_frames);
    }
    return BG_OK;
}
