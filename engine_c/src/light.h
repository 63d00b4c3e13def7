/* What the files of the picture share: places, noise, materials, light. */
#ifndef BG_LIGHT_H
#define BG_LIGHT_H

#include "engine.h"
#include <math.h>

typedef struct {
    float x, y, z;
} vec;

static inline vec vec_of(float x, float y, float z)
{
    return (vec){x, y, z};
}

static inline vec add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec scaled(vec a, float by)
{
    return (vec){a.x * by, a.y * by, a.z * by};
}

static inline vec times(vec a, vec b)
{
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float clamp(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

static inline float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static inline vec mixed(vec a, vec b, float t)
{
    return (vec){mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t)};
}

static inline float step_between(float from, float to, float x)
{
    float t = clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

static inline float length2(float x, float y)
{
    return sqrtf(x * x + y * y);
}

static inline vec unit(vec a)
{
    return scaled(a, 1.0f / sqrtf(dot(a, a) + 1e-20f));
}

static inline float positive(float x)
{
    return x > 0.0f ? x : 0.0f;
}

/* Distance to the edge of a box with rounded corners around the origin, negative inside. */
static inline float rounded_box(float x, float y, float half_x, float half_y, float corner)
{
    float across = fabsf(x) - half_x + corner, up = fabsf(y) - half_y + corner;
    float outside = across > 0.0f && up > 0.0f ? length2(across, up) : across > up ? across : up;
    return outside - corner;
}

static inline int bg_floor(float x)
{
    int whole = (int)x;
    return whole - (x < (float)whole);
}

/* A random value, 0 to 1, for a number. */
static inline float bg_lattice(uint32_t h)
{
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    return (float)(h >> 8) * (1.0f / 16777216.0f);
}

/* Smooth random values, 0 to 1, about one hill for each unit of the place. */
float bg_noise(float x, float y, float z, uint32_t seed);

/* A surface as it is hit: where, how it faces, and what light reaches it. */
typedef struct {
    vec place, normal;
    vec view; /* towards the eye */
    /* What bg_cover lays there. depth: how much darker a clear layer over the colour is from aside; through: how far
     * light goes through it, each 0 to 1. */
    vec colour;
    float rough, coat, metal, depth, through;
    float within; /* light that has come through the piece to here */
    float sun;    /* share of the key light that reaches it */
    float open;   /* share of the sky that reaches it */
    vec bounce;   /* light from what is below, for a white surface */
    float bright; /* the pool of light at that place */
} surface;

/* Covers a share of the surface, 0 to 1, with a material; place: in the material, x along its grain. footprint: units
 * that one sample covers: detail finer than that is left out. */
void bg_cover(surface *on, const bg_material *material, vec place, uint32_t seed, float footprint, float share);

/* Light that comes from the surface to the eye, compressed to 0 to 1 as film does. */
vec bg_lit(const surface *s);

/* The direction of the key light. */
#define KEY_X -0.4067f
#define KEY_Y 0.4841f
#define KEY_Z 0.7746f

/* Writes one pixel of sRGB bytes from compressed linear light; the noise that hides bands depends on x and y only. */
void bg_write_pixel(uint8_t *pixel, vec light, float alpha, int32_t x, int32_t y);

/* BG_OK, or what is wrong; size: of the buffer for its pixels, bytes. */
int32_t bg_check_material(const bg_material *material);
int32_t bg_check_sprite(const bg_sprite *sprite, size_t size);

static inline int is_within(float x, float least, float most)
{
    return x >= least && x <= most; /* false for what is not a number */
}

static inline vec dark_of(const bg_material *material)
{
    return (vec){material->dark[0], material->dark[1], material->dark[2]};
}

static inline vec light_of(const bg_material *material)
{
    return (vec){material->light[0], material->light[1], material->light[2]};
}

#endif
