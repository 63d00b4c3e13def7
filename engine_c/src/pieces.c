/* Checkers, dice and the cube as small pictures with alpha.
 *
 * Each piece is a shape (the distance to it), followed by rays that all run the same way: seen from far enough, a piece
 * looks the same wherever it lies. */
#include "light.h"
#include <string.h>

#define CHECKER_RADIUS 0.455f
#define CHECKER_HEIGHT 0.27f
#define CHECKER_EDGE 0.085f
#define GROOVE_RADIUS 0.300f
#define GROOVE_TUBE 0.030f
#define DISH_RADIUS 1.212f
#define DISH_ABOVE 1.18f
#define DIE_HALF 0.335f
#define DIE_EDGE 0.085f
#define PIP_RADIUS 0.072f
#define PIP_AWAY 0.168f
#define CUBE_HALF 0.46f
#define CUBE_EDGE 0.10f
#define FIGURE_HALF 0.36f
#define TRIM_SOFT 0.03f

typedef struct piece piece;
struct piece {
    const bg_piece_look *look;
    float (*distance)(vec place); /* seen from its middle, in its own turn */
    void (*dress)(const piece *p, surface *on, float footprint);
    vec half;     /* of a box around it */
    float middle; /* how high the middle of that box is */
    uint32_t seed;
    int is_turned;
    float turn[9];      /* the rows of its rotation about the middle, if it is turned */
    float sine, cosine; /* the direction of its grain */
    uint8_t beside[4];  /* what smooth scaling mixes into its outline */
    const uint8_t *figure;
    int32_t figure_width;
};

/* The larger of two distances, joined softly. */
static inline float cut(float a, float b, float soft)
{
    float h = positive(soft - fabsf(a - b)) / soft;
    return (a > b ? a : b) + h * h * soft * 0.25f;
}

static inline float rounded(float across, float up, float edge)
{
    float outside = across > 0.0f && up > 0.0f ? length2(across, up) : across > up ? across : up;
    return outside - edge;
}

/* Light that entered a piece on the side of the lamp gathers at the other: how much of it is there, 0 to 1. */
static float light_within(vec place, float half)
{
    float far = -(KEY_X * place.x + KEY_Y * place.y + 0.5f * KEY_Z * place.z) / half;
    return 0.16f + 0.84f * step_between(-0.9f, 1.0f, far);
}

static float checker_profile(float away, float z)
{
    const float half = CHECKER_HEIGHT * 0.5f;
    float body = rounded(away - CHECKER_RADIUS + CHECKER_EDGE, fabsf(z - half) - half + CHECKER_EDGE, CHECKER_EDGE);
    float groove = length2(away - GROOVE_RADIUS, z - CHECKER_HEIGHT) - GROOVE_TUBE;
    float dish = length2(away, z - CHECKER_HEIGHT - DISH_ABOVE) - DISH_RADIUS;
    return cut(cut(body, -groove, 0.014f), -dish, 0.018f);
}

static float checker_distance(vec place)
{
    return checker_profile(length2(place.x, place.y), place.z + 0.5f * CHECKER_HEIGHT);
}

static void checker_dress(const piece *p, surface *on, float footprint)
{
    const float small = 0.002f;
    float away = length2(on->place.x, on->place.y), z = on->place.z;
    float out = checker_profile(away + small, z) - checker_profile(away - small, z);
    float up = checker_profile(away, z + small) - checker_profile(away, z - small);
    on->normal = unit(vec_of(out * on->place.x / (away + 1e-6f), out * on->place.y / (away + 1e-6f), up));

    vec grain = vec_of(2.1f * (p->cosine * on->place.x - p->sine * on->place.y),
                       2.1f * (p->sine * on->place.x + p->cosine * on->place.y), 2.1f * z);
    const bg_material *body = &p->look->body, *mark = &p->look->mark;
    bg_cover(on, body, grain, p->seed * 8u + 3u, footprint * 2.1f, 1.0f);
    on->within = light_within(vec_of(on->place.x, on->place.y, 0.6f * z), CHECKER_RADIUS);
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

static inline vec turned_back(const float *m, vec a)
{
    return vec_of(m[0] * a.x + m[3] * a.y + m[6] * a.z, m[1] * a.x + m[4] * a.y + m[7] * a.z,
                  m[2] * a.x + m[5] * a.y + m[8] * a.z);
}

static inline vec turned(const float *m, vec a)
{
    return vec_of(m[0] * a.x + m[1] * a.y + m[2] * a.z, m[3] * a.x + m[4] * a.y + m[5] * a.z,
                  m[6] * a.x + m[7] * a.y + m[8] * a.z);
}

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

static float die_distance(vec place)
{
    return trimmed_box(place, DIE_HALF, DIE_EDGE, 1.5f * DIE_HALF);
}

static void die_dress(const piece *p, surface *on, float footprint)
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

static float cube_distance(vec place)
{
    return trimmed_box(place, CUBE_HALF, CUBE_EDGE, 1.58f * CUBE_HALF);
}

/* How deeply the upper face is engraved at a place, 0 to 1. */
static float engraved(const piece *p, float x, float y)
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
        sum += across * down * (float)p->figure[(size_t)row * (size_t)p->figure_width + (size_t)column];
    }
    return sum / 255.0f;
}

