/* Materials and light: wood, ivory, stone, cloth and metal under one lamp and a sky. */
#include "light.h"

static inline int floor_of(float x)
{
    int whole = (int)x;
    return whole - (x < (float)whole);
}

static inline float lattice(uint32_t h)
{
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    return (float)(h >> 8) * (1.0f / 16777216.0f);
}

float bg_noise(float x, float y, float z, uint32_t seed)
{
    int left = floor_of(x), low = floor_of(y), near = floor_of(z);
    float u = x - (float)left, v = y - (float)low, w = z - (float)near;
    u = u * u * (3.0f - 2.0f * u);
    v = v * v * (3.0f - 2.0f * v);
    w = w * w * (3.0f - 2.0f * w);
    uint32_t x0 = (uint32_t)left * 0x8da6b343u + seed * 0x9e3779b1u, x1 = x0 + 0x8da6b343u;
    uint32_t y0 = (uint32_t)low * 0xd8163841u, y1 = y0 + 0xd8163841u;
    uint32_t z0 = (uint32_t)near * 0xcb1ab31fu, z1 = z0 + 0xcb1ab31fu;
    float a = mix(lattice(x0 ^ y0 ^ z0), lattice(x1 ^ y0 ^ z0), u);
    float b = mix(lattice(x0 ^ y1 ^ z0), lattice(x1 ^ y1 ^ z0), u);
    float c = mix(lattice(x0 ^ y0 ^ z1), lattice(x1 ^ y0 ^ z1), u);
    float d = mix(lattice(x0 ^ y1 ^ z1), lattice(x1 ^ y1 ^ z1), u);
    return mix(mix(a, b, v), mix(c, d, v), w);
}

/* How much of a detail of that frequency one sample still shows. */
static inline float seen(float frequency, float footprint)
{
    return 1.0f - step_between(0.35f, 0.9f, frequency * footprint);
}

/* Noise of two octaves, the finer one only where it can be seen. */
static float two_octaves(float x, float y, float z, uint32_t seed, float finest, float footprint)
{
    float sum = bg_noise(x, y, z, seed);
    float visible = seen(finest * 2.0f, footprint);
    if (visible > 0.0f)
        sum += 0.5f * visible * (bg_noise(x * 2.03f, y * 2.03f, z * 2.03f, seed + 11) - 0.5f);
    return sum;
}

static vec wood(const bg_material *m, vec p, uint32_t seed, float footprint, float *rough)
{
    /* A board sawn beside the heart of a tree that is not quite straight: its rings are lines that close to arches. */
    float along = p.x + (float)(seed % 977u) * 3.7f;
    float heart_y = 1.8f * (lattice(seed * 0x9e3779b1u) - 0.5f), heart_z = 0.35f + 1.5f * lattice(seed * 0x85ebca6bu);
    float sway = bg_noise(along * 0.21f, p.y * 0.4f, p.z * 0.4f, seed) - 0.5f;
    float swell = bg_noise(along * 0.31f + 40.0f, p.y * 0.3f, p.z * 0.3f, seed) - 0.5f;
    float wobble = bg_noise(along * 1.1f, p.y * 5.0f, p.z * 5.0f, seed + 1) - 0.5f;
    float y = p.y - heart_y + 0.9f * sway, z = p.z + heart_z + 1.2f * swell;
    float rings = sqrtf(y * y + z * z) * 4.6f * (0.6f + 0.4f * m->figure) + 0.45f * wobble;
    float f = rings - (float)floor_of(rings);
    float late = step_between(0.25f, 0.90f, f) * (1.0f - step_between(0.92f, 1.0f, f));
    float fibre = 0.5f, pore = 0.0f, fine = seen(26.0f, footprint), finest = seen(58.0f, footprint);
    if (fine > 0.0f)
        fibre = mix(0.5f, two_octaves(along * 1.3f, p.y * 26.0f, p.z * 26.0f, seed + 2, 26.0f, footprint), fine);
    if (finest > 0.0f) {
        float there = bg_noise(along * 2.4f, p.y * 58.0f, p.z * 58.0f, seed + 3);
        pore = finest * step_between(0.64f, 0.84f, there) * (0.45f + 0.55f * (1.0f - late));
    }
    float broad = bg_noise(along * 0.25f, p.y * 0.9f, p.z * 0.9f, seed + 4) - 0.5f;
    float t = 0.56f - 0.40f * m->figure * (late - 0.2f) + 0.42f * (fibre - 0.5f) + 0.55f * broad;
    *rough = m->rough + 0.16f * fibre + 0.10f * pore;
    return scaled(mixed(dark_of(m), light_of(m), clamp(t, 0.0f, 1.15f)), 1.0f - 0.40f * pore);
}

