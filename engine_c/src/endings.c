/* The table of endings, made row by row: what a row meets on the other side of the board was made before it.
 *
 * With the rolls' means m of the side on roll, each play the best for the cube in question: own cube, max(m, min(1, 2 m
 * with the other's cube)) for whoever may double; a double taken is worth twice what the other's cube leaves. */
#include "endings.h"
#include "bearoff.h"
#include "judge.h"

#define MAGIC 0x31474E49444E4531u /* "1ENDING1" */

enum { ROLLS = 21, MOST_FINALS = 64, MOST_ALL = BG_ENDING_ROWS * ROLLS * 16 };

/* What the making needs besides: the rows that each roll of each row can lead to. */
typedef struct {
    uint32_t ends[BG_ENDING_ROWS][ROLLS];
    uint16_t finals[MOST_ALL];
    uint32_t count;
    uint32_t is_listed;
} rolls_of_rows;

typedef struct {
    uint16_t rows[MOST_FINALS];
    int count;
} final_rows;

static void note(final_rows *finals, const uint8_t count[7])
{
    const uint16_t row = (uint16_t)bg_bear_off_row(count);
    for (int i = 0; i < finals->count; i++)
        if (finals->rows[i] == row)
            return;
    if (finals->count < MOST_FINALS)
        finals->rows[finals->count++] = row;
}

static void play(final_rows *finals, uint8_t count[7], const int *dice, int left)
{
    int top = 6;
    while (top && !count[top])
        top--;
    if (!left || !top) {
        note(finals, count);
        return;
    }
    const int die = dice[0];
    for (int from = top < die ? top : die; from <= top; from++) {
        if (!count[from])
            continue;
        const int to = from > die ? from - die : 0;
        count[from]--;
        count[to] += to > 0;
        play(finals, count, dice + 1, left - 1);
        count[from]++;
        count[to] -= to > 0;
    }
}

static void list_rolls(rolls_of_rows *rolls)
{
    rolls->count = 0;
    for (int row = 0; row < BG_ENDING_ROWS; row++) {
        uint8_t count[7];
        bg_bear_off_counts(row, count);
        int roll = 0;
        for (int high = 1; high <= 6; high++)
            for (int low = 1; low <= high; low++, roll++) {
                const int same[4] = {high, high, high, high}, one[2] = {high, low}, other[2] = {low, high};
                final_rows finals = {.count = 0};
                play(&finals, count, high == low ? same : one, high == low ? 4 : 2);
                if (high != low)
                    play(&finals, count, other, 2);
                for (int i = 0; i < finals.count && rolls->count < MOST_ALL; i++)
                    rolls->finals[rolls->count++] = finals.rows[i];
                rolls->ends[row][roll] = rolls->count;
            }
    }
    rolls->is_listed = 1;
}

BG_INLINE float with_double(float rolled, float others)
{
    const float taken = 2 * others, doubled = taken < 1 ? taken : 1;
    return doubled > rolled ? doubled : rolled;
}

/* What row i is worth on roll against row j; all that j can meet below i is known. */
static void solve(bg_endings *endings, const rolls_of_rows *rolls, int i, int j)
{
    const float (*met)[BG_ENDING_VALUES] = endings->worth[j];
    double sum[BG_ENDING_VALUES] = {0};
    uint32_t at = i ? rolls->ends[i - 1][ROLLS - 1] : 0;
    for (int high = 1, roll = 0; high <= 6; high++)
        for (int low = 1; low <= high; low++, roll++) {
            float least[BG_ENDING_VALUES] = {2, 2, 2, 2};
            for (; at < rolls->ends[i][roll]; at++) {
                const float *seen = met[rolls->finals[at]];
                const float now[BG_ENDING_VALUES] = {
                    seen[BG_ENDING_CUBELESS], with_double(seen[BG_ENDING_CENTRED], seen[BG_ENDING_OTHER]),
                    seen[BG_ENDING_OTHER], with_double(seen[BG_ENDING_OWN], seen[BG_ENDING_OTHER])};
                for (int k = 0; k < BG_ENDING_VALUES; k++)
                    least[k] = now[k] < least[k] ? now[k] : least[k];
            }
            for (int k = 0; k < BG_ENDING_VALUES; k++)
                sum[k] -= (high == low ? 1 : 2) * (double)least[k];
        }
    for (int k = 0; k < BG_ENDING_VALUES; k++)
        endings->worth[i][j][k] = (float)(sum[k] / 36);
}

