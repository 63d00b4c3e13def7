/* The picture of the empty table: where a ray from the eye ends.
 *
 * The frame is an upright block with four holes, so most rays end on one of four planes that are found at once; only
 * near an edge or a wall is a ray followed step by step. */
#include "plan.h"

#define DISTANCE 62.0f
#define STEEP 0.5f

typedef struct {
    const bg_camera *camera;
    const bg_table_look *look;
    vec eye;
    float sine, cosine, per_pixel;
} scene;

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

static float pool(vec place)
{
    float x = place.x + 1.0f, y = place.y - 0.8f;
    return 0.34f + 0.84f * expf(-(x * x / 115.0f + y * y / 66.0f));
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
        if (on.normal.z < STEEP) /* one pixel sees much of a wall that it looks along: the grain blurs */
            footprint /= clamp(dot(on.normal, back), 0.1f, 1.0f);
        bg_finish_frame(s->look, &on, &there.plan, footprint);
        break;
    case FLOOR:
        bg_finish_floor(s->look, &on, &there.plan, footprint);
        break;
    default:
        bg_finish_desk(s->look, &on, &there.plan, footprint);
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
                                &look->tray,  &look->inlay,       &look->hinge,      &look->table};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (bg_check_material(all[i]) != BG_OK)
            return BG_BAD_PICTURE;
    return look->border >= 0 && look->border < BG_BORDERS ? BG_OK : BG_BAD_PICTURE;
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