static void cube_dress(const piece *p, surface *on, float footprint)
{
    vec q = on->place;
    on->normal = trimmed_box_normal(vec_of(q.x, q.y, q.z - CUBE_HALF), CUBE_HALF, CUBE_EDGE, 1.58f * CUBE_HALF);
    const bg_material *body = &p->look->body, *mark = &p->look->mark;
    bg_cover(on, body, vec_of(q.x, q.z, q.y), p->seed + 6u, footprint, 1.0f);
    on->within = light_within(vec_of(q.x, q.y, q.z - CUBE_HALF), CUBE_HALF);
    float low = step_between(-0.2f, 0.8f * CUBE_HALF, q.z);
    on->open = mix(0.35f + 0.65f * low, 1.0f, positive(on->normal.z));
    on->bounce = vec_of(0.10f, 0.09f, 0.07f);
    if (on->normal.z < 0.8f)
        return;
    float depth = engraved(p, q.x, q.y), reach = 0.012f;
    if (depth <= 0.0f)
        return;
    float right = engraved(p, q.x + reach, q.y) - engraved(p, q.x - reach, q.y);
    float up = engraved(p, q.x, q.y + reach) - engraved(p, q.x, q.y - reach);
    on->normal = unit(add(on->normal, vec_of(0.35f * right, 0.35f * up, 0.0f)));
    bg_cover(on, mark, q, p->seed, footprint, depth);
}

/* The part of a ray, from `first` to `last`, that runs through a box around the origin. */
static int through_box(vec from, vec ray, vec half, float *first, float *last)
{
    const float start[] = {from.x, from.y, from.z}, way[] = {ray.x, ray.y, ray.z}, size[] = {half.x, half.y, half.z};
    *first = -1e9f, *last = 1e9f;
    for (int i = 0; i < 3; i++) {
        if (fabsf(way[i]) < 1e-6f) {
            if (fabsf(start[i]) > size[i])
                return 0;
            continue;
        }
        float one = (-size[i] - start[i]) / way[i], other = (size[i] - start[i]) / way[i];
        float near = one < other ? one : other, far = one < other ? other : one;
        *first = near > *first ? near : *first;
        *last = far < *last ? far : *last;
    }
    return *first < *last;
}

/* One ray: how much of the sample the piece fills, and the light that comes from it. */
static float seen_through(const piece *p, vec from, vec ray, float footprint, vec *light)
{
    const vec spare = {footprint, footprint, footprint};
    vec start = vec_of(from.x, from.y, from.z - p->middle), way = ray;
    if (p->is_turned)
        start = turned_back(p->turn, start), way = turned_back(p->turn, way);
    float t, end, best = 9.0f, where = 0.0f;
    if (!through_box(start, way, add(p->half, spare), &t, &end))
        return 0.0f;
    for (int i = 0; i < 48 && t < end; i++) {
        float away = p->distance(add(start, scaled(way, t)));
        if (away < best)
            best = away, where = t;
        else if (away > best + footprint) /* what is left behind does not come back: pieces have no arms */
            break;
        if (away < 0.0006f)
            break;
        t += away;
    }
    float share = 1.0f - positive(best - 0.0006f) / footprint;
    if (share <= 0.0f)
        return 0.0f;
    surface on = {.place = add(from, scaled(ray, where)), .view = scaled(ray, -1.0f)};
    on.sun = on.open = 1.0f;
    on.bright = 0.95f;
    p->dress(p, &on, footprint);
    *light = bg_lit(&on);
    return share;
}

