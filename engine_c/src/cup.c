/* The dice cup: a bowl of thick leather, sewn along its mouth, its foot and one side. */
#include "piece.h"

#define HALF_HEIGHT 0.95f
#define FOOT_RADIUS 0.72f
#define MOUTH_RADIUS 0.86f
#define WALL 0.11f
#define FLOOR 0.16f
#define ROUND 0.075f
#define SLOPE ((MOUTH_RADIUS - FOOT_RADIUS) / (2.0f * HALF_HEIGHT))
#define LIP 0.20f /* how far below the mouth the second layer of leather ends */
#define STITCHES 46.0f
#define GRAIN 21.0f

static inline float radius_at(float z)
{
    return FOOT_RADIUS + SLOPE * (z + HALF_HEIGHT);
}

static float profile(float away, float z)
{
    float side = away - radius_at(z);
    float lip = z > HALF_HEIGHT - LIP || z < LIP - HALF_HEIGHT ? 0.0f : -0.022f;
    float outside = rounded(side - lip + ROUND, fabsf(z) - HALF_HEIGHT + ROUND, ROUND);
    float hollow = side + WALL, above = FLOOR - HALF_HEIGHT - z;
    return 0.9f * cut(outside, -(hollow > above ? hollow : above), 0.06f);
}

static vec seen_from_die(const bg_in_cup *die, vec q)
{
    return turned_back(die->turn, vec_of(q.x - die->middle[0], q.y - die->middle[1], q.z - die->middle[2]));
}

static float cup_distance(const piece *p, vec q)
{
    float least = profile(length2(q.x, q.y), q.z);
    for (int32_t i = 0; i < p->inside_count; i++) {
        float away = bg_die_distance(seen_from_die(&p->inside[i], q));
        least = away < least ? away : least;
    }
    return least;
}

/* The die that is seen at a place of the cup, NULL where leather is. */
static const bg_in_cup *die_at(const piece *p, vec q)
{
    float least = profile(length2(q.x, q.y), q.z);
    const bg_in_cup *found = NULL;
    for (int32_t i = 0; i < p->inside_count; i++) {
        float away = bg_die_distance(seen_from_die(&p->inside[i], q));
        if (away < least)
            least = away, found = &p->inside[i];
    }
    return found;
}

/* What comes into the cup through its mouth: the lamp where no wall stands before it, and a share of the sky. */
static void light_inside(const piece *p, surface *on, vec q)
{
    float deep = positive(HALF_HEIGHT - q.z), wide = MOUTH_RADIUS - WALL;
    vec key = turned_back(p->turn, vec_of(KEY_X, KEY_Y, KEY_Z));
    float far = deep / (key.z > 0.05f ? key.z : 0.05f), past = length2(q.x + far * key.x, q.y + far * key.y) - wide;
    on->sun = key.z > 0.05f ? 1.0f - step_between(-0.16f, 0.10f, past) : 0.0f;
    on->open *= 0.40f + 0.60f * wide * wide / (wide * wide + deep * deep);
    on->coat *= 0.25f;
}

/* A die in the cup. */
static void dress_die(const piece *p, const bg_in_cup *die, surface *on, vec q, float footprint)
{
    vec place = on->place;
    piece inner = {.look = p->inside_look, .is_turned = 1};
    for (int i = 0; i < 9; i++)
        inner.turn[i] = p->turn[i / 3 * 3] * die->turn[i % 3] + p->turn[i / 3 * 3 + 1] * die->turn[i % 3 + 3] +
                        p->turn[i / 3 * 3 + 2] * die->turn[i % 3 + 6];
    on->place = turned(p->turn, vec_of(q.x - die->middle[0], q.y - die->middle[1], q.z - die->middle[2]));
    bg_die_dress(&inner, on, footprint);
    on->place = place;
    if (q.z < HALF_HEIGHT)
        light_inside(p, on, q);
    on->bounce = vec_of(0.20f, 0.12f, 0.07f);
}

/* How much of a thread lies here: dashes in a row, 0 to 1. along: in stitches; beside: units from the row. */
static float thread(float along, float beside, float footprint)
{
    float place = fabsf(along - (float)bg_floor(along) - 0.5f), soft = 0.5f * footprint + 0.004f;
    return (1.0f - step_between(0.30f, 0.36f, place)) *
           (1.0f - step_between(0.016f - soft, 0.016f + soft, fabsf(beside)));
}