static vec ivory(const bg_material *m, vec p, uint32_t seed, float footprint)
{
    float streak = bg_noise(p.x * 3.0f, p.y * 14.0f, p.z * 6.0f, seed);
    float fine = mix(0.5f, bg_noise(p.x * 9.0f, p.y * 60.0f, p.z * 20.0f, seed + 1), seen(60.0f, footprint));
    float broad = bg_noise(p.x * 1.4f, p.y * 1.4f, p.z * 1.4f, seed + 2);
    float t = 0.80f + m->figure * (0.30f * (streak - 0.5f) + 0.16f * (fine - 0.5f) + 0.5f * (broad - 0.5f));
    return mixed(dark_of(m), light_of(m), clamp(t, 0.0f, 1.1f));
}

static vec stone(const bg_material *m, vec p, uint32_t seed)
{
    float warp =
        bg_noise(p.x * 1.7f, p.y * 1.7f, p.z * 1.7f, seed) + 0.5f * bg_noise(p.x * 4, p.y * 4, p.z * 4, seed + 1);
    float vein = bg_noise(p.x * 2.2f + 2.4f * warp, p.y * 2.2f - 1.9f * warp, p.z * 2.2f + warp, seed + 2);
    float line = 1.0f - step_between(0.0f, 0.09f * m->figure + 0.001f, fabsf(vein - 0.5f));
    float cloud = bg_noise(p.x * 3.1f, p.y * 3.1f, p.z * 3.1f, seed + 3);
    return mixed(light_of(m), dark_of(m), clamp(0.75f * line + 0.5f * m->figure * (cloud - 0.45f), 0.0f, 1.0f));
}

static vec cloth(const bg_material *m, vec p, uint32_t seed, float footprint)
{
    float nap = bg_noise(p.x * 0.9f, p.y * 0.9f, 0.0f, seed) - 0.5f;
    float tuft = bg_noise(p.x * 5.0f + 2.0f * nap, p.y * 5.0f, 0.0f, seed + 1) - 0.5f;
    float hair = 0.0f;
    if (seen(30.0f, footprint) > 0.0f) {
        /* Short hairs lying in two directions. */
        float one = bg_noise(p.x * 44.0f + p.y * 20.0f, p.y * 18.0f - p.x * 9.0f, 0.0f, seed + 2) - 0.5f;
        float other = bg_noise(p.x * 17.0f - p.y * 8.0f, p.y * 47.0f + p.x * 21.0f, 0.0f, seed + 3) - 0.5f;
        hair = (one + other) * seen(30.0f, footprint);
    }
    float t = 0.5f + m->figure * (0.30f * nap + 0.28f * tuft + 0.62f * hair);
    return mixed(dark_of(m), light_of(m), clamp(t, 0.0f, 1.3f));
}

vec bg_texture(const bg_material *material, vec place, uint32_t seed, float footprint, float *rough)
{
    *rough = material->rough;
    switch (material->substance) {
    case BG_WOOD:
        return wood(material, place, seed, footprint, rough);
    case BG_IVORY:
        return ivory(material, place, seed, footprint);
    case BG_STONE:
        return stone(material, place, seed);
    case BG_CLOTH:
        return cloth(material, place, seed, footprint);
    default:
        return light_of(material);
    }
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
    vec diffuse = times(scaled(s->colour, 1.0f - s->metal), light);

    float facing = clamp(dot(n, v), 0.22f, 1.0f);
    float away = 1.0f - facing, away2 = away * away;
    float grazing = away2 * away2 * away * (1.0f - s->rough);
    vec base = mixed(vec_of(0.04f, 0.04f, 0.04f), s->colour, s->metal);
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
    float dither = lattice((uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u);
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
