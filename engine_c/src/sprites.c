/* A piece on its sprite: the distance to its shape is followed by rays that all run the same way, because seen from far
 * enough a piece looks the same wherever it lies. */
#include "piece.h"
#include <string.h>

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
    for (int i = 0, most = p->is_hollow ? 128 : 48; i < most && t < end; i++) {
        float away = p->distance(p, add(start, scaled(way, t)));
        if (away < best)
            best = away, where = t;
        else if (!p->is_hollow && away > best + footprint + p->dent)
            break; /* what is left behind does not come back: pieces have no arms */
        if (away < 0.0006f)
            break;
        t += away;
    }
    float share = 1.0f - positive(best - 0.0006f) / footprint;
    if (share <= 0.0f)
        return 0.0f;
    surface on = {.place = add(from, scaled(ray, where)), .view = scaled(ray, -1.0f)};
    on.sun = on.open = 1.0f;
    on.bright = 0.92f;
    p->dress(p, &on, footprint);
    *light = bg_lit(&on);
    return share;
}

int32_t bg_piece_check(const bg_sprite *sprite, const bg_piece_look *look, const uint8_t *pixels, size_t size)
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

int32_t bg_piece_draw(piece *p, const bg_sprite *s, uint8_t *pixels)
{
    float angle = s->tilt * 0.01745329252f, sine = sinf(angle), cosine = cosf(angle);
    vec edge = scaled(mixed(dark_of(&p->look->body), light_of(&p->look->body), 0.5f), 0.5f);
    bg_write_pixel(p->beside, edge, 0.0f, 0, 0);
    for (int32_t y = 0; y < s->height; y++)
        for (int32_t x = 0; x < s->width; x++)
            draw_pixel(p, s, x, y, sine, cosine, pixels + ((size_t)y * (size_t)s->width + (size_t)x) * 4);
    return BG_OK;
}

int bg_is_rotation(const float *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            float product = m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1] + m[3 * i + 2] * m[3 * j + 2];
            if (!is_within(product - (i == j ? 1.0f : 0.0f), -0.01f, 0.01f))
                return 0;
        }
    return 1;
}
