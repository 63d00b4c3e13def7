#include <stdio.h>
#include <stdlib.h>
#include "engine.h"
static void must(int32_t status) {
    if (status == BG_OK) return;
    fprintf(stderr, "%s: %s\n", bg_status_name(status), bg_status_text(status));
    exit(1);
}
int main(void) {
    bg_game game; bg_position start; bg_turn turn = {0}; size_t n = 0, size = bg_workspace_size();
    void *work = malloc(size);
    must(bg_game_find("backgammon", &game));
    must(bg_start(&game, &start));
    must(bg_first_part(&game, 0, 3, 1, &turn.part));
    int32_t asked = bg_plays(&game, &start, &turn, work, size, NULL, NULL, 0, &n, NULL);
    if (asked != BG_TOO_SMALL) must(asked);
    bg_position *finals = malloc(n * sizeof *finals);
    bg_steps *steps = malloc(n * sizeof *steps);
    must(bg_plays(&game, &start, &turn, work, size, finals, steps, n, &n, NULL));
    for (size_t i = 0; i < n; i++) {
        for (int p = 1; p <= 24; p++) printf("%d ", finals[i].side[0].count[p]);
        for (int s = 0; s < BG_MAX_STEPS && steps[i].from[s]; s++) {
            int from = steps[i].from[s], to = (from > 24 ? 25 : from) - steps[i].die[s];
            printf(" %d/%d", from, to < 0 ? BG_OFF : to);
        }
        printf("\n");
    }
    printf("%zu\n", n);
    return 0;
}
