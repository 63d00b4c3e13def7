/* The exact table of races at home, made row by row: a row needs only rows with fewer pips, which come before it. */
#include "bearoff.h"
#include "net.h"

#define MAGIC 0x46464F5241454231u /* "1BEAROFF" */

/* How many ways there are to choose `few` of `many`, for the rows' numbers. */
static const int32_t *choose_row(int few)
{
    static const int32_t table[7][21] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20},
        {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190},
        {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680, 816, 969, 1140},
        {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060, 3876, 4845},
        {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628, 15504},
        {0, 0, 0, 0, 0, 0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760}};
    return table[few];
}

/* Sums of the counts from the 6-point down name a row; moving a checker down or off lowers one of them. */
int bg_bear_off_row(const uint8_t *count)
{
    int row = 0, sum = 0;
    for (int i = 1; i <= 6; i++) {
        sum += count[7 - i];
        row += choose_row(i)[sum + i - 1];
    }
    return row;
}

void bg_bear_off_counts(int row, uint8_t count[7])
{
    int sums[7] = {0};
    for (int i = 6; i >= 1; i--) {
        int place = i - 1;
        while (place < 20 && choose_row(i)[place + 1] <= row)
            place++;
        row -= choose_row(i)[place];
        sums[i] = place - i + 1;
    }
    for (int i = 1; i <= 6; i++)
        count[7 - i] = (uint8_t)(sums[i] - sums[i - 1]);
    count[0] = 0;
}

typedef struct {
    const bg_bear_off *table;
    int best, first_best; /* rows reached by the best play; -1 off, -2 none yet */
    float mean, first_mean;
    int start; /* checkers before the roll */
} search;

static void reached(search *s, const uint8_t count[7], int left)
{
    int row = bg_bear_off_row(count);
    float mean = left ? s->table->mean[row] : 0.0f;
    if (s->best == -2 || mean < s->mean)
        s->best = row, s->mean = mean;
    float first_mean = left < s->start ? 0.0f : s->table->first_mean[row];
    if (s->first_best == -2 || first_mean < s->first_mean)
        s->first_best = left < s->start ? -1 : row, s->first_mean = first_mean;
}

static void play(search *s, uint8_t count[7], int left, const int *dice, int n)
{
    if (!n || !left) {
        reached(s, count, left);
        return;
    }
    int die = dice[0], top = 6;
    while (top && !count[top])
        top--;
    for (int from = top < die ? top : die; from <= top; from++) {
        if (!count[from])
            continue;
        int to = from > die ? from - die : 0;
        count[from]--;
        count[to]++;
        play(s, count, left - !to, dice + 1, n - 1);
        count[from]++;
        count[to]--;
    }
}

/* One more roll on top of what the best play leaves. */
static void make_row(bg_bear_off *table, int row)
{
    uint8_t count[7];
    bg_bear_off_counts(row, count);
    int left = 0;
    for (int point = 1; point <= 6; point++)
        left += count[point];
    double chance[BG_MOST_ROLLS] = {0}, first[BG_FIRST_ROLLS] = {0}, mean = 1, first_mean = 1;
    for (int high = 1; high <= 6 && left; high++)
        for (int low = 1; low <= high; low++) {
            search s = {table, -2, -2, 0, 0, left};
            int same[4] = {high, high, high, high}, one[2] = {high, low}, other[2] = {low, high};
            play(&s, count, left, high == low ? same : one, high == low ? 4 : 2);
            if (high != low)
                play(&s, count, left, other, 2);
            double weight = (high == low ? 1 : 2) / 36.0;
            mean += weight * s.mean;
            first_mean += weight * s.first_mean;
            if (s.best == 0)
                chance[0] += weight;
            for (int k = 0; k < BG_MOST_ROLLS && s.best > 0; k++)
                chance[k + 1 < BG_MOST_ROLLS ? k + 1 : k] += weight * table->chance[s.best][k] / BG_ROLL_CERTAIN;
            if (s.first_best < 0)
                first[0] += weight;
            for (int k = 0; k < BG_FIRST_ROLLS && s.first_best >= 0; k++)
                first[k + 1 < BG_FIRST_ROLLS ? k + 1 : k] += weight * table->first[s.first_best][k] / BG_ROLL_CERTAIN;
        }
    table->mean[row] = left ? (float)mean : 0.0f;
    table->first_mean[row] = left ? (float)first_mean : 0.0f;
    /* Sums are rounded, so that a row adds up to certainty. */
    double sum = 0, first_sum = 0;
    int done = 0, first_done = 0;
    for (int k = 0; k < BG_MOST_ROLLS; k++) {
        sum += chance[k];
        int now = (int)(sum * BG_ROLL_CERTAIN + 0.5);
        table->chance[row][k] = (uint16_t)(now - done);
        done = now;
    }
    for (int k = 0; k < BG_FIRST_ROLLS; k++) {
        first_sum += first[k];
        int now = (int)(first_sum * BG_ROLL_CERTAIN + 0.5);
        table->first[row][k] = (uint16_t)(now - first_done);
        first_done = now;
    }
}

size_t bg_bear_off_size(void)
{
    return sizeof(bg_bear_off);
}

int32_t bg_bear_off_make(void *memory, size_t memory_size, int32_t rows, int32_t *left)
{
    if (!memory || !left)
        return BG_NULL_POINTER;
    if (memory_size < sizeof(bg_bear_off) || (uintptr_t)memory % 8)
        return BG_BAD_WORKSPACE;
    bg_bear_off *table = memory;
    if (table->magic != MAGIC || table->made < 0 || table->made > BG_BEAR_OFFS) {
        table->magic = MAGIC;
        table->made = table->unused = 0;
    }
    for (; rows > 0 && table->made < BG_BEAR_OFFS; rows--)
        make_row(table, table->made++);
    *left = BG_BEAR_OFFS - table->made;
    return BG_OK;
}

int bg_bear_off_is_made(const void *memory, size_t memory_size)
{
    const bg_bear_off *table = memory;
    return memory_size >= sizeof(bg_bear_off) && (uintptr_t)memory % 8 == 0 && table->magic == MAGIC &&
           table->made == BG_BEAR_OFFS;
}

/* Chance, of BG_CERTAIN, that the side needing `own` rolls is done no later than the other has made `lag` fewer. */
static int32_t is_ahead(const uint16_t *own, const uint16_t *other, int others, int lag)
{
    /* later[k]: the other needs more than k rolls */
    uint64_t sum = 0, later = BG_ROLL_CERTAIN;
    for (int k = 0; k < BG_MOST_ROLLS; k++) {
        int before = k - lag; /* index of the other's last roll made before ours */
        if (before >= 0)
            later -= before < others ? other[before] : 0;
        sum += own[k] * later;
    }
    return (int32_t)(sum * BG_CERTAIN / ((uint64_t)BG_ROLL_CERTAIN * BG_ROLL_CERTAIN));
}

void bg_bear_off_chances(const bg_bear_off *table, const bg_position *position, int32_t chances[5])
{
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    int mine = bg_bear_off_row(own->count), his = bg_bear_off_row(opponent->count);
    chances[0] = is_ahead(table->chance[mine], table->chance[his], BG_MOST_ROLLS, 1);
    chances[1] = opponent->count[BG_OFF] ? 0 : is_ahead(table->chance[mine], table->first[his], BG_FIRST_ROLLS, 1);
    chances[3] = own->count[BG_OFF] ? 0 : is_ahead(table->chance[his], table->first[mine], BG_FIRST_ROLLS, 0);
    chances[2] = chances[4] = 0;
}
