/* Pictures: the table and what lies on it, as a camera sees them; and how dice fall. A part of engine.h, which includes
 * it. Nothing here knows a rule.
 *
 * One unit is the width of a point; x runs to the right, y up the board, z out of it; the field lies at z = 0, the rim
 * at 0.5, the wooden table at -1. Pixels count from the upper left, their centres lie at halves. Colours of materials
 * are linear light, 0 to 1; pixels are sRGB bytes, four each: red, green, blue, and alpha, straight.
 * Every number must be finite and inside the range that is written beside it, else BG_BAD_PICTURE; a buffer whose size
 * in bytes is not exactly that of its pixels is BG_TOO_SMALL. */
#ifndef BG_ENGINE_PICTURE_H
#define BG_ENGINE_PICTURE_H

/* Another number of the version: the same arguments give another picture than before. */
#define BG_PICTURE_VERSION 3
#define BG_PICTURE_MOST_WIDTH 8192
#define BG_SPRITE_MOST_WIDTH 1024
#define BG_FIGURE_MOST_WIDTH 512

enum bg_substance {
    BG_PLAIN = 0,
    BG_WOOD,
    BG_IVORY,
    BG_MARBLE,
    BG_CLOTH,
    BG_METAL,
    BG_NACRE,
    BG_ONYX,
    BG_LACQUER,
    BG_AMBER,
    BG_SANDSTONE,
    BG_SUBSTANCES
};

/* What runs along the outline of the frame: a line of the inlay, or a band of lozenges of it. */
enum bg_border { BG_LINE = 0, BG_LOZENGES, BG_BORDERS };

typedef struct {
    float dark[3], light[3]; /* the two ends of its colours */
    float figure;            /* 0 to 4: how strongly and finely rings, veins or streaks show; 1 is usual */
    float rough;             /* 0.05 to 1: how blurred reflections are */
    float coat;              /* 0 to 8: how strong reflections are; 1 is a plain varnish */
    int32_t substance;       /* enum bg_substance */
} bg_material;

typedef struct {
    bg_material frame, light_point, dark_point, cloth, tray, inlay, hinge, table;
    uint32_t seed;  /* another number is another tree */
    int32_t border; /* enum bg_border */
} bg_table_look;

/* A pinhole 62 units from the middle of the board, tilted towards the player at the bottom. */
typedef struct {
    int32_t width, height;    /* pixels of the whole picture, 1 to BG_PICTURE_MOST_WIDTH */
    float scale;              /* pixels per unit at the middle of the board, 1 to 4096 */
    float centre_x, centre_y; /* the pixel of that middle, -32768 to 32768 */
    float tilt;               /* degrees from looking straight down, 0 to 45 */
} bg_camera;

/* Rows first_row to first_row + rows - 1 of the picture of the empty table; samples in each direction of a pixel, 1 to
 * 4. Strips do not depend on each other: threads can share them, and a strip of 8 rows is a short call. */
int32_t bg_picture_table(const bg_camera *camera, const bg_table_look *look, int32_t first_row, int32_t rows,
                         int32_t samples, uint8_t *pixels, size_t size);

/* A small picture of one piece, seen from far away along the tilt. */
typedef struct {
    int32_t width, height;    /* pixels, 1 to BG_SPRITE_MOST_WIDTH */
    float scale;              /* pixels per unit, 1 to 4096 */
    float centre_x, centre_y; /* the pixel of the middle of the piece's underside (of the die itself), as above */
    float tilt;               /* degrees, 0 to 45 */
    int32_t samples;          /* in each direction of a pixel, 1 to 4 */
} bg_sprite;

typedef struct {
    bg_material body;
    bg_material mark; /* the ring of a checker, the pips of a die, the figures of a cube */
    float rim;        /* 0 to 1: how much of the mark's colour the outer edge of a checker shows */
} bg_piece_look;

/* Checker: radius 0.455, height 0.27, leaning by a rotation about its middle or flat where that is NULL; the seed
 * chooses its piece of wood. Die: half edge 0.335, 1 up, 2 towards the player, 3 to the right, turned by the rows of a
 * rotation matrix (turned = rotation x place). Cube: half edge 0.46, on the table, turned about its middle unless
 * rotation is NULL; figure is a square of figure_width x figure_width bytes, 255 where its upper face is engraved;
 * side_figure, NULL for none, is the one of the face behind, which comes up when the cube is turned towards the player.
 */
