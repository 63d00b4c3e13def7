/* The picture of the empty table: where a ray from the eye ends, and what lies there.
 *
 * The frame is an upright block with four holes, so most rays end on one of four planes that are found at once; only
 * near an edge or a wall is a ray followed step by step. Shadows and the light lost in the hollows have closed forms
 * for the same reason. */
#include "light.h"
#include <stddef.h>

#define DISTANCE 62.0f
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
#define INLAY_WIDTH 0.026f

typedef struct {
    const bg_camera *camera;
    const bg_table_look *look;
    vec eye;
    float sine, cosine, per_pixel;
} scene;

/* Where a place of the plan lies: distances to the edges, and the directions that lead away from them. */
typedef struct {
    float outer, hole; /* negative inside the frame's outline, negative inside a hole */
    int is_tray;       /* the nearer hole */
} plan;

static plan plan_of(float x, float y)
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

static vec slope_of_box(float x, float y, float half_x, float half_y, float corner)
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
static vec way_out(const plan *p, float x, float y)
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

static vec frame_normal(const plan *p, vec place)
{
    float round = rounding_of(p), side = side_of(p) + round, above = place.z - RIM + round;
    if (side <= 0.0f)
        return vec_of(0.0f, 0.0f, 1.0f);
    vec out = way_out(p, place.x, place.y);
    if (above <= 0.0f)
        return out;
    return unit(vec_of(out.x * side, out.y * side, above));
}

enum part { FRAME, FLOOR, DESK };

typedef struct {
    enum part part;
    vec place;
    plan plan;
} end;

static end end_at(enum part part, vec place)
{
    return (end){part, place, plan_of(place.x, place.y)};
}

static vec along_to(const scene *s, vec ray, float z)
{
    float t = (z - s->eye.z) / ray.z;
    return vec_of(s->eye.x + ray.x * t, s->eye.y + ray.y * t, z);
}

/* Follows a ray down from a place at the height of the rim until it meets the frame or the level below. */
static end followed(vec place, vec ray, float floor, float drift, enum part below)
{
    for (int i = 0; i < 40; i++) {
        plan p = plan_of(place.x, place.y);
        float round = rounding_of(&p), side = side_of(&p) + round, above = place.z - RIM + round;
        float away = (side > 0.0f && above > 0.0f ? length2(side, above) : side > above ? side : above) - round;
        if (away < 0.0006f)
            return (end){FRAME, place, p};
        /* Beside an upright wall only the drift of the ray brings it nearer. */
        float stride = above <= 0.0f ? away / drift : away;
        place = add(place, scaled(ray, stride));
        if (place.z <= floor)
            break;
    }
    if (place.z > floor)
        return end_at(FRAME, place);
    return end_at(below, add(place, scaled(ray, (floor - place.z) / ray.z)));
}

static end cast(const scene *s, vec ray)
{
    vec top = along_to(s, ray, RIM);
    plan p = plan_of(top.x, top.y);
    if (side_of(&p) <= -rounding_of(&p))
        return (end){FRAME, top, p};
    int is_inside = p.outer <= 0.0f;
    float floor = is_inside ? 0.0f : GROUND, depth = RIM - floor;
    float drift = length2(ray.x, ray.y) / -ray.z;
    if (side_of(&p) > drift * depth + 0.001f)
        return end_at(is_inside ? FLOOR : DESK, along_to(s, ray, floor));
    return followed(top, unit(ray), floor, length2(unit(ray).x, unit(ray).y) + 1e-3f, is_inside ? FLOOR : DESK);
}

/* The share of the lamp's light that reaches a place in a hole: the walls are upright and the hole is convex, so the
 * light is cut off where its ray comes to the height of the rim outside the hole. */
