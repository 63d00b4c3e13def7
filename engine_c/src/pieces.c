/* Checkers, dice and the cube as small pictures with alpha.
 */
#include "piece.h"

#define CHECKER_RADIUS 0.455f
#define CHECKER_HEIGHT 0.27f
#define CHECKER_EDGE 0.098f
#define GROOVE_RADIUS 0.300f
#define GROOVE_TUBE 0.030f
#define DISH_RADIUS 0.790f
#define DISH_ABOVE 0.742f
#define DIE_HALF 0.335f
#define DIE_EDGE 0.085f
#define PIP_RADIUS 0.072f
#define PIP_AWAY 0.168f
#define CUBE_HALF 0.46f
#define CUBE_EDGE 0.10f
#define FIGURE_HALF 0.36f
#define TRIM_SOFT 0.03f

static float checker_profile(float away, float z)
{
    const float half = CHECKER_HEIGHT * 0.5f;
    float body = rounded(away - CHECKER_RADIUS + CHECKER_EDGE, fabsf(z - half) - half + CHECKER_EDGE, CHECKER_EDGE);
    float groove = length2(away - GROOVE_RADIUS, z - CHECKER_HEIGHT) - GROOVE_TUBE;
    float dish = length2(away, z - CHECKER_HEIGHT - DISH_ABOVE) - DISH_RADIUS;
    return cut(cut(body, -groove, 0.014f), -dish, 0.018f);
}

static float checker_distance(const piece *p, vec place)
{
    (void)p;
    return checker_profile(length2(place.x, place.y), place.z + 0.5f * CHECKER_HEIGHT);
}

static void checker_dress(const piece *p, surface *on, float footprint)
{
    const float small = 0.002f;
    vec q = on->place;
    if (p->is_turned)
        q = turned_back(p->turn, vec_of(q.x, q.y, q.z - p->middle)), q.z += p->middle;
    float away = length2(q.x, q.y), z = q.z;
    float out = checker_profile(away + small, z) - checker_profile(away - small, z);
    float up = checker_profile(away, z + small) - checker_profile(away, z - small);
    on->normal = unit(vec_of(out * q.x / (away + 1e-6f), out * q.y / (away + 1e-6f), up));

    vec grain = vec_of(2.1f * (p->cosine * q.x - p->sine * q.y), 2.1f * (p->sine * q.x + p->cosine * q.y), 2.1f * z);
    const bg_material *body = &p->look->body, *mark = &p->look->mark;
    bg_cover(on, body, grain, p->seed * 8u + 3u, footprint * 2.1f, 1.0f);
    on->within = light_within(vec_of(q.x, q.y, 0.6f * z), CHECKER_RADIUS);
    float upper = step_between(CHECKER_HEIGHT - 0.10f, CHECKER_HEIGHT - 0.05f, z);
    float ring = upper * (1.0f - step_between(GROOVE_TUBE * 0.75f, GROOVE_TUBE * 0.75f + 0.5f * footprint + 0.004f,
                                              fabsf(away - GROOVE_RADIUS)));
    float rim = upper * p->look->rim *
                (1.0f - step_between(0.020f, 0.024f + 0.5f * footprint, fabsf(away - (CHECKER_RADIUS - 0.040f))));
    float marked = ring > rim ? ring : rim;
    if (marked > 0.0f)
        bg_cover(on, mark, grain, p->seed, footprint, marked);
    float groove = upper * (1.0f - step_between(0.4f * GROOVE_TUBE, 1.5f * GROOVE_TUBE, fabsf(away - GROOVE_RADIUS)));
    on->open = (1.0f - 0.35f * groove) * mix(step_between(-0.16f, 0.20f, z), 1.0f, positive(on->normal.z));
    on->sun = 1.0f - 0.25f * groove;
    on->bounce = vec_of(0.11f, 0.09f, 0.07f);
    if (p->is_turned)
        on->normal = turned(p->turn, on->normal);
}

/* Where the pips of a face lie, in steps from its middle. */
static const int8_t pips[7][6][2] = {
    {{0}},
    {{0, 0}},
    {{-1, -1}, {1, 1}},
    {{0, 0}, {-1, -1}, {1, 1}},
    {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}},
    {{0, 0}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}},
    {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, 0}, {1, 0}},
};

/* How far the middle of the nearest pip of the nearest face is, and the way to it along that face. */
static float to_pip(vec q, vec *to)
{
    float x = fabsf(q.x), y = fabsf(q.y), z = fabsf(q.z);
    int axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    float u = axis == 0 ? q.y : q.x, v = axis == 2 ? q.y : q.z;
    int face = axis == 2 ? (q.z > 0.0f ? 1 : 6) : axis == 1 ? (q.y < 0.0f ? 2 : 5) : (q.x > 0.0f ? 3 : 4);
    float least = 9.0f, right = 0.0f, up = 0.0f;
    for (int i = 0; i < face; i++) {
        float across = u - PIP_AWAY * (float)pips[face][i][0], down = v - PIP_AWAY * (float)pips[face][i][1];
        float away = across * across + down * down;
        if (away < least)
            least = away, right = -across, up = -down;
    }
    *to = axis == 0 ? vec_of(0.0f, right, up) : axis == 1 ? vec_of(right, 0.0f, up) : vec_of(right, up, 0.0f);
    return sqrtf(least);
}

