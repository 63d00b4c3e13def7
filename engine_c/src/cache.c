/* A table of what was found out, in pairs of places: the first keeps what took longest, the second the newest. */
#include "ahead.h"

/* Eight counts below 16 as eight halves of bytes. */
BG_INLINE uint64_t packed(const uint8_t *counts)
{
    uint64_t x;
    memcpy(&x, counts, 8);
    x = (x | x >> 4) & 0x00FF00FF00FF00FFu;
    x = (x | x >> 8) & 0x0000FFFF0000FFFFu;
    return (x | x >> 16) & 0xFFFFFFFFu;
}

/* Places 1 to 26 as 104 bits and the pins as 24 more; who is off follows from them. */
BG_INLINE void pack_side(const bg_side *side, uint64_t key[2])
{
    key[0] = packed(side->count + 1) | packed(side->count + 9) << 32;
    uint64_t last = (uint64_t)side->count[25] | (uint64_t)side->count[26] << 4;
    key[1] = packed(side->count + 17) | last << 32 | (uint64_t)(side->pinned >> 1 & 0xFFFFFF) << 40;
}

BG_INLINE uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* Turns matter to a rule only while few were made, and then no more than which of them. */
static unsigned turns_that_matter(const bg_game *game, const bg_node *node)
{
    unsigned limit = game->cascade ? game->cascade_free_turns : game->head_limit ? 1 : 0;
    unsigned own = node->own_turns < limit ? node->own_turns : limit;
    unsigned opponent = node->opponent_turns < limit ? node->opponent_turns : limit;
    unsigned ahead = game->equal_turns ? (node->own_turns > node->opponent_turns) : 0;
    return (own < 15 ? own : 15) | (opponent < 15 ? opponent : 15) << 4 | ahead << 8;
}

bg_memo_key bg_key_of(const bg_game *game, const bg_node *node, int plies)
{
    bg_memo_key key;
    pack_side(&node->position.side[0], key.key);
    pack_side(&node->position.side[1], key.key + 2);
    key.plies_and_turns = (uint16_t)((unsigned)plies | turns_that_matter(game, node) << 4);
    uint64_t sum = mixed(key.key[0] ^ key.plies_and_turns);
    for (int i = 1; i < 4; i++)
        sum = mixed(sum + key.key[i] * 0x9E3779B97F4A7C15u);
    key.place = (uint32_t)sum;
    return key;
}

BG_INLINE int is_same(const bg_cache *cache, const bg_memo *memo, const bg_memo_key *key)
{
    return memo->epoch == cache->epoch && memo->plies_and_turns == key->plies_and_turns &&
           !memcmp(memo->key, key->key, sizeof memo->key);
}

const int32_t *bg_recall(const bg_cache *cache, const bg_memo_key *key)
{
    const bg_memo *pair = &cache->memos[key->place & cache->mask & ~1u];
    for (int i = 0; i < 2; i++)
        if (is_same(cache, &pair[i], key))
            return pair[i].chances;
    return NULL;
}

void bg_remember(bg_cache *cache, const bg_memo_key *key, const int32_t chances[BG_CHANCES])
{
    bg_memo *pair = &cache->memos[key->place & cache->mask & ~1u];
    int is_deeper = pair->epoch != cache->epoch || (key->plies_and_turns & 15) >= (pair->plies_and_turns & 15);
    bg_memo *memo = &pair[!is_deeper];
    memcpy(memo->key, key->key, sizeof memo->key);
    memo->epoch = cache->epoch;
    memo->plies_and_turns = key->plies_and_turns;
    memcpy(memo->chances, chances, sizeof memo->chances);
}