static float sun_in_hole(vec place, int is_tray)
{
    float rise = (RIM - 0.03f - place.z) / KEY_Z;
    if (rise <= 0.0f)
        return 1.0f;
    float x = place.x + KEY_X * rise, y = place.y + KEY_Y * rise, middle = is_tray ? TRAY_CENTRE : FIELD_CENTRE;
    float half = is_tray ? TRAY_HALF_WIDTH : FIELD_HALF_WIDTH;
    float edge = rounded_box(x - (place.x < 0.0f ? -middle : middle), y, half, HOLE_HALF_HEIGHT, 0.10f);
    float soft = 0.015f + 0.16f * rise;
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
    return open * open;
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
        float soft = 0.02f + 0.17f * t, share = step_between(-soft, soft, away);
        least = share < least ? share : least;
    }
    return least;
}

static float pool(vec place)
{
    float x = place.x + 1.0f, y = place.y - 0.8f;
    return 0.40f + 0.74f * expf(-(x * x / 150.0f + y * y / 85.0f));
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

static void lay(surface *s, const bg_material *material, vec colour, float rough, float share)
{
    s->colour = mixed(s->colour, colour, share);
    s->rough = mix(s->rough, rough, share);
    s->coat = mix(s->coat, material->coat, share);
    s->metal = mix(s->metal, material->substance == BG_METAL ? 1.0f : 0.0f, share);
}

static void tilt_towards(surface *s, vec direction, float by)
{
    s->normal = unit(add(s->normal, scaled(direction, by)));
}

/* The rails above and below have their grain along x, everything upright along y; at the corners they meet in mitres.
 */
static void dress_frame(const scene *s, surface *on, const plan *p, float footprint)
{
    const bg_table_look *look = s->look;
    float x = on->place.x, y = on->place.y, wide = fabsf(x), high = fabsf(y);
    float mitre = (high - HOLE_HALF_HEIGHT) / 0.75f - (wide - 8.22f) / 0.5f;
    int is_rail = high > HOLE_HALF_HEIGHT && mitre > 0.0f;
    uint32_t piece = look->seed * 64u + (x < 0.0f) +
                     (is_rail                        ? 8u + 2u * (y < 0.0f)
                      : wide < BAR_HALF_WIDTH + 0.1f ? 2u
                      : wide < 7.4f                  ? 4u
                                                     : 6u);
    if (is_rail)
        piece &= ~1u;
    vec grain = is_rail ? vec_of(x, y, on->place.z) : vec_of(y, x, on->place.z);
    float rough;
    vec colour = bg_texture(&look->frame, grain, piece, footprint, &rough);
    *on = (surface){.place = on->place,
                    .normal = on->normal,
                    .view = on->view,
                    .colour = colour,
                    .rough = rough,
                    .coat = look->frame.coat,
                    .bright = on->bright};
    on->sun = p->outer > -p->hole ? 1.0f : sun_in_hole(on->place, p->is_tray);
    on->open = 1.0f;

    float side = side_of(p);
    if (on->normal.z > 0.3f && side < 0.0f) {
        vec out = way_out(p, x, y);
        /* A fine routed line follows the holes, a strip of metal the outline. */
        if (p->outer <= -p->hole) {
            float away = p->hole - 0.17f, hollow = line(away, 0.020f, footprint);
            tilt_towards(on, out, hollow * clamp(away / 0.02f, -1.0f, 1.0f) * 0.45f);
            on->open *= 1.0f - 0.40f * hollow;
            on->sun *= 1.0f - 0.25f * hollow;
        }
        float strip = line(-p->outer - 0.29f, 0.022f, footprint);
        if (strip > 0.0f)
            lay(on, &look->inlay, light_of(&look->inlay), look->inlay.rough, strip);
        float lip = line(-p->outer - 0.29f, 0.034f, footprint) - strip;
        if (lip > 0.0f)
            on->colour = scaled(on->colour, 1.0f - 0.45f * lip);
        float seam = wide < BAR_HALF_WIDTH ? line(x, 0.011f, footprint) : 0.0f;
        if (wide > 8.22f && high > HOLE_HALF_HEIGHT)
            seam = line(mitre * 0.416f, 0.006f, footprint) * 0.6f;
        else if (wide < 8.22f && p->outer < -0.33f)
            seam = positive(seam) + line(high - HOLE_HALF_HEIGHT, 0.006f, footprint) * 0.5f;
        on->colour = scaled(on->colour, 1.0f - 0.75f * clamp(seam, 0.0f, 1.0f));
        on->coat *= 1.0f - clamp(seam, 0.0f, 1.0f);
    }
    if (p->outer > -p->hole) {
        float low = step_between(GROUND, GROUND + 1.2f, on->place.z);
        on->open = mix(mix(0.25f, 0.85f, low), 1.0f, positive(on->normal.z));
        on->bounce = scaled(vec_of(0.10f, 0.08f, 0.06f), low);
    } else if (on->place.z < RIM - 0.0005f) {
        float low = step_between(-0.05f, RIM, on->place.z), lit = 0.25f + 0.75f * low;
        on->open *= mix(0.40f + 0.50f * low, 1.0f, positive(on->normal.z));
        on->coat *= lit;
        const bg_material *cloth = p->is_tray ? &look->tray : &look->cloth;
        on->bounce = scaled(light_of(cloth), 0.9f);
    }
}

static void dress_floor(const scene *s, surface *on, const plan *p, float footprint)
{
    const bg_table_look *look = s->look;
    const bg_material *cloth = p->is_tray ? &look->tray : &look->cloth;
    float x = on->place.x, y = on->place.y, high = fabsf(y), rough;
    on->colour = bg_texture(cloth, vec_of(x, y, 0.0f), look->seed * 64u + 20u, footprint, &rough);
    on->rough = rough;
    on->coat = cloth->coat;
    on->sun = sun_in_hole(on->place, p->is_tray);
    on->open = open_in_hole(on->place, p->is_tray);
    /* The cloth is glued down along the wall: a soft dark line. */
    on->colour = scaled(on->colour, 1.0f - 0.45f * (1.0f - step_between(0.0f, 0.07f, -p->hole)));
    if (p->is_tray)
        return;
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
        lay(on, &look->inlay, light_of(&look->inlay), look->inlay.rough, whole);
        if (to_edge < to_base)
            tilt_towards(on, vec_of(aside < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f), 0.25f);
    }
    if (wood > 0.0f) {
        uint32_t piece = look->seed * 64u + 24u + (uint32_t)column + (x < 0.0f ? 0u : 6u) + (y < 0.0f ? 12u : 0u);
        vec colour = bg_texture(material, vec_of(y, aside, 0.0f), piece, footprint, &rough);
        float edge = 1.0f - step_between(0.0f, 0.05f, inside - INLAY_WIDTH);
        lay(on, material, scaled(colour, 1.0f - 0.25f * edge), rough, wood);
    }
}

