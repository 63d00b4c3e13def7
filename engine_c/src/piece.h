/* What pieces share: a shape, what it is made of, and the way a small picture of it is drawn. */
#ifndef BG_PIECE_H
#define BG_PIECE_H

#include "light.h"

typedef struct piece piece;
struct piece {
    const bg_piece_look *look;
    float (*distance)(const piece *p, vec place); /* seen from its middle, in its own turn */
    void (*dress)(const piece *p, surface *on, float footprint);
    vec half;     /* of a box around it */
    float middle; /* how high the middle of that box is */
    uint32_t seed;
    int is_hollow; /* rays may pass an edge and meet the inside behind it */
    float dent;    /* how far from the shape a ray may come between an edge and what it meets behind it */
    int is_turned;
    float turn[9];                       /* the rows of its rotation about the middle, if it is turned */
    float sine, cosine;                  /* the direction of its grain */
    uint8_t beside[4];                   /* what smooth scaling mixes into its outline */
    const uint8_t *figure, *side_figure; /* of the upper face, and of the one behind it if that has one */
    int32_t figure_width;
    const bg_in_cup *inside;
    int32_t inside_count;
    const bg_piece_look *inside_look;
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
static inline float light_within(vec place, float half)
{
    float far = -(KEY_X * place.x + KEY_Y * place.y + 0.5f * KEY_Z * place.z) / half;
    return 0.16f + 0.84f * step_between(-0.9f, 1.0f, far);
}

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

/* The distance to a die, seen from its middle; and how it is dressed where `on` is, seen from there too. */
float bg_die_distance(vec place);
void bg_die_dress(const piece *p, surface *on, float footprint);

/* BG_OK, or what is wrong with what is to be drawn. */
int32_t bg_piece_check(const bg_sprite *sprite, const bg_piece_look *look, const uint8_t *pixels, size_t size);

/* Are these nine numbers a rotation? */
int bg_is_rotation(const float *m);

/* Draws the whole sprite. */
int32_t bg_piece_draw(piece *p, const bg_sprite *s, uint8_t *pixels);

#endif
