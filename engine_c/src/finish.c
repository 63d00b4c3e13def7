/* What is seen of the table: the frame with its lines and hinges, cloth and points, the desk below; and how much light
 * comes there. Walls are upright and holes convex, so shadows and the light lost in the hollows have closed forms. */
#include "plan.h"

#define UPRIGHT 8.22f
#define INLAY_WIDTH 0.026f
#define POST_CENTRE 6.74f
#define HINGE_AWAY 4.97f
#define HINGE_HALF_WIDTH 0.17f
#define HINGE_HALF_HEIGHT 0.34f

/* The share of the lamp's light that reaches a place in a hole: the walls are upright and the hole is convex, so the
 * light is cut off where its ray comes to the height of the rim outside the hole. */
static float sun_in_hole(vec place, const plan *p)
{
    float rise = (RIM - 0.03f - place.z) / KEY_Z;
    if (rise <= 0.0f)
        return 1.0f;
    float x = place.x + KEY_X * rise, y = place.y + KEY_Y * rise, middle = p->is_tray ? TRAY_CENTRE : FIELD_CENTRE;
    float half = p->is_tray ? TRAY_HALF_WIDTH : FIELD_HALF_WIDTH;
    float edge = rounded_box(x - (place.x < 0.0f ? -middle : middle), y, half, HOLE_HALF_HEIGHT, 0.10f);
    float sharp = 0.015f, soft = sharp + 0.20f * rise;
    edge -= sharp + positive(p->hole); /* a wall that faces the lamp is lit up to its top */
    return 1.0f - step_between(-soft, soft, edge);
}

static inline float hidden_by_wall(float away, float height)
{
    away = positive(away);
    return 0.5f * (1.0f - away / sqrtf(away * away + height * height + 1e-9f));
}

/* The share of the sky that is seen from a place in a hole, between its four walls. */
static float open_in_hole(vec place, int is_tray)
{
    float height = RIM - place.z;
    if (height <= 0.0f)
        return 1.0f;
    float half = is_tray ? TRAY_HALF_WIDTH : FIELD_HALF_WIDTH;
    float x = fabsf(place.x) - (is_tray ? TRAY_CENTRE : FIELD_CENTRE), y = place.y;
    float open = (1.0f - hidden_by_wall(half - x, height)) * (1.0f - hidden_by_wall(half + x, height)) *
                 (1.0f - hidden_by_wall(HOLE_HALF_HEIGHT - y, height)) *
                 (1.0f - hidden_by_wall(HOLE_HALF_HEIGHT + y, height));
    return open * sqrtf(open);
}

/* The share of the lamp's light that reaches the desk beside the frame. */
static float sun_on_desk(vec place, const plan *p)
{
    const float reach = (RIM - GROUND) / KEY_Z;
    if (p->outer > reach * 0.75f)
        return 1.0f;
    float least = 1.0f;
    for (int i = 1; i <= 14; i++) {
        float t = reach * (float)i / 14.0f;
        float away = rounded_box(place.x + KEY_X * t, place.y + KEY_Y * t, HALF_WIDTH, HALF_HEIGHT, FRAME_CORNER);
        float soft = 0.02f + 0.21f * t, share = step_between(-soft, soft, away);
        least = share < least ? share : least;
    }
    return least;
}

/* How much of a sample lies inside an edge; away: the distance to it, positive inside. */
static inline float covered(float away, float footprint)
{
    return clamp(away / footprint + 0.5f, 0.0f, 1.0f);
}

/* A line of that half width around a place where `away` is 0. */
static inline float line(float away, float half, float footprint)
{
    float wide = half > 0.5f * footprint ? half : 0.5f * footprint;
    return (half / wide) * covered(wide - fabsf(away), footprint);
}

static void tilt_towards(surface *s, vec direction, float by)
{
    s->normal = unit(add(s->normal, scaled(direction, by)));
}

/* The rails above and below have their grain along x, everything upright along y; at the corners they meet in mitres.
 */
typedef struct {
    float wide, high; /* the place, in one quarter of the table */
    float mitre;      /* which side of the mitre it is on: positive in a rail */
    int is_rail;
} joint;

