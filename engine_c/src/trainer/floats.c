/* Nets in floats: what the quantised ones of net.c are made from. Written for the compiler to widen. */
#include "floats.h"

#include <math.h>

#define LEAK (1.0f / (1 << BG_LEAK_SHIFT))
#define MOST (16.0f)

void bt_sizes(int32_t *rows, int32_t *features, int32_t *chances)
{
    *rows = BG_ROWS;
    *features = BG_FEATURES;
    *chances = BG_CHANCES;
}

static void add(bt_inputs *inputs, int line, float value)
{
    inputs->line[inputs->count] = (uint16_t)line;
    inputs->value[inputs->count++] = value;
}

void bt_read(const bg_feature_tables *tables, const bt_net *net, const bg_game *game, const bg_position *position,
             int slot, int simd, bt_inputs *inputs)
{
    inputs->count = 0;
    add(inputs, 0, 1.0f);
    for (int which = 0; which < 2; which++) {
        const bg_side *side = &position->side[which];
        int base = 1 + which * BG_SIDE_ROWS;
        for (uint32_t set = held(side, 1) | (side->count[BG_OFF] > 0); set; set &= set - 1) {
            int place = lowest(set), tenths[BG_UNITS];
            bg_units(place, side->count[place], tenths);
            for (int unit = 0; unit < BG_UNITS; unit++)
                if (tenths[unit])
                    add(inputs, base + place * BG_UNITS + unit, 0.1f * (float)tenths[unit]);
        }
        for (uint32_t pins = side->pinned; pins; pins &= pins - 1)
            add(inputs, base + 27 * BG_UNITS + lowest(pins), 1.0f);
    }
    if (net->is_raw)
        return;
    int16_t features[BG_FEATURES];
    bg_features_of(tables, game, position, slot, simd, features);
    for (int f = 0; f < BG_FEATURES; f++)
        if (features[f])
            add(inputs, BG_ROWS + f, (float)features[f] / BG_FEATURE_ONE);
}

void bt_run(const bt_net *net, const bt_inputs *inputs, bt_pass *pass)
{
    const size_t hidden = (size_t)net->hidden;
    float *restrict sum = pass->hidden;
    memset(sum, 0, hidden * sizeof *sum);
    for (int k = 0; k < inputs->count; k++) {
        const float *restrict line = net->weights + inputs->line[k] * hidden;
        const float value = inputs->value[k];
        for (size_t i = 0; i < hidden; i++)
            sum[i] += value * line[i];
    }
    for (size_t i = 0; i < hidden; i++) {
        float x = sum[i], leaked = x * LEAK;
        x = x > leaked ? x : leaked;
        sum[i] = x < MOST ? x : MOST;
    }
    const float *outputs = net->weights + BT_LINES * hidden, *bias = outputs + BG_CHANCES * hidden;
    for (int o = 0; o < BG_CHANCES; o++) {
        const float *restrict weights = outputs + (size_t)o * hidden;
        float z = bias[o];
        for (size_t i = 0; i < hidden; i++)
            z += weights[i] * sum[i];
        pass->chance[o] = 1.0f / (1.0f + expf(-z));
    }
}

static float clamped(float chance)
{
    return chance < 1e-6f ? 1e-6f : chance > 1 - 1e-6f ? 1 - 1e-6f : chance;
}

double bt_errors(const float chance[BG_CHANCES], const float *label, float equity_weight, float errors[BG_CHANCES],
                 double *square)
{
    static const float price[BG_CHANCES] = {2, 1, 1, -1, -1};
    double loss = 0;
    float difference = 0;
    for (int o = 0; o < BG_CHANCES; o++) {
        float p = clamped(chance[o]);
        loss -= label[o] * logf(p) + (1 - label[o]) * logf(1 - p);
        errors[o] = chance[o] - label[o];
        difference += price[o] * errors[o];
    }
    loss += 0.5 * equity_weight * difference * difference;
    for (int o = 0; o < BG_CHANCES; o++)
        errors[o] += equity_weight * difference * price[o] * chance[o] * (1 - chance[o]);
    if (square)
        *square += difference * difference;
    return loss;
}

void bt_back(const bt_net *net, const bt_inputs *inputs, const bt_pass *pass, const float errors[BG_CHANCES],
             float scale, float *to)
{
    const size_t hidden = (size_t)net->hidden;
    const float *outputs = net->weights + BT_LINES * hidden;
    float *to_outputs = to + BT_LINES * hidden, *to_bias = to_outputs + BG_CHANCES * hidden;
    float back[BG_MOST_HIDDEN];
    memset(back, 0, hidden * sizeof *back);
    for (int o = 0; o < BG_CHANCES; o++) {
        const float error = scale * errors[o];
        const float *weights = outputs + (size_t)o * hidden;
        float *onto = to_outputs + (size_t)o * hidden;
        for (size_t i = 0; i < hidden; i++) {
            float weight = weights[i];
            back[i] += error * weight;
            onto[i] += error * pass->hidden[i];
        }
        to_bias[o] += error;
    }
    for (size_t i = 0; i < hidden; i++) {
        float h = pass->hidden[i];
        back[i] *= h >= MOST ? 0.0f : h > 0 ? 1.0f : LEAK;
    }
    for (int k = 0; k < inputs->count; k++) {
        float *restrict onto = to + inputs->line[k] * hidden;
        const float value = inputs->value[k];
        for (size_t i = 0; i < hidden; i++)
            onto[i] += value * back[i];
    }
}
