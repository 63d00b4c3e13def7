/* What things are made of: the colour of every place inside a material, and how it takes the light. */
#include "light.h"

/* A place inside a material, x along its grain, and what is seen there. */
typedef struct {
    const bg_material *material;
    vec place;
    uint32_t seed;
    float footprint;
    float rough, metal, depth, through;
} spot;

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

static inline vec between(const spot *s, float t)
{
    return mixed(dark_of(s->material), light_of(s->material), t);
}

/* A thin line where a noise passes through its middle: 1 on it, 0 beside it. */
static inline float vein(float noise, float wide)
{
    return 1.0f - step_between(0.0f, wide, fabsf(noise - 0.5f));
}

static vec plain(spot *s)
{
    return light_of(s->material);
}

static vec metal(spot *s)
{
    s->metal = 1.0f;
    return light_of(s->material);
}

static vec wood(spot *s)
{
    /* A board sawn beside the heart of a tree that is not quite straight: its rings are lines that close to arches. */
    const bg_material *m = s->material;
    vec p = s->place;
    uint32_t seed = s->seed;
    float along = p.x + (float)(seed % 977u) * 3.7f;
    float heart_y = 1.8f * (bg_lattice(seed * 0x9e3779b1u) - 0.5f),
          heart_z = 0.35f + 1.5f * bg_lattice(seed * 0x85ebca6bu);
    float sway = bg_noise(along * 0.21f, p.y * 0.4f, p.z * 0.4f, seed) - 0.5f;
    float swell = bg_noise(along * 0.31f + 40.0f, p.y * 0.3f, p.z * 0.3f, seed) - 0.5f;
    float wobble = bg_noise(along * 1.1f, p.y * 5.0f, p.z * 5.0f, seed + 1) - 0.5f;
    float y = p.y - heart_y + 0.9f * sway, z = p.z + heart_z + 1.2f * swell;
    float rings = sqrtf(y * y + z * z) * 4.6f * (0.6f + 0.4f * m->figure) + 0.45f * wobble;
    float f = rings - (float)bg_floor(rings);
    float late = step_between(0.25f, 0.90f, f) * (1.0f - step_between(0.92f, 1.0f, f));
    float fibre = 0.5f, pore = 0.0f, fine = seen(26.0f, s->footprint), finest = seen(58.0f, s->footprint);
    if (fine > 0.0f)
        fibre = mix(0.5f, two_octaves(along * 1.3f, p.y * 26.0f, p.z * 26.0f, seed + 2, 26.0f, s->footprint), fine);
    if (finest > 0.0f) {
        float there = bg_noise(along * 2.4f, p.y * 58.0f, p.z * 58.0f, seed + 3);
        pore = finest * step_between(0.64f, 0.84f, there) * (0.45f + 0.55f * (1.0f - late));
    }
    float broad = bg_noise(along * 0.25f, p.y * 0.9f, p.z * 0.9f, seed + 4) - 0.5f;
    float t = 0.56f - 0.40f * m->figure * (late - 0.2f) + 0.42f * (fibre - 0.5f) + 0.55f * broad;
    s->rough = m->rough + 0.16f * fibre + 0.10f * pore;
    return scaled(between(s, clamp(t, 0.0f, 1.15f)), 1.0f - 0.40f * pore);
}

static vec ivory(spot *s)
{
    vec p = s->place;
    float streak = bg_noise(p.x * 3.0f, p.y * 14.0f, p.z * 6.0f, s->seed);
    float fine = mix(0.5f, bg_noise(p.x * 9.0f, p.y * 60.0f, p.z * 20.0f, s->seed + 1), seen(60.0f, s->footprint));
    float broad = bg_noise(p.x * 1.4f, p.y * 1.4f, p.z * 1.4f, s->seed + 2);
    float t = 0.80f + s->material->figure * (0.30f * (streak - 0.5f) + 0.16f * (fine - 0.5f) + 0.5f * (broad - 0.5f));
    s->through = 0.10f;
    return between(s, clamp(t, 0.0f, 1.1f));
}

