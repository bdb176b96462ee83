/* The labyrinth as a bot sees it: the board, who stands where, and what a runner can do. */
#ifndef LABYRINTH_H
#define LABYRINTH_H

#include <stdbool.h>

#include "json.h"

/* The largest board, and the most that can be on it. */
#define MAX_SIDE 255
#define MAX_PIECES 512

/* A cell of the board; row 0, column 0 is top left. */
typedef struct {
    int row;
    int col;
} Cell;

/* A way to step. */
typedef enum { UP, DOWN, LEFT, RIGHT } Direction;

/* A wall between two cells: 'h' lies under `cell`, 'v' right of it. */
typedef struct {
    Cell cell;
    char dir;
} Wall;

/* How a runner fares. */
typedef enum { ON, ARRIVED, CAUGHT } Status;

/* A runner: where it is, how it fares, and how many walls it may still put up. */
typedef struct {
    Cell at;
    Status status;
    int walls;
} Runner;

/* What a runner can do with its turn. */
typedef enum { MOVE, WALL, STAY, PUSH } Deed;

/* What a runner does with its turn. */
typedef struct {
    Deed deed;
    Direction way;
    Wall wall;
    int hunter;
    Cell to;
} Action;

/* All that is known about the match. Nothing is hidden but the draws to come. A wall is kept as the number of further
   rounds in which it stands: FIXED for one that never goes. */
typedef struct {
    int seat;
    int rows;
    int cols;
    Cell core;
    int max_rounds;
    int seats;
    int round;
    int me;
    bool must_push;
    int runner_count;
    Runner runners[MAX_PIECES];
    int hunter_count;
    Cell hunters[MAX_PIECES];
    int box_count;
    Cell boxes[MAX_PIECES];
    int arrived;
    int needed;
    int below[MAX_SIDE][MAX_SIDE];
    int right[MAX_SIDE][MAX_SIDE];
} Game;

#define FIXED 1000000

/* One step. */
Action move_action(Direction way);

/* A temporary wall: it stands for the hunters' phases of this round and the next. */
Action wall_action(Wall wall);

/* Nothing. */
Action stay_action(void);

/* Puts a hunter on one of its open neighbour cells; only when a box gave you a push. */
Action push_action(int hunter, Cell to);

/* Whether two cells are the same. */
bool same_cell(Cell a, Cell b);

/* Steps to another cell if there were no walls. */
int distance(Cell a, Cell b);

/* The next cell that way; it may be off the board. */
Cell step(Cell cell, Direction way);

/* The wall that would part two neighbouring cells. */
Wall wall_between(Cell a, Cell b);

/* Whether the cell is on the board. */
bool inside(const Game *game, Cell cell);

/* Whether a wall stands there, so many rounds from now: temporary walls go when their life is used up. */
bool has_wall(const Game *game, Wall wall, int later);

/* Whether one can step that way: inside the board and no wall between. */
bool is_open(const Game *game, Cell cell, Direction way, int later);

/* How many steps every cell is from `to`, around the walls that stand now (-1: cut off): steps[row * cols + col]. Gives the
   number of cells that can be reached. */
int distances(const Game *game, Cell to, int *steps);

/* Whether your runner may put up that wall: it has one left, nothing stands there, and it cuts nothing off. */
bool can_wall(const Game *game, Wall wall);

/* Puts a temporary wall into a game that you think ahead in. */
void put_wall(Game *game, Wall wall);

/* Moves the hunters as their phase does, with runners on these cells (in the order of their numbers, yours among them);
   false if they catch the one on the cell `mine`. */
bool hunters_after(const Game *game, Cell *hunters, const Cell *runners, int runner_count, Cell mine, int later);

/* Reads the first message of a match. */
void game_start(Game *game, const Json *message);

/* Takes in a fresh view. */
void game_update(Game *game, const Json *view);

/* The action as the match reads it, in a buffer that the next call uses again. */
const char *action_text(Action action);

/* Plays one match: `turn` is asked for an action in every turn. Gives the program's exit code. */
int play(Action (*turn)(const Game *game));

#endif