static void cup_dress(const piece *p, surface *on, float footprint)
{
    const float small = 0.003f;
    vec q = turned_back(p->turn, on->place);
    const bg_in_cup *die = die_at(p, q);
    if (die) {
        dress_die(p, die, on, q, footprint);
        return;
    }
    float away = length2(q.x, q.y), z = q.z;
    float out = profile(away + small, z) - profile(away - small, z);
    float up = profile(away, z + small) - profile(away, z - small);
    vec normal = unit(vec_of(out * q.x / (away + 1e-6f), out * q.y / (away + 1e-6f), up));

    float fine = 1.0f - step_between(0.35f, 0.9f, GRAIN * footprint), pore = 0.5f;
    if (fine > 0.0f) {
        /* Two folded noises, one turned against the other, so that no cell of either is seen. */
        vec g = scaled(vec_of(0.8f * q.x - 0.6f * q.y, 0.6f * q.x + 0.8f * q.y, q.z), GRAIN);
        const float reach = 0.45f;
        float there[4];
        for (int i = 0; i < 4; i++) {
            vec o = vec_of(g.x + (i == 1) * reach, g.y + (i == 2) * reach, g.z + (i == 3) * reach);
            there[i] = 0.6f * bg_noise(o.x, o.y, o.z, 7u) +
                       0.4f * bg_noise(1.6f * o.y + 0.9f * o.z, 1.6f * o.z - 0.9f * o.x, 1.6f * o.x, 19u);
        }
        pore = mix(0.5f, there[0], fine);
        vec slope = vec_of(there[1] - there[0], there[2] - there[0], there[3] - there[0]);
        slope = vec_of(0.8f * slope.x + 0.6f * slope.y, 0.8f * slope.y - 0.6f * slope.x, slope.z);
        normal = unit(add(normal, scaled(slope, -0.34f * fine)));
    }
    bg_cover(on, &p->look->body, q, p->seed, footprint, 1.0f);
    float worn = bg_noise(q.x * 2.1f, q.y * 2.1f, q.z * 2.1f, 3u),
          rim = step_between(HALF_HEIGHT - 0.07f, HALF_HEIGHT, z);
    vec dark = dark_of(&p->look->body), light = light_of(&p->look->body);
    on->colour = mixed(dark, light, clamp(0.15f + 0.55f * worn + 0.75f * (pore - 0.5f) + 0.35f * rim, 0.0f, 1.1f));

    float angle = atan2f(q.y, q.x) * (STITCHES / 6.2831853f), side = away - radius_at(z);
    int is_inside = side < -0.5f * WALL;
    if (!is_inside && fabsf(z) < HALF_HEIGHT - 0.04f) {
        float row = thread(angle, fabsf(z) - (HALF_HEIGHT - LIP + 0.055f), footprint);
        float seam =
            fabsf(z) < HALF_HEIGHT - LIP ? thread(z * 9.0f, fabsf(q.x) - 0.05f, footprint) * (q.y < 0.0f) : 0.0f;
        float sewn = row > seam ? row : seam;
        if (sewn > 0.0f)
            bg_cover(on, &p->look->mark, q, p->seed, footprint, sewn);
        float edge = 1.0f - step_between(0.0f, 0.03f, fabsf(fabsf(z) - (HALF_HEIGHT - LIP)));
        float joint =
            fabsf(z) < HALF_HEIGHT - LIP && q.y < 0.0f ? 1.0f - step_between(0.006f, 0.02f, fabsf(q.x)) : 0.0f;
        on->colour = scaled(on->colour, (1.0f - 0.45f * edge) * (1.0f - 0.5f * joint));
    }
    on->normal = turned(p->turn, normal);
    on->within = 0.0f;
    on->bounce = vec_of(0.12f, 0.10f, 0.07f);
    on->open = mix(0.55f, 1.0f, positive(on->normal.z));
    if (is_inside || (z < HALF_HEIGHT - 0.06f && side < -0.3f * WALL)) {
        light_inside(p, on, q);
        on->bounce = vec_of(0.20f, 0.12f, 0.07f); /* leather lights leather */
    }
}

int32_t bg_picture_cup(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation,
                       const bg_piece_look *dice_look, const bg_in_cup *dice, int32_t count, uint8_t *pixels,
                       size_t size)
{
    if (!rotation || (count && (!dice_look || !dice)))
        return BG_NULL_POINTER;
    int32_t status = bg_piece_check(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (!bg_is_rotation(rotation) || count < 0 || count > BG_IN_CUP_MOST)
        return BG_BAD_PICTURE;
    for (int32_t i = 0; i < count; i++) {
        const float *m = dice[i].middle;
        if (!bg_is_rotation(dice[i].turn) || !is_within(m[0], -4.0f, 4.0f) || !is_within(m[1], -4.0f, 4.0f) ||
            !is_within(m[2], -4.0f, 4.0f))
            return BG_BAD_PICTURE;
    }
    if (count && bg_piece_check(sprite, dice_look, pixels, size) != BG_OK)
        return BG_BAD_PICTURE;
    piece p = {.look = look, .distance = cup_distance, .dress = cup_dress, .is_turned = 1, .is_hollow = 1};
    p.inside = dice, p.inside_count = count, p.inside_look = dice_look;
    p.half = vec_of(MOUTH_RADIUS, MOUTH_RADIUS, HALF_HEIGHT);
    for (int i = 0; i < 9; i++)
        p.turn[i] = rotation[i];
    return bg_piece_draw(&p, sprite, pixels);
}