static void fill(bg_endings *endings, int i, int j, float worth)
{
    for (int k = 0; k < BG_ENDING_VALUES; k++)
        endings->worth[i][j][k] = worth;
}

/* Row m against all below it and all below it against row m. */
static void make_row(bg_endings *endings, const rolls_of_rows *rolls, int m)
{
    fill(endings, m, 0, -1); /* the other side is off already */
    fill(endings, 0, m, 1);
    for (int k = 1; k < m; k++) {
        solve(endings, rolls, m, k);
        solve(endings, rolls, k, m);
    }
    if (m)
        solve(endings, rolls, m, m);
}

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t bg_endings_size(void)
{
    return sizeof(bg_endings);
}

size_t bg_endings_room(void)
{
    return rounded(sizeof(bg_endings)) + sizeof(rolls_of_rows);
}

static uint32_t checksum_of(const bg_endings *endings)
{
    return bg_checksum((const uint8_t *)endings->worth, sizeof endings->worth);
}

int32_t bg_endings_make(void *memory, size_t memory_size, int32_t rows, int32_t *left)
{
    if (!memory || !left)
        return BG_NULL_POINTER;
    if (memory_size < bg_endings_room() || (uintptr_t)memory % 64)
        return BG_BAD_WORKSPACE;
    bg_endings *endings = memory;
    rolls_of_rows *rolls = (rolls_of_rows *)(void *)((uint8_t *)memory + rounded(sizeof *endings));
    if (endings->magic != MAGIC || endings->made > BG_ENDING_ROWS) {
        endings->magic = MAGIC;
        endings->made = 0;
        rolls->is_listed = 0;
    }
    if (!rolls->is_listed && endings->made < BG_ENDING_ROWS)
        list_rolls(rolls);
    for (; rows > 0 && endings->made < BG_ENDING_ROWS; rows--)
        make_row(endings, rolls, (int)endings->made++);
    *left = BG_ENDING_ROWS - (int32_t)endings->made;
    if (!*left)
        endings->checksum = checksum_of(endings);
    return BG_OK;
}

int32_t bg_endings_check(const void *memory, size_t memory_size)
{
    if (!memory)
        return BG_NULL_POINTER;
    const bg_endings *endings = memory;
    return bg_endings_are_made(memory, memory_size) && endings->checksum == checksum_of(endings) ? BG_OK : BG_BAD_JUDGE;
}

int bg_endings_are_made(const void *memory, size_t memory_size)
{
    const bg_endings *endings = memory;
    return memory_size >= sizeof *endings && (uintptr_t)memory % 64 == 0 && endings->magic == MAGIC &&
           endings->made == BG_ENDING_ROWS;
}

static int is_few(const bg_game *game, const bg_side *side)
{
    return side->count[BG_OFF] < game->checkers && game->checkers - side->count[BG_OFF] <= BG_ENDING_CHECKERS &&
           !(held(side, 1) & BG_OUTSIDE) && !side->pinned;
}

const float *bg_ending_of(const bg_endings *endings, const bg_game *game, const bg_position *position)
{
    const bg_side *own = &position->side[0], *other = &position->side[1];
    const int is_plain = !game->exact_bear_off && !game->cascade && !game->choice_after_two_one && !game->complement &&
                         !game->mother_value && !game->equal_turns && game->checkers == BG_MAX_CHECKERS;
    if (!is_plain || !is_few(game, own) || !is_few(game, other))
        return NULL;
    return endings->worth[bg_bear_off_row(own->count)][bg_bear_off_row(other->count)];
}

int32_t bg_ending_worths(const void *endings, size_t endings_size, const bg_game *game, const bg_position *positions,
                         size_t count, float *worths, uint8_t *known, bg_fault *fault)
{
    int32_t status = bg_check(game, positions, count, fault);
    if (status != BG_OK)
        return status;
    if (!endings || (count && (!worths || !known)))
        return BG_NULL_POINTER;
    if (!bg_endings_are_made(endings, endings_size))
        return BG_BAD_JUDGE;
    for (size_t i = 0; i < count; i++) {
        const float *found =
            bg_phase_of(game, &positions[i]) == BG_PHASE_BEAR_OFF ? bg_ending_of(endings, game, &positions[i]) : NULL;
        known[i] = found != NULL;
        for (int k = 0; k < BG_ENDING_VALUES; k++)
            worths[BG_ENDING_VALUES * i + (size_t)k] = found ? found[k] : 0.0f;
    }
    return BG_OK;
}
