/* How dice move: gravity, bounces, friction, rolling.
 *
 * A die is a cube of balls: the inner cube's corners, middles of edges and of faces, each with the radius of the
 * rounded edge. Whatever touches gives a contact; contacts are solved by impulses one after the other, several times a
 * step (sequential impulses, E. Catto, "Iterative Dynamics with Temporal Coherence", 2005). The inertia of a cube is
 * the same about every axis, mass x edge^2 / 6, so a body needs no tensor. */
#include "bodies.h"

#define EDGE 0.085f
#define INNER (DIE_HALF - EDGE)
#define RIM 0.5f
#define CHECKER_HEIGHT 0.27f
#define STEP (1.0f / (float)(BG_THROW_FRAMES_A_SECOND * STEPS_A_FRAME))
#define ROUNDS 4
#define BALLS 26
#define CORNERS 8
#define QUIET 1.1f /* a slower touch does not bounce */
#define HEARD 0.8f /* a slower touch makes no sound */
#define SOUNDS_APART 0.03f
#define SLOP 0.002f

typedef struct {
    float bounce, friction;
} ground;

static const ground grounds[] = {
    [BG_ON_FELT] = {0.34f, 0.42f},
    [BG_ON_WOOD] = {0.46f, 0.22f},
    [BG_ON_CHECKER] = {0.40f, 0.24f},
    [BG_ON_DIE] = {0.50f, 0.18f},
};

