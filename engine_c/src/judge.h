/* A judge in its block of memory, and the form of a file of weights. */
#ifndef BG_JUDGE_H
#define BG_JUDGE_H

#include "bearoff.h"
#include "endings.h"
#include "net.h"

/* A file of weights, little-endian, without gaps: this head, then for each net a bg_net_head and its numbers:
 * rows [BG_ROWS][hidden], features [BG_FEATURES][hidden], outputs [BG_CHANCES][hidden] of 16 bits, and the outputs'
 * bias [BG_CHANCES] of 32 bits. Contact nets are slots 0 to 3 (bg_phase_of), the race net is BG_SLOT_RACE. */
enum { BG_WEIGHTS_VERSION = 1, BG_MOST_NETS = BG_SLOTS_OF_NETS };

typedef struct {
    uint8_t magic[8]; /* "SHESHNET" */
    uint32_t version;
    uint32_t size;     /* of the whole file, in bytes */
    uint32_t checksum; /* FNV-1a of all that follows the head */
    uint8_t nets, travel, contact, checkers;
    uint16_t rows, features;
    uint32_t is_raw; /* 1: the nets look at the board alone; their weights of features are not used */
} bg_weights_head;

typedef struct {
    uint16_t hidden;
    uint8_t slot, out_shift;
} bg_net_head;

typedef struct {
    uint64_t magic;
    size_t size;
    uint8_t travel, contact, checkers, simd; /* simd: the widest instructions of this machine */
    uint8_t is_raw;
    uint8_t unused[3];
    bg_net_tables net_tables;
    bg_feature_tables feature_tables;
    /* Nets by slot; hidden 0: none. Places of the numbers are counted from the block's start, so it can be copied. */
    struct {
        int32_t hidden, out_shift;
        size_t columns, features, outputs;
        int32_t bias[BG_CHANCES];
    } net[BG_SLOTS_OF_NETS];
} bg_judge_block;

uint32_t bg_checksum(const uint8_t *bytes, size_t size);

/* A judgement made ready for many positions. */
typedef struct {
    const bg_judge_block *block;
    const bg_bear_off *bear_off;
    const bg_endings *endings;
    bg_net net[BG_SLOTS_OF_NETS];
    int simd;
} bg_judge;

int32_t bg_judge_open(const bg_judgement *judgement, const bg_game *game, bg_judge *judge);

/* Chances of BG_CERTAIN, and the equity in the same unit; the position must be possible. Returns its phase. */
int bg_judge_one(const bg_judge *judge, const bg_game *game, const bg_position *position, int32_t chances[BG_CHANCES]);

/* Many finals of one roll, judged as bg_judge_one does but faster: each begins with what the nets have summed up of the
 * position that all of them came from. Bits are the same. */
typedef struct {
    const bg_judge *judge;
    const bg_game *game;
    bg_position from;
    uint8_t is_summed[BG_SLOTS_OF_NETS];
    bg_hidden hidden[BG_SLOT_RACE + 1];
} bg_family;

/* `from` is seen by the side that will be on roll in the finals. */
void bg_family_begin(bg_family *family, const bg_judge *judge, const bg_game *game, const bg_position *from);
int bg_judge_member(bg_family *family, const bg_position *position, int32_t chances[BG_CHANCES]);

BG_INLINE int32_t bg_equity_of(const int32_t chances[BG_CHANCES])
{
    return 2 * chances[0] - BG_CERTAIN + chances[1] + chances[2] - chances[3] - chances[4];
}

/* sanity.c: what the rules allow (which chances are 0, certain, or no more than another) */
void bg_make_sane(const bg_game *game, const bg_position *position, int phase, int32_t chances[BG_CHANCES]);

#endif