static int32_t check_piece(const bg_sprite *sprite, const bg_piece_look *look, const uint8_t *pixels, size_t size)
{
    if (!sprite || !look || !pixels)
        return BG_NULL_POINTER;
    if (bg_check_material(&look->body) != BG_OK || bg_check_material(&look->mark) != BG_OK ||
        !is_within(look->rim, 0.0f, 1.0f))
        return BG_BAD_PICTURE;
    return bg_check_sprite(sprite, size);
}

static void draw_pixel(const piece *p, const bg_sprite *s, int32_t x, int32_t y, float sine, float cosine,
                       uint8_t *pixel)
{
    float step = 1.0f / (float)s->samples, footprint = step / s->scale, whole = 0.0f;
    vec sum = {0.0f, 0.0f, 0.0f}, ray = {0.0f, sine, -cosine};
    for (int32_t i = 0; i < s->samples; i++)
        for (int32_t j = 0; j < s->samples; j++) {
            float across = ((float)x + ((float)i + 0.5f) * step - s->centre_x) / s->scale;
            float up = (s->centre_y - (float)y - ((float)j + 0.5f) * step) / s->scale;
            vec from = vec_of(across, up * cosine - 4.0f * sine, up * sine + 4.0f * cosine), light;
            float share = seen_through(p, from, ray, footprint, &light);
            if (share > 0.0f) {
                sum = add(sum, scaled(light, share));
                whole += share;
            }
        }
    if (whole > 0.0f)
        bg_write_pixel(pixel, scaled(sum, 1.0f / whole), whole * step * step, x, y);
    else
        memcpy(pixel, p->beside, 4);
}

static int32_t draw(piece *p, const bg_sprite *s, uint8_t *pixels)
{
    float angle = s->tilt * 0.01745329252f, sine = sinf(angle), cosine = cosf(angle);
    vec edge = scaled(mixed(dark_of(&p->look->body), light_of(&p->look->body), 0.5f), 0.5f);
    bg_write_pixel(p->beside, edge, 0.0f, 0, 0);
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            draw_pixel(p, s, x, y, sine, cosine, pixels + ((size_t)y * (size_t)s->width + (size_t)x) * 4);
    return BG_OK;
}

int32_t bg_picture_checker(const bg_sprite *sprite, const bg_piece_look *look, uint32_t seed, uint8_t *pixels,
                           size_t size)
{
    int32_t status = check_piece(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    float turn = (float)(seed * 2654435761u >> 16) * (6.2831853f / 65536.0f);
    piece p = {.look = look, .distance = checker_distance, .dress = checker_dress, .seed = seed};
    p.middle = 0.5f * CHECKER_HEIGHT;
    p.half = vec_of(CHECKER_RADIUS, CHECKER_RADIUS, 0.5f * CHECKER_HEIGHT);
    p.sine = sinf(turn), p.cosine = cosf(turn);
    return draw(&p, sprite, pixels);
}

static int is_rotation(const float *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            float product = m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1] + m[3 * i + 2] * m[3 * j + 2];
            if (!is_within(product - (i == j ? 1.0f : 0.0f), -0.01f, 0.01f))
                return 0;
        }
    return 1;
}

int32_t bg_picture_die(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                       uint8_t *pixels, size_t size)
{
    if (!rotation)
        return BG_NULL_POINTER;
    int32_t status = check_piece(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (!is_rotation(rotation))
        return BG_BAD_PICTURE;
    piece p = {.look = look, .distance = die_distance, .dress = die_dress, .seed = seed, .is_turned = 1};
    p.half = vec_of(DIE_HALF, DIE_HALF, DIE_HALF);
    for (int i = 0; i < 9; i++)
        p.turn[i] = rotation[i];
    return draw(&p, sprite, pixels);
}

int32_t bg_picture_cube(const bg_sprite *sprite, const bg_piece_look *look, const uint8_t *figure, int32_t figure_width,
                        uint8_t *pixels, size_t size)
{
    if (!figure)
        return BG_NULL_POINTER;
    int32_t status = check_piece(sprite, look, pixels, size);
    if (status != BG_OK)
        return status;
    if (figure_width < 1 || figure_width > BG_FIGURE_MOST_WIDTH)
        return BG_BAD_PICTURE;
    piece p = {.look = look, .distance = cube_distance, .dress = cube_dress, .figure = figure};
    p.middle = CUBE_HALF;
    p.half = vec_of(CUBE_HALF, CUBE_HALF, CUBE_HALF);
    p.figure_width = figure_width;
    return draw(&p, sprite, pixels);
}