/* White stone with grey clouds; veins that were cracks once, the fine ones branching off the broad ones. */
static vec marble(spot *s)
{
    vec p = s->place;
    uint32_t seed = s->seed;
    float figure = s->material->figure;
    float warp = bg_noise(p.x * 1.3f, p.y * 1.3f, p.z * 1.3f, seed) - 0.5f;
    float bend = bg_noise(p.x * 3.7f, p.y * 3.7f, p.z * 3.7f, seed + 1) - 0.5f;
    float along = 0.8f * p.x + 0.6f * p.y, across = 0.8f * p.y - 0.6f * p.x;
    float broad =
        bg_noise(along * 0.9f + 0.9f * warp, across * 1.9f + 1.5f * warp + 0.35f * bend, p.z * 1.4f, seed + 2);
    float fine = bg_noise(along * 2.3f - 1.2f * warp, across * 3.1f + 1.9f * warp + 0.5f * bend, p.z * 2.6f, seed + 3);
    float cloud = bg_noise(p.x * 2.2f + warp, p.y * 2.2f + bend, p.z * 2.2f, seed + 4);
    float core = vein(broad, 0.022f * figure + 0.5f * s->footprint), halo = vein(broad, 0.16f * figure + 0.01f);
    float hair = vein(fine, 0.016f * figure + 0.5f * s->footprint) * step_between(0.40f, 0.62f, cloud);
    float t = 0.62f * core + 0.26f * halo * cloud + 0.40f * hair + 0.45f * positive(cloud - 0.42f);
    s->through = 0.16f;
    return between(s, 1.0f - clamp(figure * t, 0.0f, 1.0f));
}

/* Dark stone laid down in thin layers, some of them pale; the layers are bent. */
static vec onyx(spot *s)
{
    vec p = s->place;
    uint32_t seed = s->seed;
    float bend = bg_noise(p.x * 0.9f, p.y * 0.9f, p.z * 0.9f, seed) - 0.5f;
    float wave = bg_noise(p.x * 3.1f, p.y * 3.1f, p.z * 3.1f, seed + 1) - 0.5f;
    float across = 2.4f * (p.y + 0.35f * p.z + 0.9f * bend + 0.10f * wave) + 17.0f * bg_lattice(seed);
    float layer = bg_noise(across * 1.1f, 0.5f, 0.5f, seed + 2), sheet = bg_noise(across * 5.0f, 0.5f, 0.5f, seed + 3);
    float pale = step_between(0.52f, 0.80f, layer) * (0.35f + 0.65f * sheet);
    float line = vein(bg_noise(across * 1.7f, 7.5f, 0.5f, seed + 4), 0.035f + s->footprint);
    s->through = 0.08f;
    return between(s, clamp(s->material->figure * (0.75f * pale + 0.45f * line * sheet), 0.0f, 1.0f));
}

static vec cloth(spot *s)
{
    vec p = s->place;
    float nap = bg_noise(p.x * 0.9f, p.y * 0.9f, 0.0f, s->seed) - 0.5f;
    float tuft = bg_noise(p.x * 5.0f + 2.0f * nap, p.y * 5.0f, 0.0f, s->seed + 1) - 0.5f;
    float hair = 0.0f;
    if (seen(30.0f, s->footprint) > 0.0f) {
        /* Short hairs lying in two directions. */
        float one = bg_noise(p.x * 44.0f + p.y * 20.0f, p.y * 18.0f - p.x * 9.0f, 0.0f, s->seed + 2) - 0.5f;
        float other = bg_noise(p.x * 17.0f - p.y * 8.0f, p.y * 47.0f + p.x * 21.0f, 0.0f, s->seed + 3) - 0.5f;
        hair = (one + other) * seen(30.0f, s->footprint);
    }
    float t = 0.5f + s->material->figure * (0.30f * nap + 0.28f * tuft + 0.62f * hair);
    return between(s, clamp(t, 0.0f, 1.3f));
}

/* Shell in short pieces: each has its own tone, and thin films in it break the light into colours. */
static vec nacre(spot *s)
{
    const float length = 0.62f;
    vec p = s->place;
    float row = p.x / length + bg_lattice(s->seed * 0x9e3779b1u), figure = s->material->figure;
    int piece = bg_floor(row);
    uint32_t seed = s->seed * 131u + (uint32_t)piece;
    float own = bg_lattice(seed), to_joint = length * (0.5f - fabsf(row - (float)piece - 0.5f));
    float swirl = bg_noise(p.x * 1.6f + 5.0f * own, p.y * 2.4f, p.z * 2.0f + own, seed);
    float ripple = bg_noise(p.x * 5.0f, p.y * 7.0f + 3.0f * swirl, p.z * 5.0f, seed + 1);
    float film = 2.1f * swirl + 0.55f * ripple + own + 0.5f * p.y;
    vec hues = vec_of(0.5f + 0.5f * cosf(6.2832f * film), 0.5f + 0.5f * cosf(6.2832f * (film - 0.37f)),
                      0.5f + 0.5f * cosf(6.2832f * (film - 0.62f)));
    float t = 0.62f + 0.5f * (own - 0.5f) + 0.5f * (ripple - 0.5f);
    float joint = 1.0f - clamp((to_joint - 0.006f) / (s->footprint + 1e-4f) + 0.5f, 0.0f, 1.0f);
    vec tint = vec_of(1.0f + 0.34f * figure * (hues.x - 0.5f), 1.0f + 0.26f * figure * (hues.y - 0.5f),
                      1.0f + 0.40f * figure * (hues.z - 0.5f));
    s->rough = s->material->rough + 0.10f * ripple;
    s->metal = 0.22f;
    return scaled(times(between(s, clamp(t, 0.0f, 1.1f)), tint), 1.0f - 0.55f * joint);
}