static joint joint_at(vec place)
{
    joint at = {.wide = fabsf(place.x), .high = fabsf(place.y)};
    at.mitre =
        (at.high - HOLE_HALF_HEIGHT) / (HALF_HEIGHT - HOLE_HALF_HEIGHT) - (at.wide - UPRIGHT) / (HALF_WIDTH - UPRIGHT);
    at.is_rail = at.high > HOLE_HALF_HEIGHT && at.mitre > 0.0f;
    return at;
}

/* Which of the frame's pieces of wood it is: two rails, and on either side the bar's half, a post and a stile. */
static uint32_t timber(const joint *at, vec place)
{
    if (at->is_rail)
        return 8u + (place.y < 0.0f);
    uint32_t pair = at->wide < BAR_HALF_WIDTH + 0.1f ? 0u : at->wide < 7.4f ? 2u : 4u;
    return pair + (place.x < 0.0f);
}

/* A fine routed line follows the holes. */
static void rout(surface *on, const plan *p, float footprint)
{
    if (p->outer > -p->hole)
        return;
    float away = p->hole - 0.17f, hollow = line(away, 0.020f, footprint);
    tilt_towards(on, way_out(p, on->place.x, on->place.y), hollow * clamp(away / 0.02f, -1.0f, 1.0f) * 0.45f);
    on->open *= 1.0f - 0.40f * hollow;
    on->sun *= 1.0f - 0.25f * hollow;
}

/* What is let into the wood: its share of a sample, that of the groove beside it, and the place in the material. */
typedef struct {
    float share, lip;
    vec grain;
} strip;

static strip line_along_outline(const plan *p, const joint *at, float footprint)
{
    float away = p->outer + 0.29f, share = line(away, 0.022f, footprint);
    return (strip){share, line(away, 0.034f, footprint) - share, vec_of(at->is_rail ? at->wide : at->high, away, 0.0f)};
}

/* Lozenges with a bead between each two, along the outline, the posts and both halves of the bar. */
static strip lozenges(const plan *p, const joint *at, float footprint)
{
    const float inset = 0.27f, half_width = 0.105f;
    float across = p->outer + inset, along = at->is_rail ? at->wide : at->high;
    float side = (at->is_rail ? HALF_WIDTH : HALF_HEIGHT) - inset, room = side;
    if (at->high < HOLE_HALF_HEIGHT && at->wide < UPRIGHT) {
        int is_bar = at->wide < 1.0f;
        across = at->wide - (is_bar ? 0.5f * BAR_HALF_WIDTH : POST_CENTRE);
        room = is_bar ? HINGE_AWAY - HINGE_HALF_HEIGHT - 0.10f : HOLE_HALF_HEIGHT - 0.05f;
    }
    float part = side / floorf(side * 1.75f + 0.5f), number = floorf(along / part + 0.5f);
    float from_middle = fabsf(along - number * part);
    float lozenge = ((1.0f - from_middle / (0.5f * part - 0.02f)) * half_width - fabsf(across)) * 0.92f;
    float bead = 0.030f - length2(0.5f * part - from_middle, across), inside = lozenge > bead ? lozenge : bead;
    float end = (floorf(room / part - 0.5f) + 0.5f) * part + 0.03f; /* only whole ones */
    inside = inside < end - along ? inside : end - along;
    float corner = (0.15f - fabsf(at->wide - HALF_WIDTH + inset) - fabsf(at->high - HALF_HEIGHT + inset)) * 0.7f;
    inside = inside > corner ? inside : corner;
    float share = covered(inside, footprint);
    return (strip){share, covered(inside + 0.014f, footprint) - share,
                   vec_of(0.62f * number + 0.3f, across + number, 0.0f)};
}

static void inlay_frame(const bg_table_look *look, surface *on, const plan *p, const joint *at, float footprint)
{
    strip s = look->border == BG_LOZENGES ? lozenges(p, at, footprint) : line_along_outline(p, at, footprint);
    on->colour = scaled(on->colour, 1.0f - 0.45f * positive(s.lip));
    if (s.share > 0.0f)
        bg_cover(on, &look->inlay, s.grain, look->seed * 64u + 60u, footprint, s.share);
}