static inline vec cross(vec a, vec b)
{
    return vec_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

void bg_take_axes(body *b)
{
    float length =
        sqrtf(b->turn[0] * b->turn[0] + b->turn[1] * b->turn[1] + b->turn[2] * b->turn[2] + b->turn[3] * b->turn[3]);
    for (int i = 0; i < 4; i++)
        b->turn[i] /= length;
    float w = b->turn[0], x = b->turn[1], y = b->turn[2], z = b->turn[3];
    b->axis[0] = vec_of(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    b->axis[1] = vec_of(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
    b->axis[2] = vec_of(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
}

/* Turns a body by a small rotation vector. */
static void turn_by(body *b, vec r)
{
    const float *q = b->turn;
    float w = -0.5f * (r.x * q[1] + r.y * q[2] + r.z * q[3]);
    float x = 0.5f * (r.x * q[0] + r.y * q[3] - r.z * q[2]);
    float y = 0.5f * (r.y * q[0] + r.z * q[1] - r.x * q[3]);
    float z = 0.5f * (r.z * q[0] + r.x * q[2] - r.y * q[1]);
    b->turn[0] += w, b->turn[1] += x, b->turn[2] += y, b->turn[3] += z;
    bg_take_axes(b);
}

static inline vec to_world(const body *b, vec q)
{
    return add(add(scaled(b->axis[0], q.x), scaled(b->axis[1], q.y)), scaled(b->axis[2], q.z));
}

static inline vec to_body(const body *b, vec q)
{
    return vec_of(dot(b->axis[0], q), dot(b->axis[1], q), dot(b->axis[2], q));
}

/* The middles of a die's balls from its own: corners first. */
static vec ball(int number)
{
    static const int8_t places[BALLS][3] = {
        {-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1},  {-1, 1, 1},
        {1, 1, 1},    {0, -1, -1}, {0, 1, -1},  {0, -1, 1}, {0, 1, 1},   {-1, 0, -1}, {1, 0, -1},
        {-1, 0, 1},   {1, 0, 1},   {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},  {1, 1, 0},   {-1, 0, 0},
        {1, 0, 0},    {0, -1, 0},  {0, 1, 0},   {0, 0, -1}, {0, 0, 1},
    };
    return vec_of(INNER * places[number][0], INNER * places[number][1], INNER * places[number][2]);
}

static vec speed_at(const body *b, vec arm)
{
    return add(b->speed, cross(b->spin, arm));
}

static vec nearing(const world *w, const contact *c)
{
    vec speed = speed_at(&w->dice[c->die], c->arm);
    if (c->other >= 0)
        speed = add(speed, scaled(speed_at(&w->dice[c->other], c->other_arm), -1.0f));
    return speed;
}

static void hear(world *w, int die, int kind, float speed)
{
    if (speed < HEARD || w->now - w->heard[die][kind] < SOUNDS_APART || *w->touch_count >= w->most_touches)
        return;
    w->heard[die][kind] = w->now;
    w->touches[(*w->touch_count)++] = (bg_touch){w->now, speed, die, kind};
}

static void touch(world *w, int die, int other, vec place, vec normal, float depth, int kind)
{
    if (w->count == MOST_CONTACTS)
        return;
    contact *c = &w->contacts[w->count++];
    *c = (contact){.die = die, .other = other, .normal = normal, .depth = depth};
    c->arm = add(place, scaled(w->dice[die].at, -1.0f));
    if (other >= 0)
        c->other_arm = add(place, scaled(w->dice[other].at, -1.0f));
    c->friction = grounds[kind].friction;
    float speed = -dot(nearing(w, c), normal);
    c->bounce = speed > QUIET ? grounds[kind].bounce * speed : 0.0f;
    hear(w, die, kind, speed);
}

/* Floor, walls and the top of the rim around the field. */
static void touch_field(world *w, int die, vec at, int is_at_wall)
{
    const bg_throw *p = w->plan;
    if (at.z < EDGE)
        touch(w, die, -1, vec_of(at.x, at.y, at.z - EDGE), vec_of(0, 0, 1), EDGE - at.z, BG_ON_FELT);
    if (!is_at_wall)
        return;
    const float beyond[] = {p->left - at.x, at.x - p->right, p->low - at.y, at.y - p->high};
    const vec inwards[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    for (int i = 0; i < 4; i++) {
        float side = beyond[i] + EDGE, top = RIM + EDGE - at.z;
        if (side <= 0.0f || top <= 0.0f)
            continue;
        if (side < top)
            touch(w, die, -1, add(at, scaled(inwards[i], -EDGE)), inwards[i], side, BG_ON_WOOD);
        else
            touch(w, die, -1, vec_of(at.x, at.y, at.z - EDGE), vec_of(0, 0, 1), top, BG_ON_WOOD);
    }
}

/* An upright checker: a short cylinder. */
static void touch_block(world *w, int die, vec at, const float *block)
{
    float x = at.x - block[0], y = at.y - block[1], away = length2(x, y);
    float side = away - CHECKER_RADIUS, up = fabsf(at.z - block[2] - 0.5f * CHECKER_HEIGHT) - 0.5f * CHECKER_HEIGHT;
    if (side >= EDGE || up >= EDGE)
        return;
    vec out = away > 1e-5f ? vec_of(x / away, y / away, 0) : vec_of(1, 0, 0);
    vec above = vec_of(0, 0, at.z > block[2] + 0.5f * CHECKER_HEIGHT ? 1.0f : -1.0f), normal;
    float distance;
    if (side > 0.0f && up > 0.0f) {
        distance = length2(side, up);
        normal = add(scaled(out, side / distance), scaled(above, up / distance));
    } else {
        distance = side > up ? side : up;
        normal = side > up ? out : above;
    }
    if (distance < EDGE)
        touch(w, die, -1, add(at, scaled(normal, -EDGE)), normal, EDGE - distance, BG_ON_CHECKER);
}

/* A ball of one die against the whole of the other. */
static void touch_die(world *w, int die, int other, vec at)
{
    const body *b = &w->dice[other];
    vec q = to_body(b, add(at, scaled(b->at, -1.0f)));
    vec near = vec_of(clamp(q.x, -INNER, INNER), clamp(q.y, -INNER, INNER), clamp(q.z, -INNER, INNER));
    vec out = add(q, scaled(near, -1.0f));
    float away = sqrtf(dot(out, out)), x = fabsf(q.x), y = fabsf(q.y), z = fabsf(q.z);
    if (away >= 2.0f * EDGE)
        return;
    if (away > 1e-4f)
        out = scaled(out, 1.0f / away);
    else if (x >= y && x >= z) /* deep inside: out by the nearest face */
        out = vec_of(q.x > 0 ? 1.0f : -1.0f, 0, 0), away = x - INNER;
    else if (y >= z)
        out = vec_of(0, q.y > 0 ? 1.0f : -1.0f, 0), away = y - INNER;
    else
        out = vec_of(0, 0, q.z > 0 ? 1.0f : -1.0f), away = z - INNER;
    vec normal = to_world(b, out);
    touch(w, die, other, add(at, scaled(normal, -EDGE)), normal, 2.0f * EDGE - away, BG_ON_DIE);
}

static void find_contacts(world *w)
{
    const bg_throw *p = w->plan;
    w->count = 0;
    for (int die = 0; die < p->dice; die++) {
        const body *b = &w->dice[die];
        const float far = 0.6f;
        int is_at_wall =
            b->at.x < p->left + far || b->at.x > p->right - far || b->at.y < p->low + far || b->at.y > p->high - far;
        for (int i = 0; i < CORNERS; i++)
            touch_field(w, die, add(b->at, to_world(b, ball(i))), is_at_wall);
        for (int32_t j = 0; j < p->blocks; j++) {
            float x = b->at.x - p->block[j][0], y = b->at.y - p->block[j][1];
            if (x * x + y * y > 1.1f || b->at.z - p->block[j][2] > 0.9f)
                continue;
            for (int i = 0; i < BALLS; i++)
                touch_block(w, die, add(b->at, to_world(b, ball(i))), p->block[j]);
        }
        const body *o = &w->dice[1 - die];
        vec apart = add(b->at, scaled(o->at, -1.0f));
        if (p->dice == 2 && dot(apart, apart) < 1.45f)
            for (int i = 0; i < BALLS; i++)
                touch_die(w, die, 1 - die, add(b->at, to_world(b, ball(i))));
    }
}

static void push(world *w, const contact *c, vec impulse)
{
    body *b = &w->dice[c->die];
    b->speed = add(b->speed, impulse);
    b->spin = add(b->spin, scaled(cross(c->arm, impulse), 1.0f / INERTIA));
    if (c->other < 0)
        return;
    body *o = &w->dice[c->other];
    o->speed = add(o->speed, scaled(impulse, -1.0f));
    o->spin = add(o->spin, scaled(cross(c->other_arm, impulse), -1.0f / INERTIA));
}

/* How easily what touches there is moved in a direction: the inverse of its mass. */
static float ease(const contact *c, vec direction)
{
    vec lever = cross(c->arm, direction);
    float sum = 1.0f + dot(lever, lever) / INERTIA;
    if (c->other >= 0) {
        lever = cross(c->other_arm, direction);
        sum += 1.0f + dot(lever, lever) / INERTIA;
    }
    return sum;
}

static void solve(world *w, contact *c)
{
    float wanted = (c->bounce - dot(nearing(w, c), c->normal)) / ease(c, c->normal);
    float along = positive(c->along + wanted);
    push(w, c, scaled(c->normal, along - c->along));
    c->along = along;
    vec slide = nearing(w, c);
    slide = add(slide, scaled(c->normal, -dot(slide, c->normal)));
    float speed = sqrtf(dot(slide, slide));
    if (speed < 1e-5f)
        return;
    vec direction = scaled(slide, 1.0f / speed);
    vec across = add(c->across, scaled(direction, -speed / ease(c, direction)));
    float length = sqrtf(dot(across, across)), most = c->friction * c->along;
    if (length > most)
        across = scaled(across, most / length);
    push(w, c, add(across, scaled(c->across, -1.0f)));
    c->across = across;
}

/* Moves apart what has sunk into each other. */
static void part(world *w, const contact *c)
{
    if (c->depth <= SLOP)
        return;
    float by = 0.15f * (c->depth - SLOP) / ease(c, c->normal);
    vec shift = scaled(c->normal, by);
    body *b = &w->dice[c->die];
    b->at = add(b->at, shift);
    turn_by(b, scaled(cross(c->arm, shift), 1.0f / INERTIA));
    if (c->other >= 0) {
        body *o = &w->dice[c->other];
        o->at = add(o->at, scaled(shift, -1.0f));
        turn_by(o, scaled(cross(c->other_arm, shift), -1.0f / INERTIA));
    }
}

/* The felt gives way a little: what rolls on it slows down, and what lies on a face comes to rest. */
static void sink_in(world *w)
{
    for (int die = 0; die < w->plan->dice; die++) {
        int corners = 0;
        for (int i = 0; i < w->count; i++)
            corners += w->contacts[i].die == die && w->contacts[i].other < 0 && w->contacts[i].normal.z > 0.99f;
        body *b = &w->dice[die];
        float slow = corners >= 3 ? 14.0f : corners ? 1.6f : 0.0f;
        b->spin = scaled(b->spin, 1.0f - slow * STEP);
        b->speed = scaled(b->speed, 1.0f - 0.5f * slow * STEP);
    }
}

void bg_advance(world *w)
{
    for (int die = 0; die < w->plan->dice; die++)
        w->dice[die].speed.z -= GRAVITY * STEP;
    find_contacts(w);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < w->count; i++)
            solve(w, &w->contacts[i]);
    sink_in(w);
    for (int die = 0; die < w->plan->dice; die++) {
        body *b = &w->dice[die];
        b->at = add(b->at, scaled(b->speed, STEP));
        turn_by(b, scaled(b->spin, STEP));
    }
    for (int i = 0; i < w->count; i++)
        part(w, &w->contacts[i]);
    w->now += STEP;
}