/* Many clear coats over a ground: it seems to lie deep, and darker the more one looks from aside. */
static vec lacquer(spot *s)
{
    vec p = s->place;
    float broad = bg_noise(p.x * 1.1f, p.y * 1.1f, p.z * 1.1f, s->seed) - 0.5f;
    s->depth = 0.75f;
    return between(s, clamp(0.85f + 0.5f * s->material->figure * broad, 0.0f, 1.0f));
}

/* Resin: clouds that flowed, and bubbles. */
static vec amber(spot *s)
{
    vec p = s->place;
    float flow = bg_noise(p.x * 1.5f, p.y * 1.5f, p.z * 1.5f, s->seed) - 0.5f;
    float cloud = bg_noise(p.x * 2.6f + 2.4f * flow, p.y * 2.6f - 1.8f * flow, p.z * 2.6f, s->seed + 1);
    float bubble = step_between(0.80f, 0.90f, bg_noise(p.x * 13.0f, p.y * 13.0f, p.z * 13.0f, s->seed + 2));
    s->through = 1.0f;
    float t = 0.5f + s->material->figure * (1.3f * (cloud - 0.5f) + 0.5f * bubble);
    return between(s, clamp(t, 0.0f, 1.1f));
}

/* Sand laid down in beds of changing tone, the grains still to be seen. */
static vec sandstone(spot *s)
{
    vec p = s->place;
    float figure = s->material->figure, grain = 0.5f, speck = 0.0f;
    float drift = bg_noise(p.x * 0.30f, p.y * 0.6f, p.z * 0.6f, s->seed) - 0.5f;
    float down = p.y + 0.6f * p.z + 0.8f * drift;
    float bed = bg_noise(p.x * 0.10f, 2.6f * down, 0.5f, s->seed + 1) - 0.5f;
    float thin = bg_noise(p.x * 0.25f, 9.0f * down, 0.5f, s->seed + 2) - 0.5f;
    float iron = step_between(0.62f, 0.80f, bg_noise(p.x * 0.18f, 5.0f * down, 2.5f, s->seed + 5));
    float fine = seen(34.0f, s->footprint);
    if (fine > 0.0f) {
        grain = mix(0.5f, two_octaves(p.x * 34.0f, p.y * 34.0f, p.z * 34.0f, s->seed + 3, 34.0f, s->footprint), fine);
        speck = fine * step_between(0.74f, 0.84f, bg_noise(p.x * 21.0f, p.y * 21.0f, p.z * 21.0f, s->seed + 4));
    }
    float t = 0.60f + figure * (0.80f * bed + 0.50f * thin + 0.40f * (grain - 0.5f) - 0.30f * speck);
    vec colour = between(s, clamp(t, 0.0f, 1.15f));
    s->rough = s->material->rough + 0.2f * (grain - 0.5f);
    /* Iron has reddened some of the beds. */
    return times(colour,
                 mixed(vec_of(1.0f, 1.0f, 1.0f), vec_of(1.04f, 0.80f, 0.62f), clamp(0.8f * figure * iron, 0.0f, 1.0f)));
}

static vec (*const substances[BG_SUBSTANCES])(spot *) = {
    [BG_PLAIN] = plain,     [BG_WOOD] = wood,   [BG_IVORY] = ivory,         [BG_MARBLE] = marble,
    [BG_CLOTH] = cloth,     [BG_METAL] = metal, [BG_NACRE] = nacre,         [BG_ONYX] = onyx,
    [BG_LACQUER] = lacquer, [BG_AMBER] = amber, [BG_SANDSTONE] = sandstone,
};

void bg_cover(surface *on, const bg_material *material, vec place, uint32_t seed, float footprint, float share)
{
    spot s = {.material = material, .place = place, .seed = seed, .footprint = footprint, .rough = material->rough};
    vec colour = substances[material->substance](&s);
    on->colour = mixed(on->colour, colour, share);
    on->rough = mix(on->rough, clamp(s.rough, 0.05f, 1.0f), share);
    on->coat = mix(on->coat, material->coat, share);
    on->metal = mix(on->metal, s.metal, share);
    on->depth = mix(on->depth, s.depth, share);
    on->through = mix(on->through, s.through, share);
}