/* Where pieces of wood meet, and where the board folds. */
static float seam_at(const joint *at, const plan *p, float x, float footprint)
{
    if (at->wide > UPRIGHT)
        return at->high > HOLE_HALF_HEIGHT ? 0.6f * line(at->mitre * 0.416f, 0.006f, footprint) : 0.0f;
    float fold = at->wide < BAR_HALF_WIDTH ? line(x, 0.011f, footprint) : 0.0f;
    float butt = p->outer < -0.33f ? 0.5f * line(at->high - HOLE_HALF_HEIGHT, 0.006f, footprint) : 0.0f;
    return clamp(fold + butt, 0.0f, 1.0f);
}

/* Two hinges on the bar: a plate with four screws on each, its middle a knuckle. */
static void hinge(const bg_material *metal, surface *on, const joint *at, float footprint)
{
    float up = at->high - HINGE_AWAY, plate = rounded_box(at->wide, up, HINGE_HALF_WIDTH, HINGE_HALF_HEIGHT, 0.04f);
    if (plate > 0.06f)
        return;
    on->colour = scaled(on->colour, 1.0f - 0.5f * (1.0f - step_between(0.0f, 0.05f, plate)));
    float whole = covered(-plate, footprint);
    if (whole <= 0.0f)
        return;
    bg_material worn = *metal;
    worn.rough = clamp(worn.rough + 0.12f, 0.05f, 1.0f);
    worn.coat *= 0.6f;
    bg_cover(on, &worn, on->place, 1u, footprint, whole);
    on->colour = scaled(on->colour, 1.0f - 0.28f * whole);
    vec out =
        slope_of_box(on->place.x, up * (on->place.y < 0.0f ? -1.0f : 1.0f), HINGE_HALF_WIDTH, HINGE_HALF_HEIGHT, 0.04f);
    tilt_towards(on, out, 0.5f * whole * (1.0f - step_between(0.0f, 0.03f, -plate)));
    float screw = length2(at->wide - 0.105f, fabsf(up) - 0.20f), ring = line(screw - 0.042f, 0.010f, footprint);
    float slot =
        screw < 0.034f ? line(0.8f * up - 0.6f * at->wide + (up < 0.0f ? 0.223f : -0.097f), 0.008f, footprint) : 0.0f;
    float knuckle = 1.0f - step_between(0.015f, 0.04f, at->wide);
    tilt_towards(on, vec_of(on->place.x < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f),
                 0.8f * knuckle * clamp(at->wide / 0.03f, 0.0f, 1.0f));
    float dark = clamp(0.6f * ring + 0.7f * slot + 0.5f * line(at->wide - 0.045f, 0.010f, footprint), 0.0f, 0.8f);
    on->colour = scaled(on->colour, 1.0f - whole * dark);
    on->open *= 1.0f - 0.5f * whole * dark;
}

/* Light on the walls: less of the sky the lower, and the colour of what lies below. */
static void shade_walls(const bg_table_look *look, surface *on, const plan *p)
{
    float upright = positive(on->normal.z);
    if (p->outer > -p->hole) {
        float low = step_between(GROUND, GROUND + 1.2f, on->place.z);
        on->open *= mix(mix(0.25f, 0.85f, low), 1.0f, upright);
        /* The front of the case: lit from the room behind the player. */
        float front = positive(-on->normal.y);
        on->bounce =
            scaled(vec_of(0.10f + 0.62f * front, 0.08f + 0.54f * front, 0.06f + 0.45f * front), 0.15f + 0.85f * low);
    } else if (on->place.z < RIM - 0.0005f) {
        float low = step_between(-0.05f, RIM, on->place.z);
        on->open *= mix(0.40f + 0.50f * low, 1.0f, upright);
        on->coat *= 0.25f + 0.75f * low;
        on->bounce = scaled(light_of(p->is_tray ? &look->tray : &look->cloth), 0.9f);
    }
}

void bg_finish_frame(const bg_table_look *look, surface *on, const plan *p, float footprint)
{
    vec at = on->place;
    joint where = joint_at(at);
    vec grain = where.is_rail ? at : vec_of(at.y, at.x, at.z);
    bg_cover(on, &look->frame, grain, look->seed * 64u + timber(&where, at), footprint, 1.0f);
    on->sun = p->outer > -p->hole ? 1.0f : sun_in_hole(at, p);
    on->open = 1.0f;
    if (on->normal.z > 0.3f) {
        if (look->border == BG_LINE)
            rout(on, p, footprint);
        inlay_frame(look, on, p, &where, footprint);
        float seam = seam_at(&where, p, at.x, footprint);
        on->colour = scaled(on->colour, 1.0f - 0.75f * seam);
        on->coat *= 1.0f - seam;
        if (where.wide < BAR_HALF_WIDTH)
            hinge(&look->hinge, on, &where, footprint);
    }
    shade_walls(look, on, p);
}

