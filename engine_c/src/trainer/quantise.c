/* Nets in training -> a file of weights. */
#include "floats.h"

#include <math.h>

static int16_t rounded(float weight, float scale, int most)
{
    float x = nearbyintf(weight * scale);
    return (int16_t)(x > (float)most ? most : x < (float)-most ? -most : (int)x);
}

/* The finest scale at which no sum of an output can leave 32 bits. */
static int out_shift_of(const float *outputs, size_t hidden)
{
    double worst = 0;
    for (int o = 0; o < BG_CHANCES; o++) {
        double sum = fabs(outputs[BG_CHANCES * hidden + (size_t)o]) / 16 + 0.01 * (double)hidden / 64;
        for (size_t i = 0; i < hidden; i++)
            sum += fabs(outputs[(size_t)o * hidden + i]);
        worst = sum > worst ? sum : worst;
    }
    int shift = BG_MOST_OUT_SHIFT;
    while (shift > BG_LEAST_OUT_SHIFT && worst * (BG_HIDDEN_MOST + 1) * (1 << shift) > 2.1e9)
        shift--;
    return shift;
}

static uint8_t *write_net(const bt_net *net, int slot, uint8_t *to)
{
    const size_t hidden = (size_t)net->hidden;
    const float *features = net->weights + BG_ROWS * hidden, *outputs = features + BG_FEATURES * hidden;
    const int shift = out_shift_of(outputs, hidden);
    bg_net_head head = {(uint16_t)hidden, (uint8_t)slot, (uint8_t)shift};
    memcpy(to, &head, sizeof head);
    int16_t *number = (int16_t *)(void *)(to + sizeof head);
    for (size_t i = 0; i < BG_ROWS * hidden; i++)
        *number++ = rounded(net->weights[i], 1 << BG_ROW_SHIFT, INT16_MAX);
    for (size_t i = 0; i < BG_FEATURES * hidden; i++)
        *number++ = rounded(features[i], 1 << BG_FEATURE_SHIFT, BG_MOST_FEATURE_WEIGHT);
    for (size_t i = 0; i < BG_CHANCES * hidden; i++)
        *number++ = rounded(outputs[i], (float)(1 << shift), INT16_MAX);
    for (int o = 0; o < BG_CHANCES; o++) {
        double scaled = outputs[BG_CHANCES * hidden + (size_t)o] * (double)(1 << (shift + BG_HIDDEN_SHIFT));
        int32_t bias = (int32_t)nearbyint(scaled);
        memcpy(number, &bias, sizeof bias);
        number += 2;
    }
    return (uint8_t *)number;
}

int32_t bt_quantise(const bg_game *game, const bt_net *nets, uint8_t *file, size_t capacity, size_t *needed)
{
    *needed = sizeof(bg_weights_head);
    for (int slot = 0; slot < BT_SLOTS; slot++)
        *needed += sizeof(bg_net_head) + BG_CHANCES * 4 +
                   (size_t)(BG_ROWS + BG_FEATURES + BG_CHANCES) * (size_t)nets[slot].hidden * 2;
    if (capacity < *needed)
        return BG_TOO_SMALL;
    uint8_t *to = file + sizeof(bg_weights_head);
    for (int slot = 0; slot < BT_SLOTS; slot++)
        to = write_net(&nets[slot], slot, to);
    bg_weights_head head = {
        .version = BG_WEIGHTS_VERSION,
        .size = (uint32_t)*needed,
        .checksum = bg_checksum(file + sizeof head, *needed - sizeof head),
        .nets = BT_SLOTS,
        .travel = game->travel,
        .contact = game->contact,
        .checkers = game->checkers,
        .rows = BG_ROWS,
        .features = BG_FEATURES,
        .is_raw = nets[0].is_raw != 0,
    };
    memcpy(head.magic, "SHESHNET", 8);
    memcpy(file, &head, sizeof head);
    return BG_OK;
}