static void dress_desk(const scene *s, surface *on, const plan *p, float footprint)
{
    const bg_table_look *look = s->look;
    const float plank = 3.3f;
    float row = floorf(clamp(on->place.y, -9999.0f, 9999.0f) / plank), within = on->place.y - row * plank;
    uint32_t piece = look->seed * 64u + 50u + ((uint32_t)(int)row & 15u) * 7u;
    on->colour =
        bg_texture(&look->table, vec_of(on->place.x * 0.8f, within - 0.5f * plank, 0.0f), piece, footprint, &on->rough);
    on->coat = look->table.coat;
    float seam = within < 0.5f * plank ? within : plank - within;
    on->colour = scaled(on->colour, 1.0f - 0.7f * line(seam, 0.012f, footprint));
    on->sun = sun_on_desk(on->place, p);
    float open = 1.0f - hidden_by_wall(p->outer, RIM - GROUND);
    on->open = open * open;
}

static vec seen_at(const scene *s, float pixel_x, float pixel_y)
{
    float across = (pixel_x - s->camera->centre_x) * s->per_pixel, up = (s->camera->centre_y - pixel_y) * s->per_pixel;
    vec ray = vec_of(across, s->sine + up * s->cosine, -s->cosine + up * s->sine);
    ray.z = ray.z > -0.08f ? -0.08f : ray.z;
    end there = cast(s, ray);
    vec back = unit(scaled(ray, -1.0f));
    float far = s->eye.z - there.place.z;
    float footprint = far / -ray.z * s->per_pixel;
    surface on = {.place = there.place,
                  .normal = {0.0f, 0.0f, 1.0f},
                  .view = back,
                  .open = 1.0f,
                  .sun = 1.0f,
                  .bright = pool(there.place)};
    switch (there.part) {
    case FRAME:
        on.normal = frame_normal(&there.plan, there.place);
        dress_frame(s, &on, &there.plan, footprint);
        break;
    case FLOOR:
        dress_floor(s, &on, &there.plan, footprint);
        break;
    default:
        dress_desk(s, &on, &there.plan, footprint);
    }
    return bg_lit(&on);
}

