/* Names and texts of what can go wrong, one table each. */
#include "engine.h"

static const char *const status_table[][2] = {
    [BG_OK] = {"OK", "all is well"},
    [BG_NULL_POINTER] = {"NULL_POINTER", "a pointer that must be given is NULL"},
    [BG_TOO_SMALL] = {"TOO_SMALL", "the list has no room for the answer"},
    [BG_BAD_WORKSPACE] = {"BAD_WORKSPACE", "the workspace is too small or not aligned"},
    [BG_NO_SUCH_GAME] = {"NO_SUCH_GAME", "there is no such game"},
    [BG_NO_SUCH_OPTION] = {"NO_SUCH_OPTION", "the game has no such option"},
    [BG_NO_SUCH_VALUE] = {"NO_SUCH_VALUE", "the option has no such value"},
    [BG_BAD_GAME] = {"BAD_GAME", "a parameter of the game is out of range"},
    [BG_BAD_TOTAL] = {"BAD_TOTAL", "the checkers of a side do not add up"},
    [BG_SHARED_POINT] = {"SHARED_POINT", "both sides stand on one point"},
    [BG_BAD_PIN] = {"BAD_PIN", "a pin does not fit the checkers on its point"},
    [BG_NO_BAR] = {"NO_BAR", "the game has no bar"},
    [BG_NO_RESERVE] = {"NO_RESERVE", "the game has no reserve"},
    [BG_UNUSED_COUNT] = {"UNUSED_COUNT", "the unused count is not 0"},
    [BG_BOTH_FINISHED] = {"BOTH_FINISHED", "both sides have borne off every checker"},
    [BG_BAD_DIE] = {"BAD_DIE", "a die must show 1 to 6"},
    [BG_BAD_PART] = {"BAD_PART", "the part of the turn does not fit its dice or the game"},
    [BG_GAME_OVER] = {"GAME_OVER", "the game is over in this position"},
    [BG_BAD_STEP] = {"BAD_STEP", "a step that was played is not allowed"},
    [BG_BAD_PICTURE] = {"BAD_PICTURE", "a size, a number or a material of a picture is out of range"},
    [BG_CUT_WEIGHTS] = {"CUT_WEIGHTS", "the weights are cut short"},
    [BG_NO_WEIGHTS] = {"NO_WEIGHTS", "there are no weights"},
    [BG_OTHER_WEIGHTS] = {"OTHER_WEIGHTS", "the weights are of a version this engine cannot read"},
    [BG_SPOILED_WEIGHTS] = {"SPOILED_WEIGHTS", "the weights are damaged"},
    [BG_UNFIT_WEIGHTS] = {"UNFIT_WEIGHTS", "the weights were trained for another kind of game"},
    [BG_BAD_JUDGE] = {"BAD_JUDGE", "the memory holds no judge"},
    [BG_BAD_SETTING] = {"BAD_SETTING", "a setting of the search or rollout is out of range"},
    [BG_NO_SEARCH] = {"NO_SEARCH", "the memory holds no search that was begun"},
    [BG_BAD_TABLE] = {"BAD_TABLE", "the match table is damaged"},
    [BG_BAD_CUBE] = {"BAD_CUBE", "a cube, score or rule of doubling that cannot be"},
    [BG_BAD_CHANCES] = {"BAD_CHANCES", "chances must be five numbers from 0 to 1"},
    [BG_BAD_THROW] = {"BAD_THROW", "a number of a throw of dice is out of range"},
    [BG_INTERNAL] = {"INTERNAL", "a limit of the engine was reached"},
};

static const char *const why_table[] = {
    [BG_ALLOWED] = "ALLOWED",
    [BG_NO_CHECKER] = "NO_CHECKER",
    [BG_NO_SUCH_DIE] = "NO_SUCH_DIE",
    [BG_BAR_FIRST] = "BAR_FIRST",
    [BG_RESERVE_FIRST] = "RESERVE_FIRST",
    [BG_PINNED] = "PINNED",
    [BG_BLOCKED] = "BLOCKED",
    [BG_HEAD_RULE] = "HEAD_RULE",
    [BG_RUNNER_RULE] = "RUNNER_RULE",
    [BG_HIT_AND_RUN] = "HIT_AND_RUN",
    [BG_NOT_HOME] = "NOT_HOME",
    [BG_PINNED_AT_HOME] = "PINNED_AT_HOME",
    [BG_HIGHER_CHECKER] = "HIGHER_CHECKER",
    [BG_EXACT_ONLY] = "EXACT_ONLY",
    [BG_HIGHER_DIE] = "HIGHER_DIE",
    [BG_PLAY_MORE] = "PLAY_MORE",
    [BG_COMPULSORY_BEAR_OFF] = "COMPULSORY_BEAR_OFF",
    [BG_OWN_QUARTER] = "OWN_QUARTER",
    [BG_LOCKED_OUT] = "LOCKED_OUT",
    [BG_OUTER_LIMIT] = "OUTER_LIMIT",
    [BG_SIX_PRIME] = "SIX_PRIME",
};

#define LENGTH(table) ((int32_t)(sizeof(table) / sizeof((table)[0])))

const char *bg_status_name(int32_t status)
{
    return status >= 0 && status < LENGTH(status_table) ? status_table[status][0] : NULL;
}

const char *bg_status_text(int32_t status)
{
    return status >= 0 && status < LENGTH(status_table) ? status_table[status][1] : NULL;
}

const char *bg_why_name(int32_t why)
{
    return why >= 0 && why < LENGTH(why_table) ? why_table[why] : NULL;
}
