/* Judgement. A part of engine.h, which includes it.
 *
 * A judge is a block of memory, aligned to 64 bytes, that bg_judge_make fills from a file of weights (which lies
 * on a place divisible by 4); any number of threads may read it. bg_judge_size says how large it must be. A bear-off
 * table is another block, aligned to 8 bytes, of bg_bear_off_size() bytes, all 0 at first; bg_bear_off_make makes
 * `rows` rows a call and says how many are left, so that it can be made in slices. It may be missing (NULL): then nets
 * judge races at home, too.
 *
 * bg_evaluate: what may become of each position. chances[5 * i] on: win, win a gammon or better, win a backgammon, lose
 * a gammon or worse, lose a backgammon, seen by side[0], who is on roll; a draw counts as half a win. equities[i]:
 * 2 * win - 1 + the wins - the losses beyond, in points. Finished positions are exact, races at home nearly (the
 * table's play leaves the fewest rolls), all others are a net's opinion within what the rules allow. Either list may be
 * NULL. All instructions give the same bits.
 *
 * bg_best_plays: for each position and turn the final that leaves the opponent the least, judged without looking ahead
 * (a part that does not end the turn is judged as if it did). finals[i] is seen by the side that moved, equities[i]
 * too; steps may be NULL. candidates is room for all the finals of one part; with too little room the status is
 * BG_TOO_SMALL and *needed the number needed. */
#ifndef BG_ENGINE_JUDGE_H
#define BG_ENGINE_JUDGE_H

typedef struct {
    const void *judge; /* from bg_judge_make */
    size_t judge_size;
    const void *bear_off; /* from bg_bear_off_make, or NULL */
    size_t bear_off_size;
    const void *endings; /* from bg_endings_make, or NULL */
    size_t endings_size;
    int32_t simd; /* enum bg_simd */
} bg_judgement;

/* Endings: at most six checkers a side, all at home, solved exactly with the cube. A third block, aligned to 64 bytes,
 * of bg_endings_room() bytes while it is made (`rows` of 924 a call, all of them take about a second), of which the
 * first bg_endings_size() are all that is needed later; bg_endings_check says whether a block that comes back from a
 * file is whole. With a judgement's endings (NULL: none) such positions are worth exactly that: to bg_evaluate, and in
 * sessions to everything below that turns a cube. Numbers depend on whether it is given.
 *
 * bg_ending_worths: what positions are worth to the side on roll, which rolls without a double, in points at a cube of
 * 1, known[i] of them: worths[4 * i] on: without any cube, with the cube in the middle, its own, the other side's. A
 * double that is taken is worth twice the last. */
size_t bg_endings_size(void);
size_t bg_endings_room(void);
int32_t bg_endings_make(void *memory, size_t memory_size, int32_t rows, int32_t *left);
int32_t bg_endings_check(const void *memory, size_t memory_size);
int32_t bg_ending_worths(const void *endings, size_t endings_size, const bg_game *game, const bg_position *positions,
                         size_t count, float *worths, uint8_t *known, bg_fault *fault);

size_t bg_bear_off_size(void);
int32_t bg_bear_off_make(void *memory, size_t memory_size, int32_t rows, int32_t *left);
int32_t bg_judge_size(const uint8_t *weights, size_t weights_size, size_t *needed, bg_fault *fault);
int32_t bg_judge_make(const uint8_t *weights, size_t weights_size, void *memory, size_t memory_size, bg_fault *fault);
int32_t bg_judge_fits(const bg_judgement *judgement, const bg_game *game);
int32_t bg_evaluate(const bg_judgement *judgement, const bg_game *game, const bg_position *positions, size_t count,
                    float *chances, float *equities, bg_fault *fault);
int32_t bg_best_plays(const bg_judgement *judgement, const bg_game *game, const bg_position *positions,
                      const bg_turn *turns, size_t count, void *workspace, size_t workspace_size,
                      bg_position *candidates, bg_steps *candidate_steps, size_t capacity, size_t *needed,
                      bg_position *finals, bg_steps *steps, float *equities, bg_fault *fault);