static float box_distance(vec q, float half, float edge)
{
    float x = fabsf(q.x) - half + edge, y = fabsf(q.y) - half + edge, z = fabsf(q.z) - half + edge;
    if (x <= 0.0f && y <= 0.0f && z <= 0.0f)
        return (x > y ? (x > z ? x : z) : (y > z ? y : z)) - edge;
    x = positive(x), y = positive(y), z = positive(z);
    return sqrtf(x * x + y * y + z * z) - edge;
}

static inline float beyond(float x, float limit)
{
    return x > limit ? x - limit : x < -limit ? x + limit : 0.0f;
}

/* A box with rounded edges, its corners cut by a ball as those of dice are. */
static inline float trimmed_box(vec q, float half, float edge, float ball)
{
    return cut(box_distance(q, half, edge), sqrtf(dot(q, q)) - ball, TRIM_SOFT);
}

static vec trimmed_box_normal(vec q, float half, float edge, float ball)
{
    float box = box_distance(q, half, edge), away = sqrtf(dot(q, q)), round = away - ball, limit = half - edge;
    vec flat = unit(vec_of(beyond(q.x, limit), beyond(q.y, limit), beyond(q.z, limit)));
    float share = positive(TRIM_SOFT - fabsf(box - round)) / TRIM_SOFT * 0.5f;
    return unit(mixed(flat, scaled(q, 1.0f / (away + 1e-6f)), box > round ? share : 1.0f - share));
}

float bg_die_distance(vec place)
{
    return trimmed_box(place, DIE_HALF, DIE_EDGE, 1.5f * DIE_HALF);
}

static float die_distance(const piece *p, vec place)
{
    (void)p;
    return bg_die_distance(place);
}

void bg_die_dress(const piece *p, surface *on, float footprint)
{
    vec q = turned_back(p->turn, on->place), normal = trimmed_box_normal(q, DIE_HALF, DIE_EDGE, 1.5f * DIE_HALF), to;
    const bg_material *body = &p->look->body, *mark = &p->look->mark;
    bg_cover(on, body, scaled(q, 1.6f), p->seed * 8u + 5u, footprint * 1.6f, 1.0f);
    on->within = light_within(on->place, DIE_HALF);
    float away = to_pip(q, &to), soft = 0.5f * footprint + 0.004f;
    float hollow = 1.0f - step_between(PIP_RADIUS - soft, PIP_RADIUS + soft, away);
    if (hollow > 0.0f) {
        /* The wall of a hollow leans towards its middle. */
        float lean = clamp(away / PIP_RADIUS, 0.0f, 1.0f);
        normal = unit(add(normal, scaled(to, hollow * 1.5f * lean / (away + 1e-4f))));
        float pip = 1.0f - step_between(PIP_RADIUS - 0.010f - soft, PIP_RADIUS - 0.006f + soft, away);
        bg_cover(on, mark, q, p->seed, footprint, pip);
    }
    on->normal = turned(p->turn, normal);
    float low = step_between(-1.6f * DIE_HALF, 0.4f * DIE_HALF, on->place.z);
    on->open = mix(0.35f + 0.65f * low, 1.0f, positive(on->normal.z)) * (1.0f - 0.4f * hollow);
    on->bounce = vec_of(0.14f, 0.13f, 0.11f);
}

static float cube_distance(const piece *p, vec place)
{
    (void)p;
    return trimmed_box(place, CUBE_HALF, CUBE_EDGE, 1.58f * CUBE_HALF);
}

/* How deeply a face is engraved at a place of it, 0 to 1. */
static float engraved(const piece *p, const uint8_t *figure, float x, float y)
{
    float wide = (float)p->figure_width;
    float u = (x / FIGURE_HALF * 0.5f + 0.5f) * wide - 0.5f, v = (0.5f - y / FIGURE_HALF * 0.5f) * wide - 0.5f;
    if (!(u > -1.0f && v > -1.0f && u < wide && v < wide))
        return 0.0f;
    int32_t left = (int32_t)(u + 1.0f) - 1, top = (int32_t)(v + 1.0f) - 1;
    float sum = 0.0f;
    for (int32_t i = 0; i < 4; i++) {
        int32_t column = left + (i & 1), row = top + (i >> 1);
        if (column < 0 || row < 0 || column >= p->figure_width || row >= p->figure_width)
            continue;
        float across = i & 1 ? u - (float)left : 1.0f - u + (float)left;
        float down = i >> 1 ? v - (float)top : 1.0f - v + (float)top;
        sum += across * down * (float)figure[(size_t)row * (size_t)p->figure_width + (size_t)column];
    }
    return sum / 255.0f;
}