/* The points: triangles of two woods let into the cloth, each with a line of metal around it. */
static void inlay_point(const bg_table_look *look, surface *on, float footprint)
{
    float x = on->place.x, y = on->place.y, high = fabsf(y);
    float offset = x - (x < 0.0f ? -FIELD_CENTRE : FIELD_CENTRE) + 3.0f;
    int column = (int)clamp(offset, 0.0f, 5.0f);
    float aside = offset - (float)column - 0.5f, slant = POINT_HALF_WIDTH / (POINT_BASE - POINT_TIP);
    float to_edge = (slant * (high - POINT_TIP) - fabsf(aside)) / sqrtf(1.0f + slant * slant);
    float to_base = POINT_BASE - high, inside = to_edge < to_base ? to_edge : to_base;
    if (high < POINT_TIP)
        inside = -length2(aside, POINT_TIP - high);
    if (inside < -0.13f)
        return;
    float whole = covered(inside, footprint);
    if (whole < 1.0f) {
        float near = 1.0f - step_between(0.0f, 0.12f, -inside), close = 1.0f - step_between(0.0f, 0.03f, -inside);
        on->colour = scaled(on->colour, 1.0f - 0.28f * near - 0.30f * close);
    }
    if (whole <= 0.0f)
        return;
    float wood = covered(inside - INLAY_WIDTH, footprint);
    int is_light = ((column + (y < 0.0f)) & 1) == 0;
    const bg_material *material = is_light ? &look->light_point : &look->dark_point;
    if (whole > wood) {
        bg_cover(on, &look->inlay, vec_of(y, aside, 0.0f), look->seed * 64u + 61u, footprint, whole);
        if (to_edge < to_base)
            tilt_towards(on, vec_of(aside < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f), 0.25f);
    }
    if (wood > 0.0f) {
        uint32_t piece = look->seed * 64u + 24u + (uint32_t)column + (x < 0.0f ? 0u : 6u) + (y < 0.0f ? 12u : 0u);
        float edge = 1.0f - step_between(0.0f, 0.05f, inside - INLAY_WIDTH);
        bg_cover(on, material, vec_of(y, aside, 0.0f), piece, footprint, wood);
        on->colour = scaled(on->colour, 1.0f - 0.25f * edge * wood);
    }
}

void bg_finish_floor(const bg_table_look *look, surface *on, const plan *p, float footprint)
{
    const bg_material *cloth = p->is_tray ? &look->tray : &look->cloth;
    vec flat = vec_of(on->place.x, on->place.y, 0.0f);
    bg_cover(on, cloth, flat, look->seed * 64u + 20u, footprint, 1.0f);
    on->sun = sun_in_hole(on->place, p);
    on->open = open_in_hole(on->place, p->is_tray);
    /* The cloth is glued down along the wall: a soft dark line. */
    on->colour = scaled(on->colour, 1.0f - 0.45f * (1.0f - step_between(0.0f, 0.07f, -p->hole)));
    if (!p->is_tray)
        inlay_point(look, on, footprint);
}

void bg_finish_desk(const bg_table_look *look, surface *on, const plan *p, float footprint)
{
    const float plank = 3.3f;
    float row = floorf(clamp(on->place.y, -9999.0f, 9999.0f) / plank), within = on->place.y - row * plank;
    uint32_t piece = look->seed * 64u + 50u + ((uint32_t)(int)row & 15u) * 7u;
    bg_cover(on, &look->table, vec_of(on->place.x * 0.8f, within - 0.5f * plank, 0.0f), piece, footprint, 1.0f);
    float seam = within < 0.5f * plank ? within : plank - within;
    on->colour = scaled(on->colour, 1.0f - 0.7f * line(seam, 0.012f, footprint));
    on->sun = sun_on_desk(on->place, p);
    float open = 1.0f - hidden_by_wall(p->outer, RIM - GROUND);
    on->open = open * open;
}
