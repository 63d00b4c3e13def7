/* A file of weights becomes a judge: everything in it is looked at before it is believed. */
#include "judge.h"

#define MAGIC 0x4547445548534842u /* "BHSHUDGE" */

uint32_t bg_checksum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

static size_t aligned(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

static size_t numbers_of(size_t hidden)
{
    return (size_t)(BG_ROWS + BG_FEATURES + BG_CHANCES) * hidden * 2 + BG_CHANCES * 4;
}

static int32_t refuse(bg_fault *fault, int32_t status, size_t value, size_t limit)
{
    return bg_refuse(fault, status, 0, 0, (int32_t)value, (int32_t)limit);
}

/* The head, and the heads of all nets; *needed is the size of the judge. */
static int32_t read_heads(const uint8_t *weights, size_t weights_size, bg_weights_head *head, size_t *needed,
                          bg_fault *fault)
{
    *needed = 0;
    if (!weights)
        return BG_NULL_POINTER;
    if ((uintptr_t)weights % 4)
        return BG_BAD_WORKSPACE;
    if (fault)
        fault->index = 0;
    if (weights_size < 8 || memcmp(weights, "SHESHNET", 8))
        return BG_NO_WEIGHTS;
    if (weights_size < sizeof *head)
        return refuse(fault, BG_CUT_WEIGHTS, weights_size, sizeof *head);
    memcpy(head, weights, sizeof *head);
    if (head->version != BG_WEIGHTS_VERSION)
        return refuse(fault, BG_OTHER_WEIGHTS, head->version, BG_WEIGHTS_VERSION);
    if (weights_size < head->size)
        return refuse(fault, BG_CUT_WEIGHTS, weights_size, head->size);
    if (head->size != weights_size || head->rows != BG_ROWS || head->features != BG_FEATURES ||
        head->nets > BG_MOST_NETS || head->is_raw > 1 ||
        bg_checksum(weights + sizeof *head, weights_size - sizeof *head) != head->checksum)
        return BG_SPOILED_WEIGHTS;
    size_t at = sizeof *head;
    unsigned seen = 0;
    *needed = aligned(sizeof(bg_judge_block));
    for (int i = 0; i < head->nets; i++) {
        bg_net_head net;
        if (weights_size - at < sizeof net)
            return BG_SPOILED_WEIGHTS;
        memcpy(&net, weights + at, sizeof net);
        at += sizeof net;
        if (!net.hidden || net.hidden % BG_LANES || net.hidden > BG_MOST_HIDDEN || net.slot > BG_SLOT_RACE ||
            seen >> net.slot & 1 || net.out_shift < BG_LEAST_OUT_SHIFT || net.out_shift > BG_MOST_OUT_SHIFT ||
            weights_size - at < numbers_of(net.hidden))
            return BG_SPOILED_WEIGHTS;
        seen |= 1u << net.slot;
        at += numbers_of(net.hidden);
        *needed += aligned((size_t)BG_COLUMNS * net.hidden * 2) + aligned((size_t)BG_FEATURES * net.hidden * 2) +
                   aligned((size_t)BG_CHANCES * net.hidden * 2);
    }
    return at == weights_size && seen == (1u << (BG_SLOT_RACE + 1)) - 1 ? BG_OK : BG_SPOILED_WEIGHTS;
}

/* The column of a count: its units' rows in whole numbers, 512 for 1. */
static void make_column(const int16_t *rows, size_t hidden, const int tenths[BG_UNITS], int16_t *column)
{
    for (size_t i = 0; i < hidden; i++) {
        int32_t sum = 0;
        for (int unit = 0; unit < BG_UNITS; unit++)
            sum += tenths[unit] * rows[(size_t)unit * hidden + i];
        const int32_t scale = 10 << (BG_ROW_SHIFT - BG_HIDDEN_SHIFT);
        int32_t rounded = sum >= 0 ? (sum + scale / 2) / scale : -((scale / 2 - sum) / scale);
        column[i] = (int16_t)(rounded > INT16_MAX ? INT16_MAX : rounded < -INT16_MAX ? -INT16_MAX : rounded);
    }
}

static void make_columns(const int16_t *rows, size_t hidden, int16_t *columns)
{
    static const int whole[BG_UNITS] = {10, 0, 0, 0};
    memset(columns, 0, (size_t)BG_COLUMNS * hidden * 2);
    make_column(rows, hidden, whole, columns);
    for (int side = 0; side < 2; side++) {
        const int16_t *of_side = rows + (size_t)(1 + side * BG_SIDE_ROWS) * hidden;
        int16_t *to_side = columns + (size_t)(1 + side * BG_SIDE_COLUMNS) * hidden;
        for (int place = 0; place < 27; place++)
            for (int count = 1; count <= BG_MAX_CHECKERS; count++) {
                int tenths[BG_UNITS];
                bg_units(place, count, tenths);
                make_column(of_side + (size_t)(place * BG_UNITS) * hidden, hidden, tenths,
                            to_side + (size_t)(place * 16 + count) * hidden);
            }
        for (int pin = 0; pin < 25; pin++)
            make_column(of_side + (size_t)(27 * BG_UNITS + pin) * hidden, hidden, whole,
                        to_side + (size_t)(27 * 16 + pin) * hidden);
    }
}

/* No sum of an output may leave 32 bits, no weight of a feature its range. */
static int in_range(const int16_t *features, const int16_t *outputs, const int32_t *bias, size_t hidden)
{
    for (size_t i = 0; i < BG_FEATURES * hidden; i++)
        if (features[i] > BG_MOST_FEATURE_WEIGHT || features[i] < -BG_MOST_FEATURE_WEIGHT)
            return 0;
    for (int o = 0; o < BG_CHANCES; o++) {
        int64_t sum = bias[o] < 0 ? -(int64_t)bias[o] : bias[o];
        for (size_t i = 0; i < hidden; i++) {
            int32_t weight = outputs[(size_t)o * hidden + i];
            sum += (int64_t)(weight < 0 ? -weight : weight) * (BG_HIDDEN_MOST + 1);
        }
        if (sum > INT32_MAX)
            return 0;
    }
    return 1;
}

int32_t bg_judge_size(const uint8_t *weights, size_t weights_size, size_t *needed, bg_fault *fault)
{
    bg_weights_head head;
    if (!needed)
        return BG_NULL_POINTER;
    return read_heads(weights, weights_size, &head, needed, fault);
}

int32_t bg_judge_make(const uint8_t *weights, size_t weights_size, void *memory, size_t memory_size, bg_fault *fault)
{
    bg_weights_head head;
    size_t needed = 0;
    int32_t status = read_heads(weights, weights_size, &head, &needed, fault);
    if (status != BG_OK)
        return status;
    if (!memory)
        return BG_NULL_POINTER;
    if (memory_size < needed || (uintptr_t)memory % 64)
        return BG_BAD_WORKSPACE;
    bg_judge_block *block = memory;
    uint8_t *base = memory;
    memset(block, 0, sizeof *block);
    block->size = needed;
    block->travel = head.travel;
    block->contact = head.contact;
    block->checkers = head.checkers;
    block->is_raw = (uint8_t)head.is_raw;
    block->simd = (uint8_t)bg_simd_detected(); /* asking the processor takes long */
    bg_make_net_tables(&block->net_tables);
    bg_make_feature_tables(&block->feature_tables);
    size_t to = aligned(sizeof *block);
    const uint8_t *from = weights + sizeof head;
    for (int i = 0; i < head.nets; i++) {
        bg_net_head net;
        memcpy(&net, from, sizeof net);
        const size_t hidden = net.hidden, row = hidden * 2;
        block->net[net.slot].hidden = net.hidden;
        block->net[net.slot].out_shift = net.out_shift;
        block->net[net.slot].columns = to;
        int16_t *columns = (int16_t *)(base + to);
        to += aligned(BG_COLUMNS * row);
        block->net[net.slot].features = to;
        int16_t *pairs = (int16_t *)(base + to);
        to += aligned(BG_FEATURES * row);
        block->net[net.slot].outputs = to;
        int16_t *outputs = (int16_t *)(base + to);
        to += aligned(BG_CHANCES * row);

        /* The nets' heads and biases are whole words, so all their numbers lie on even places. */
        const int16_t *rows = (const int16_t *)(const void *)(from + sizeof net);
        const int16_t *features = rows + BG_ROWS * hidden, *outs = features + BG_FEATURES * hidden;
        make_columns(rows, hidden, columns);
        for (size_t pair = 0; pair < BG_PAIRS; pair++)
            for (size_t unit = 0; unit < hidden; unit++) {
                int16_t *place = pairs + (pair * hidden + (size_t)bg_pair_place((int)unit)) * 2;
                place[0] = features[2 * pair * hidden + unit];
                place[1] = features[(2 * pair + 1) * hidden + unit];
            }
        memcpy(outputs, outs, BG_CHANCES * row);
        memcpy(block->net[net.slot].bias, outs + BG_CHANCES * hidden, sizeof block->net[net.slot].bias);
        if (!in_range(features, outputs, block->net[net.slot].bias, hidden))
            return BG_SPOILED_WEIGHTS;
        from += sizeof net + numbers_of(hidden);
    }
    block->magic = MAGIC;
    return BG_OK;
}

int32_t bg_judge_fits(const bg_judgement *judgement, const bg_game *game)
{
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!judgement || !judgement->judge)
        return BG_NULL_POINTER;
    const bg_judge_block *block = judgement->judge;
    if ((uintptr_t)block % 64 || judgement->judge_size < sizeof *block || block->magic != MAGIC ||
        judgement->judge_size < block->size)
        return BG_BAD_JUDGE;
    if (judgement->bear_off && !bg_bear_off_is_made(judgement->bear_off, judgement->bear_off_size))
        return BG_BAD_JUDGE;
    if (judgement->endings && !bg_endings_are_made(judgement->endings, judgement->endings_size))
        return BG_BAD_JUDGE;
    return block->travel == game->travel && block->contact == game->contact && block->checkers == game->checkers
               ? BG_OK
               : BG_UNFIT_WEIGHTS;
}
