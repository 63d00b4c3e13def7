/* Rollouts. A part of engine.h, which includes it.
 *
 * A rollout plays a position out, game by game: `first` on, `count` of them, from the position before the roll of
 * side[0]. results[5 * i] on: what game first + i came to, chances as above seen by side[0]; a single game's are no
 * chances but sums with luck taken off, and may lie outside 0 to 1. Their mean is the rollout's answer. Games end when
 * they are won, or when the bear-off table knows the rest, or after `truncate` rolls in a net's opinion (0: never;
 * after 3,000 always).
 *
 * The dice of game number n follow from seed and n alone: the same for every position, on any thread, in any order. Of
 * 36 games in a row (from a multiple of 36 on) each begins with another of the 36 pairs of dice, of 1,296 each with
 * another two, of 46,656 with another three. Unless is_plain, each roll's luck is taken off: what its best reply is
 * worth, not looking ahead, less the mean over all rolls.
 *
 * Players make the reply that is best not looking ahead (plies 0), or one roll ahead among the best `keep` no more than
 * `within` points behind the first (plies 1). Turns of several parts are played as in a search; the last turn of the
 * side that did not open is played.
 *
 * With a cube (NULL: none; the table NULL in a session), seen by the side on roll, a game has two results more, seven
 * in all: equities of that side if it leaves the cube alone this turn and if it doubles and is taken, per unit of the
 * cube as it stands, as in bg_cube_verdict. From the next turn on both sides double, take, pass and beaver as the
 * verdicts one roll ahead say (is_plain: as the position lies); both results are of the same dice and plays. Games then
 * go on in races at home until nobody can turn a cube, and end in the verdict of the position where they are truncated.
 * A game that both results leave with a pass gives the chances that were known then. Plays are chosen without the cube.
 *
 * It lives in a block aligned to 64 bytes of bg_rollout_size() bytes that may move between calls; games that are done
 * need the results alone, so a rollout is taken up again by beginning with the first game that is missing.
 * bg_rollout_step makes about `work` judgements more and says how many games are done by now; capacity is in games. */
#ifndef BG_ENGINE_ROLLOUT_H
#define BG_ENGINE_ROLLOUT_H

typedef struct {
    uint64_t seed;
    int32_t plies;    /* 0 or 1 */
    int32_t truncate; /* 0: to the end */
    int32_t keep;     /* 1 to 64 */
    float within;     /* 0 or more */
    int32_t is_plain; /* 1: luck stays in */
} bg_rollout_rules;

size_t bg_rollout_size(void);
int32_t bg_rollout_begin(void *memory, size_t memory_size, const bg_game *game, const bg_rollout_rules *rules,
                         const bg_match_table *table, const bg_cube *cube, const bg_position *position,
                         const bg_turn *turn, int64_t first, int64_t count, bg_fault *fault);
int32_t bg_rollout_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, double *results,
                        size_t capacity, int64_t *done, bg_fault *fault);

#endif
