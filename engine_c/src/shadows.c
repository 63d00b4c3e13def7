/* The shadows of pieces: an upright block keeps the lamp away slice by slice, and the sky around it. */
#include "light.h"
#include <string.h>

/* The light that a block takes from a place of the plane, 0 to 1: the lamp's, slice by slice, and the sky's. */
static float shade_of(const bg_block *block, float x, float y, float sine, float cosine)
{
    float darkest = 0.0f;
    for (int i = 0; i <= 8 && darkest < 0.999f; i++) {
        float rise = (block->lift + block->height * (float)i / 8.0f) / KEY_Z;
        float right = x + KEY_X * rise, up = y + KEY_Y * rise;
        float away = rounded_box(cosine * right + sine * up, cosine * up - sine * right, block->half, block->half,
                                 block->corner);
        float soft = 0.015f + 0.21f * rise, dark = 1.0f - step_between(-soft, soft, away);
        darkest = dark > darkest ? dark : darkest;
    }
    float away = rounded_box(cosine * x + sine * y, cosine * y - sine * x, block->half, block->half, block->corner);
    float height = block->height,
          hidden = away <= 0.0f ? 0.5f : 0.5f * (1.0f - away / sqrtf(away * away + height * height + 1e-9f));
    hidden *= 1.0f - step_between(0.0f, 0.1f + 0.25f * height, away);
    float close = 1.0f / (1.0f + 3.0f * block->lift);
    float contact = 1.0f - step_between(0.0f, 0.07f, away);
    float sky = 1.0f - close * (hidden + 0.46f * contact);
    return 1.0f - (1.0f - 0.80f * darkest) * (0.20f + 0.80f * sky);
}

int32_t bg_picture_shadow(const bg_sprite *sprite, const bg_block *block, uint8_t *pixels, size_t size)
{
    if (!sprite || !block || !pixels)
        return BG_NULL_POINTER;
    int32_t status = bg_check_sprite(sprite, size);
    if (status != BG_OK)
        return status;
    if (!is_within(block->half, 0.0f, 4.0f) || !is_within(block->corner, 0.0f, block->half) ||
        !is_within(block->height, 0.0f, 4.0f) || !is_within(block->lift, 0.0f, 8.0f) ||
        !is_within(block->turn, -360.0f, 360.0f))
        return BG_BAD_PICTURE;
    float flat = cosf(sprite->tilt * 0.01745329252f), turn = block->turn * 0.01745329252f;
    float sine = sinf(turn), cosine = cosf(turn);
    uint8_t black[4];
    bg_write_pixel(black, vec_of(0.0015f, 0.0009f, 0.0006f), 0.0f, 0, 0);
    for (int32_t y = 0; y < sprite->height; y++)
        for (int32_t x = 0; x < sprite->width; x++) {
            float right = ((float)x + 0.5f - sprite->centre_x) / sprite->scale;
            float up = (sprite->centre_y - (float)y - 0.5f) / (sprite->scale * flat);
            float dark = shade_of(block, right, up, sine, cosine);
            uint8_t *pixel = pixels + ((size_t)y * (size_t)sprite->width + (size_t)x) * 4;
            memcpy(pixel, black, 3);
            pixel[3] = (uint8_t)(clamp(dark, 0.0f, 1.0f) * 255.0f + 0.5f);
        }
    return BG_OK;
}