int32_t bg_picture_checker(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                           uint8_t *pixels, size_t size);
int32_t bg_picture_die(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                       uint8_t *pixels, size_t size);
int32_t bg_picture_cube(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation,
                        const uint8_t *figure, const uint8_t *side_figure, int32_t figure_width, uint8_t *pixels,
                        size_t size);

/* A leather cup for the dice, seen from its middle: its own z runs from the bottom to the mouth, 1.9 high and 0.86 from
 * the middle to the outside of the mouth; the mark is its thread. Dice lie in it: none to BG_IN_CUP_MOST of them. */
#define BG_IN_CUP_MOST 4

typedef struct {
    float turn[9];   /* the rows of its rotation, in the cup */
    float middle[3]; /* where its middle is, in the cup */
} bg_in_cup;

int32_t bg_picture_cup(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation,
                       const bg_piece_look *dice_look, const bg_in_cup *dice, int32_t count, uint8_t *pixels,
                       size_t size);

/* What a piece takes away from the light of the plane it lies on or hangs over: an upright block of that half width
 * with rounded corners. */
typedef struct {
    float half;   /* units, 0 to 4 */
    float corner; /* radius of its corners, 0 to half */
    float height; /* 0 to 4 */
    float lift;   /* how high its underside is above the plane, 0 to 8 */
    float turn;   /* degrees about the vertical, -360 to 360 */
} bg_block;

int32_t bg_picture_shadow(const bg_sprite *sprite, const bg_block *block, uint8_t *pixels, size_t size);

/* A picture of four bytes a pixel moved to where another camera sees it: `way` is a matrix of nine, row by row, that
 * leads from a pixel of the new picture to the one of the old it is taken from; numbers up to a million, its last row
 * positive wherever something is to be seen. Beyond its edges the old picture goes on as in a mirror. One call for a
 * whole picture: a few hundredths of a second at most. */
int32_t bg_picture_warp(const uint8_t *from, int32_t from_width, int32_t from_height, const float *way, int32_t width,
                        int32_t height, uint8_t *pixels, size_t size);

/* Thrown dice: solid cubes with rounded edges that fall into a field, bounce, roll and come to rest.
 *
 * Nothing is drawn here and no die has a number: whoever shows the throw writes the numbers on the cubes. The same
 * arguments give the same throw. Units as in the pictures above, seconds; the field lies at z = 0 between upright
 * walls that are as high as the rim. */
#define BG_THROW_MOST_DICE 2
#define BG_THROW_MOST_BLOCKS 32
#define BG_THROW_MOST_FRAMES 360
#define BG_THROW_MOST_TOUCHES 96
#define BG_THROW_FRAMES_A_SECOND 120
#define BG_THROW_MOST_TRIES 4096

enum bg_ground { BG_ON_FELT = 0, BG_ON_WOOD, BG_ON_CHECKER, BG_ON_DIE };

typedef struct {
    int32_t dice;                         /* 1 or BG_THROW_MOST_DICE */
    float left, right, low, high;         /* the walls of the field, -16 to 16 */
    float mouth[3];                       /* where the dice leave the hand, -16 to 16 */
    float way[2];                         /* how fast they leave it along x and y, units a second, -64 to 64 */
    float least_y, most_y;                /* a die that lies may not reach beyond; nor touch the walls or a block */
    int32_t blocks;                       /* checkers that lie there, 0 to BG_THROW_MOST_BLOCKS */
    float block[BG_THROW_MOST_BLOCKS][3]; /* the middle of the underside of each */
} bg_throw;

typedef struct {
    float place[3];
    float turn[4]; /* the unit quaternion w, x, y, z */
    float energy;  /* of motion and height together, for a mass of 1 */
} bg_die_frame;

typedef struct {
    float at;    /* seconds from the beginning */
    float speed; /* of the die towards what it hits, units a second */
    int32_t die;
    int32_t ground; /* enum bg_ground */
} bg_touch;

/* A throw in frames, one after the other for each die: frames[dice * frame + die], BG_THROW_FRAMES_A_SECOND of them,
 * the last one at rest. Throws that end badly (on a checker or the rim, cocked, one die on or close to the other,
 * beyond the limits) are thrown again from another number, `tries` times at most; frame_count is 0 if none ended well.
 */
int32_t bg_throw_dice(const bg_throw *plan, uint32_t seed, int32_t tries, bg_die_frame *frames, int32_t most_frames,
                      int32_t *frame_count, bg_touch *touches, int32_t most_touches, int32_t *touch_count);

#endif
