/* The plan of the table: its measures, and how far a place is from the edges of the wood. */
#ifndef BG_PLAN_H
#define BG_PLAN_H

#include "light.h"

#define HALF_WIDTH 8.72f
#define HALF_HEIGHT 6.30f
#define FRAME_CORNER 0.34f
#define FIELD_CENTRE 3.46f
#define FIELD_HALF_WIDTH 3.0f
#define TRAY_CENTRE 7.62f
#define TRAY_HALF_WIDTH 0.60f
#define HOLE_HALF_HEIGHT 5.55f
#define POINT_BASE 5.50f
#define POINT_TIP 1.02f
#define POINT_HALF_WIDTH 0.475f
#define BAR_HALF_WIDTH 0.46f
#define RIM 0.5f
#define GROUND -1.0f

#define OUTER_ROUNDING 0.17f
#define HOLE_ROUNDING 0.10f

/* Where a place of the plan lies: distances to the edges, and the directions that lead away from them. */
typedef struct {
    float outer, hole; /* negative inside the frame's outline, negative inside a hole */
    int is_tray;       /* the nearer hole */
} plan;

static inline plan plan_of(float x, float y)
{
    x = fabsf(x);
    plan p;
    p.outer = rounded_box(x, y, HALF_WIDTH, HALF_HEIGHT, FRAME_CORNER);
    float field = rounded_box(x - FIELD_CENTRE, y, FIELD_HALF_WIDTH, HOLE_HALF_HEIGHT, 0.10f);
    float tray = rounded_box(x - TRAY_CENTRE, y, TRAY_HALF_WIDTH, HOLE_HALF_HEIGHT, 0.14f);
    p.is_tray = tray < field;
    p.hole = p.is_tray ? tray : field;
    return p;
}

static inline vec slope_of_box(float x, float y, float half_x, float half_y, float corner)
{
    float across = fabsf(x) - half_x + corner, up = fabsf(y) - half_y + corner;
    float right = x < 0.0f ? -1.0f : 1.0f, top = y < 0.0f ? -1.0f : 1.0f;
    if (across > 0.0f && up > 0.0f) {
        float whole = length2(across, up) + 1e-9f;
        return vec_of(right * across / whole, top * up / whole, 0.0f);
    }
    return across > up ? vec_of(right, 0.0f, 0.0f) : vec_of(0.0f, top, 0.0f);
}

/* The direction in the plan that leads out of the wood the quickest. */
static inline vec way_out(const plan *p, float x, float y)
{
    if (p->outer > -p->hole)
        return slope_of_box(x, y, HALF_WIDTH, HALF_HEIGHT, FRAME_CORNER);
    float side = x < 0.0f ? -1.0f : 1.0f;
    vec slope = p->is_tray ? slope_of_box(x - side * TRAY_CENTRE, y, TRAY_HALF_WIDTH, HOLE_HALF_HEIGHT, 0.14f)
                           : slope_of_box(x - side * FIELD_CENTRE, y, FIELD_HALF_WIDTH, HOLE_HALF_HEIGHT, 0.10f);
    return scaled(slope, -1.0f);
}

static inline float rounding_of(const plan *p)
{
    return p->outer > -p->hole ? OUTER_ROUNDING : HOLE_ROUNDING;
}

static inline float side_of(const plan *p)
{
    return p->outer > -p->hole ? p->outer : -p->hole;
}

/* What lies at a place that is seen: its colour, its gloss and the light that reaches it, into `on`, which knows its
 * place, normal, view and brightness. footprint: units that one sample covers. */
void bg_finish_frame(const bg_table_look *look, surface *on, const plan *p, float footprint);
void bg_finish_floor(const bg_table_look *look, surface *on, const plan *p, float footprint);
void bg_finish_desk(const bg_table_look *look, surface *on, const plan *p, float footprint);

#endif