/* ---- Looking ahead ---------------------------------------------------------------------------------------------
 *
 * Plies are rolls looked ahead: the value of a position n plies ahead is the mean, over the 21 rolls and their weights,
 * of what the best reply leaves n - 1 plies ahead; 0 plies are bg_evaluate. Interior choices:
 *   - A reply inside the tree is the one that is best not looking ahead, as all strong engines have it. With a scout (a
 *     judge that looks at the board alone, several times as fast) only the scout_keep replies it likes best are judged,
 * none of them more than scout_within points behind the first by its opinion, except in races.
 *   - Finished games and races at home that the bear-off table knows are looked into no further.
 *   - A turn of several parts (gul bara's cascades, acey-deucey's chosen double and complement) is played part by part,
 *     each part for the best as if it were the last. After acey-deucey's new roll the same side is on roll again, and
 *     so it is valued. What gul bara leaves to the opponent to play is left out.
 *   - Where the side that did not open has the last turn, that turn is not looked into.
 *
 * A search lives in a block of memory, aligned to 64 bytes, of bg_search_size(cache_bits) bytes: cache_bits (1 to 24)
 * gives 2^cache_bits places of 64 bytes to what was found out. The numbers do not depend on it, nor on the slices, the
 * instructions or the thread. The block may move between calls, and a search given up is just begun over.
 *
 * bg_search_plays begins one over the legal finals of a part (BG_GAME_OVER as bg_plays has it); bg_search_positions one
 * over positions before a roll. Finals are first judged; then each stage in turn looks `plies` ahead for those that the
 * deepest look so far puts among the best `keep`, no more than `within` points behind the first. A stage that would
 * look at one final alone is left out unless `alone` is 1: it changes no choice. Positions are all looked at `plies`
 * ahead.
 *
 * bg_search_step does about `work` judgements more and says how far it is; the first one judges every candidate as it
 * lies, whatever `work` is. The mind must be the same in all steps of a search.
 *
 * bg_search_found, at any time after the first step: candidates, best first, each with the deepest finished look;
 * those looked into deeper come first, except that one alone is not compared with nobody: until a second has the same
 * depth it stands where its earlier value puts it. Chances and equity are those of the side that moves. `index` is the
 * final's place in bg_plays or the position's in the list.
 *
 * bg_replies: for each position, from before a roll, and each of the 21 rolls (1-1, 2-1, 2-2, 3-1 and so on) what the
 * reply inside the tree leaves, seen by whoever rolls next: replies[21 * i + roll]. The rules of first turns are over;
 * a finished game just changes sides. room: bg_player_size() bytes to think in, aligned to 64. */
#define BG_MOST_PLIES 4
#define BG_MOST_STAGES 16
#define BG_MOST_POSITIONS 4096

typedef struct {
    bg_judgement judge;
    bg_judgement scout; /* judge NULL: none */
    int32_t scout_keep; /* 1 to 64; 0: no scouting */
    float scout_within; /* points, 0 or more */
} bg_mind;

typedef struct {
    int32_t plies; /* 1 to BG_MOST_PLIES, none less than the stage before */
    int32_t keep;  /* 1 or more */
    float within;  /* 0 or more */
} bg_stage;

typedef struct {
    bg_position final;
    bg_steps steps;
    float chances[5];
    float equity;
    int32_t plies;
    int32_t index;
} bg_candidate;

typedef struct {
    uint64_t work;               /* judgements made since the search was begun */
    int32_t stage, stages;       /* the stage that is worked on; == stages: everything is found */
    int32_t looked_at, selected; /* candidates of this stage that are done, and that are to be */
} bg_progress;

size_t bg_search_size(int32_t cache_bits);
int32_t bg_search_plays(void *memory, size_t memory_size, const bg_game *game, const bg_position *position,
                        const bg_turn *turn, const bg_stage *stages, size_t count, int32_t alone, bg_fault *fault);
int32_t bg_search_positions(void *memory, size_t memory_size, const bg_game *game, const bg_position *positions,
                            const bg_turn *turns, size_t count, int32_t plies, bg_fault *fault);
int32_t bg_search_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, bg_progress *progress,
                       bg_fault *fault);
int32_t bg_search_found(const void *memory, size_t memory_size, bg_candidate *candidates, size_t capacity,
                        size_t *needed);
size_t bg_player_size(void);
int32_t bg_replies(const bg_mind *mind, const bg_game *game, const bg_position *positions, size_t count, void *room,
                   size_t room_size, bg_position *replies, bg_fault *fault);

#endif
