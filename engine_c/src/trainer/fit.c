/* Supervised fitting: gradients over many positions, and Adam. */
#include "floats.h"

#include <math.h>

int32_t bt_slots(const bg_game *game, const bg_position *positions, size_t count, int8_t *slots)
{
    int32_t status = bg_check(game, positions, count, NULL);
    if (status != BG_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        int phase = bg_phase_of(game, &positions[i]);
        slots[i] = (int8_t)(phase < 0 ? -1 : phase);
    }
    return BG_OK;
}

int32_t bt_forward(const bg_game *game, const bt_net *net, int32_t slot, const bg_position *positions, size_t count,
                   float *chances)
{
    const int simd = bg_simd_detected();
    bg_feature_tables tables;
    bg_make_feature_tables(&tables);
    bt_inputs inputs;
    bt_pass pass;
    for (size_t i = 0; i < count; i++) {
        bt_read(&tables, net, game, &positions[i], slot, simd, &inputs);
        bt_run(net, &inputs, &pass);
        memcpy(chances + i * BG_CHANCES, pass.chance, sizeof pass.chance);
    }
    return BG_OK;
}

int32_t bt_gradient(const bg_game *game, const bt_net *net, int32_t slot, const bg_position *positions,
                    const float *labels, size_t count, float equity_weight, float *gradient, double *loss)
{
    const int simd = bg_simd_detected();
    bg_feature_tables tables;
    bg_make_feature_tables(&tables);
    memset(gradient, 0, bt_length(net->hidden) * sizeof *gradient);
    *loss = 0;
    for (size_t i = 0; i < count; i++) {
        bt_inputs inputs;
        bt_pass pass;
        float errors[BG_CHANCES];
        bt_read(&tables, net, game, &positions[i], slot, simd, &inputs);
        bt_run(net, &inputs, &pass);
        *loss += bt_errors(pass.chance, labels + i * BG_CHANCES, equity_weight, errors, NULL) / (double)count;
        bt_back(net, &inputs, &pass, errors, 1.0f / (float)count, gradient);
    }
    return BG_OK;
}

static void update(bt_net *net, bt_adam *adam, float *restrict first, float *restrict second, float *restrict average,
                   const float *restrict gradient)
{
    const size_t length = bt_length(net->hidden);
    float *restrict weights = net->weights;
    adam->step++;
    const float unbias1 = 1.0f / (1.0f - powf(adam->decay1, (float)adam->step));
    const float unbias2 = 1.0f / (1.0f - powf(adam->decay2, (float)adam->step));
    const float rate = adam->rate * unbias1, epsilon = adam->epsilon, most = adam->most;
    const float keep1 = adam->decay1, keep2 = adam->decay2;
    const float share = adam->average > 1.0f / (float)adam->step ? adam->average : 1.0f / (float)adam->step;
    for (size_t i = 0; i < length; i++) {
        float g = gradient[i];
        first[i] = keep1 * first[i] + (1 - keep1) * g;
        second[i] = keep2 * second[i] + (1 - keep2) * g * g;
        float w = weights[i] - rate * first[i] / (sqrtf(second[i] * unbias2) + epsilon);
        w = w > most ? most : w < -most ? -most : w;
        weights[i] = w;
        average[i] += share * (w - average[i]);
    }
}

int32_t bt_fit(const bg_game *game, bt_net *net, int32_t slot, const bg_position *positions, const float *labels,
               const int64_t *order, size_t count, bt_adam *adam, float *first, float *second, float *average,
               float *gradient, double *loss, double *square)
{
    const int simd = bg_simd_detected();
    bg_feature_tables tables;
    bg_make_feature_tables(&tables);
    *loss = *square = 0;
    const size_t batch = (size_t)adam->batch;
    for (size_t start = 0; start < count; start += batch) {
        const size_t n = count - start < batch ? count - start : batch;
        memset(gradient, 0, bt_length(net->hidden) * sizeof *gradient);
        for (size_t k = 0; k < n; k++) {
            const size_t i = (size_t)order[start + k];
            bt_inputs inputs;
            bt_pass pass;
            float errors[BG_CHANCES];
            bt_read(&tables, net, game, &positions[i], slot, simd, &inputs);
            bt_run(net, &inputs, &pass);
            *loss += bt_errors(pass.chance, labels + i * BG_CHANCES, adam->equity_weight, errors, square);
            bt_back(net, &inputs, &pass, errors, 1.0f / (float)n, gradient);
        }
        update(net, adam, first, second, average, gradient);
    }
    return BG_OK;
}