static int32_t check_camera(const bg_camera *c)
{
    int fits = c->width >= 1 && c->width <= BG_PICTURE_MOST_WIDTH && c->height >= 1 &&
               c->height <= BG_PICTURE_MOST_WIDTH && is_within(c->scale, 1.0f, 4096.0f) &&
               is_within(c->centre_x, -32768.0f, 32768.0f) && is_within(c->centre_y, -32768.0f, 32768.0f) &&
               is_within(c->tilt, 0.0f, 45.0f);
    return fits ? BG_OK : BG_BAD_PICTURE;
}

static int32_t check_look(const bg_table_look *look)
{
    const bg_material *all[] = {&look->frame, &look->light_point, &look->dark_point, &look->cloth,
                                &look->tray,  &look->inlay,       &look->table};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (bg_check_material(all[i]) != BG_OK)
            return BG_BAD_PICTURE;
    return BG_OK;
}

static void draw_pixel(const scene *s, int32_t x, int32_t y, int32_t samples, uint8_t *pixel)
{
    vec sum = {0.0f, 0.0f, 0.0f};
    float step = 1.0f / (float)samples;
    for (int32_t i = 0; i < samples; i++)
        for (int32_t j = 0; j < samples; j++) {
            /* A slightly turned grid: near upright and level edges get twice the steps. */
            float u = ((float)i + 0.5f + 0.4f * (((float)j + 0.5f) * step - 0.5f)) * step;
            float v = ((float)j + 0.5f - 0.4f * (((float)i + 0.5f) * step - 0.5f)) * step;
            sum = add(sum, seen_at(s, (float)x + u, (float)y + v));
        }
    bg_write_pixel(pixel, scaled(sum, step * step), 1.0f, x, y);
}

int32_t bg_picture_table(const bg_camera *camera, const bg_table_look *look, int32_t first_row, int32_t rows,
                         int32_t samples, uint8_t *pixels, size_t size)
{
    if (!camera || !look || !pixels)
        return BG_NULL_POINTER;
    if (check_camera(camera) != BG_OK || check_look(look) != BG_OK || samples < 1 || samples > 4 || first_row < 0 ||
        rows < 1 || rows > camera->height || first_row > camera->height - rows)
        return BG_BAD_PICTURE;
    if (size != (size_t)rows * (size_t)camera->width * 4)
        return BG_TOO_SMALL;
    float angle = camera->tilt * 0.01745329252f;
    scene s = {camera, look, {0.0f, 0.0f, 0.0f}, sinf(angle), cosf(angle), 1.0f / (camera->scale * DISTANCE)};
    s.eye = vec_of(0.0f, -DISTANCE * s.sine, DISTANCE * s.cosine);
    for (int32_t row = 0; row < rows; row++)
        for (int32_t x = 0; x < camera->width; x++)
            draw_pixel(&s, x, first_row + row, samples, pixels + ((size_t)row * (size_t)camera->width + (size_t)x) * 4);
    return BG_OK;
}
