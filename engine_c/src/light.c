/* Light: noise, one lamp and a sky on whatever is seen, film and bytes. */
#include "light.h"

float bg_noise(float x, float y, float z, uint32_t seed)
{
    int left = bg_floor(x), low = bg_floor(y), near = bg_floor(z);
    float u = x - (float)left, v = y - (float)low, w = z - (float)near;
    u = u * u * (3.0f - 2.0f * u);
    v = v * v * (3.0f - 2.0f * v);
    w = w * w * (3.0f - 2.0f * w);
    uint32_t x0 = (uint32_t)left * 0x8da6b343u + seed * 0x9e3779b1u, x1 = x0 + 0x8da6b343u;
    uint32_t y0 = (uint32_t)low * 0xd8163841u, y1 = y0 + 0xd8163841u;
    uint32_t z0 = (uint32_t)near * 0xcb1ab31fu, z1 = z0 + 0xcb1ab31fu;
    float a = mix(bg_lattice(x0 ^ y0 ^ z0), bg_lattice(x1 ^ y0 ^ z0), u);
    float b = mix(bg_lattice(x0 ^ y1 ^ z0), bg_lattice(x1 ^ y1 ^ z0), u);
    float c = mix(bg_lattice(x0 ^ y0 ^ z1), bg_lattice(x1 ^ y0 ^ z1), u);
    float d = mix(bg_lattice(x0 ^ y1 ^ z1), bg_lattice(x1 ^ y1 ^ z1), u);
    return mix(mix(a, b, v), mix(c, d, v), w);
}

/* What a mirror would see: a dim room, a large window above on the left, a pale strip on the right. */
static vec room(vec r, float rough)
{
    vec above = vec_of(0.40f, 0.42f, 0.46f), below = vec_of(0.07f, 0.05f, 0.035f);
    vec seen_there = mixed(below, above, step_between(-0.25f, 0.95f, r.z));
    float soft = 0.05f + 0.55f * rough;
    float window = step_between(-soft, soft, 0.30f - fabsf(r.x + 0.36f)) *
                   step_between(-soft, soft, 0.27f - fabsf(r.y - 0.44f)) * step_between(0.0f, 0.2f, r.z);
    float strip = step_between(-soft, soft, 0.10f - fabsf(r.x - 0.62f)) * step_between(-soft, soft, 0.5f - fabsf(r.y));
    seen_there = add(seen_there, scaled(vec_of(1.0f, 0.95f, 0.86f), 2.6f * window / (1.0f + 2.0f * rough)));
    return add(seen_there, scaled(vec_of(0.62f, 0.74f, 0.95f), 0.55f * strip));
}

static inline float film(float c)
{
    return c * (2.51f * c + 0.03f) / (c * (2.43f * c + 0.59f) + 0.14f);
}

vec bg_lit(const surface *s)
{
    const vec key = {KEY_X, KEY_Y, KEY_Z};
    vec n = s->normal, v = s->view;
    float lamp = positive(dot(n, key)) * s->sun;
    float up = 0.5f + 0.5f * n.z;
    vec sky = scaled(vec_of(0.62f, 0.69f, 0.82f), 0.50f * up * s->open);
    vec light = add(scaled(vec_of(1.95f, 1.80f, 1.56f), lamp), sky);
    light = add(light, scaled(s->bounce, 1.0f - up));
    float facing = clamp(dot(n, v), 0.22f, 1.0f);
    light = scaled(light, 1.0f - s->depth * (1.0f - facing * facing));
    light = add(light, scaled(vec_of(1.70f, 1.50f, 1.20f), s->through * s->within));
    vec diffuse = times(scaled(s->colour, 1.0f - s->metal), light);

    float away = 1.0f - facing, away2 = away * away;
    float grazing = away2 * away2 * away * (1.0f - s->rough);
    vec base = mixed(vec_of(0.05f, 0.05f, 0.05f), s->colour, s->metal);
    vec fresnel = add(base, scaled(vec_of(1.0f - base.x, 1.0f - base.y, 1.0f - base.z), grazing));

    vec half = unit(add(v, key));
    float ndoth = positive(dot(n, half)), alpha = s->rough * s->rough, a2 = alpha * alpha + 1e-4f;
    float shape = ndoth * ndoth * (a2 - 1.0f) + 1.0f;
    float glint = lamp * a2 / (3.1416f * shape * shape) * 0.25f / (0.25f + 0.75f * facing);
    vec mirrored = add(scaled(n, 2.0f * dot(n, v)), scaled(v, -1.0f));
    vec around = scaled(room(mirrored, s->rough), s->open * s->open * (1.0f - 0.35f * s->rough));
    vec gloss = add(around, scaled(vec_of(2.0f, 1.85f, 1.6f), glint < 6.0f ? glint : 6.0f));
    gloss = scaled(times(gloss, fresnel), s->coat);

    vec all = scaled(add(diffuse, gloss), s->bright);
    return vec_of(film(all.x), film(all.y), film(all.z));
}

/* The sRGB curve by square roots; within a third of a byte of it. */
static inline float encoded(float x)
{
    float a = sqrtf(x), b = sqrtf(a), c = sqrtf(b);
    float y = 0.662002687f * a + 0.684122060f * b - 0.323583601f * c - 0.0225411470f * x;
    return x < 0.0031308f ? 12.92f * x : y;
}

static uint8_t byte_of(float x, float dither)
{
    float value = encoded(clamp(x, 0.0f, 1.0f)) * 255.0f + dither;
    return (uint8_t)clamp(value, 0.0f, 255.0f);
}

void bg_write_pixel(uint8_t *pixel, vec light, float alpha, int32_t x, int32_t y)
{
    float dither = bg_lattice((uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u);
    pixel[0] = byte_of(light.x, dither);
    pixel[1] = byte_of(light.y, dither);
    pixel[2] = byte_of(light.z, dither);
    pixel[3] = (uint8_t)(clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f);
}

int32_t bg_check_material(const bg_material *m)
{
    int fits = is_within(m->figure, 0.0f, 4.0f) && is_within(m->rough, 0.05f, 1.0f) && is_within(m->coat, 0.0f, 8.0f) &&
               m->substance >= 0 && m->substance < BG_SUBSTANCES;
    for (int i = 0; i < 3; i++)
        fits = fits && is_within(m->dark[i], 0.0f, 1.0f) && is_within(m->light[i], 0.0f, 1.0f);
    return fits ? BG_OK : BG_BAD_PICTURE;
}

int32_t bg_check_sprite(const bg_sprite *s, size_t size)
{
    int fits = s->width >= 1 && s->width <= BG_SPRITE_MOST_WIDTH && s->height >= 1 &&
               s->height <= BG_SPRITE_MOST_WIDTH && is_within(s->scale, 1.0f, 4096.0f) &&
               is_within(s->centre_x, -32768.0f, 32768.0f) && is_within(s->centre_y, -32768.0f, 32768.0f) &&
               is_within(s->tilt, 0.0f, 45.0f) && s->samples >= 1 && s->samples <= 4;
    if (!fits)
        return BG_BAD_PICTURE;
    return size == (size_t)s->width * (size_t)s->height * 4 ? BG_OK : BG_TOO_SMALL;
}