static void cube_dress(const piece *p, surface *on, float footprint)
{
    vec there = vec_of(on->place.x, on->place.y, on->place.z - CUBE_HALF);
    vec q = p->is_turned ? turned_back(p->turn, there) : there;
    vec normal = trimmed_box_normal(q, CUBE_HALF, CUBE_EDGE, 1.58f * CUBE_HALF);
    const bg_material *body = &p->look->body, *mark = &p->look->mark;
    bg_cover(on, body, vec_of(q.x, q.z + CUBE_HALF, q.y), p->seed + 6u, footprint, 1.0f);
    on->within = light_within(there, CUBE_HALF);
    float low = step_between(-0.2f, 0.8f * CUBE_HALF, on->place.z);
    on->bounce = vec_of(0.10f, 0.09f, 0.07f);
    int is_upper = normal.z >= 0.8f;
    const uint8_t *figure = is_upper ? p->figure : normal.y >= 0.8f ? p->side_figure : NULL;
    if (figure) {
        /* The face behind comes up when the cube is turned towards the player: its number stands on the upper edge. */
        float x = q.x, y = is_upper ? q.y : -q.z, reach = 0.012f;
        float depth = engraved(p, figure, x, y);
        if (depth > 0.0f) {
            float right = engraved(p, figure, x + reach, y) - engraved(p, figure, x - reach, y);
            float up = engraved(p, figure, x, y + reach) - engraved(p, figure, x, y - reach);
            vec rise = is_upper ? vec_of(right, up, 0.0f) : vec_of(right, 0.0f, -up);
            normal = unit(add(normal, scaled(rise, 0.35f)));
            bg_cover(on, mark, vec_of(q.x, q.y, q.z + CUBE_HALF), p->seed, footprint, depth);
        }
    }
    on->normal = p->is_turned ? turned(p->turn, normal) : normal;
    on->open = mix(0.35f + 0.65f * low, 1.0f, positive(on->normal.z));
}

int32_t bg_picture_checker(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                           uint8_t *pixels, size_t size)
{
    int32_t status = bg_piece_check(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (rotation && !bg_is_rotation(rotation))
        return BG_BAD_PICTURE;
    float turn = (float)(seed * 2654435761u >> 16) * (6.2831853f / 65536.0f);
    piece p = {.look = look, .distance = checker_distance, .dress = checker_dress, .seed = seed};
    p.middle = 0.5f * CHECKER_HEIGHT;
    p.half = vec_of(CHECKER_RADIUS, CHECKER_RADIUS, 0.5f * CHECKER_HEIGHT);
    p.dent = DISH_RADIUS - DISH_ABOVE;
    p.sine = sinf(turn), p.cosine = cosf(turn);
    p.is_turned = rotation != NULL;
    for (int i = 0; rotation && i < 9; i++)
        p.turn[i] = rotation[i];
    return bg_piece_draw(&p, sprite, pixels);
}

int32_t bg_picture_die(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                       uint8_t *pixels, size_t size)
{
    if (!rotation)
        return BG_NULL_POINTER;
    int32_t status = bg_piece_check(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (!bg_is_rotation(rotation))
        return BG_BAD_PICTURE;
    piece p = {.look = look, .distance = die_distance, .dress = bg_die_dress, .seed = seed, .is_turned = 1};
    p.half = vec_of(DIE_HALF, DIE_HALF, DIE_HALF);
    for (int i = 0; i < 9; i++)
        p.turn[i] = rotation[i];
    return bg_piece_draw(&p, sprite, pixels);
}

int32_t bg_picture_cube(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation,
                        const uint8_t *figure, const uint8_t *side_figure, int32_t figure_width, uint8_t *pixels,
                        size_t size)
{
    if (!figure)
        return BG_NULL_POINTER;
    int32_t status = bg_piece_check(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (figure_width < 1 || figure_width > BG_FIGURE_MOST_WIDTH || (rotation && !bg_is_rotation(rotation)))
        return BG_BAD_PICTURE;
    piece p = {.look = look, .distance = cube_distance, .dress = cube_dress, .figure = figure};
    p.middle = CUBE_HALF;
    p.half = vec_of(CUBE_HALF, CUBE_HALF, CUBE_HALF);
    p.figure_width = figure_width, p.side_figure = side_figure;
    p.is_turned = rotation != NULL;
    for (int i = 0; rotation && i < 9; i++)
        p.turn[i] = rotation[i];
    return bg_piece_draw(&p, sprite, pixels);
}
