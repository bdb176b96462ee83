#include "labyrinth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meydan.h"

Action move_action(Direction way) {
    return (Action){.deed = MOVE, .way = way};
}

Action wall_action(Wall wall) {
    return (Action){.deed = WALL, .wall = wall};
}

Action stay_action(void) {
    return (Action){.deed = STAY};
}

Action push_action(int hunter, Cell to) {
    return (Action){.deed = PUSH, .hunter = hunter, .to = to};
}

bool same_cell(Cell a, Cell b) {
    return a.row == b.row && a.col == b.col;
}

int distance(Cell a, Cell b) {
    return abs(a.row - b.row) + abs(a.col - b.col);
}

Cell step(Cell cell, Direction way) {
    static const int rows[] = {-1, 1, 0, 0}, cols[] = {0, 0, -1, 1};
    return (Cell){cell.row + rows[way], cell.col + cols[way]};
}

Wall wall_between(Cell a, Cell b) {
    bool first = a.row < b.row || a.col < b.col;
    return (Wall){first ? a : b, a.col == b.col ? 'h' : 'v'};
}

bool inside(const Game *game, Cell cell) {
    return cell.row >= 0 && cell.row < game->rows && cell.col >= 0 && cell.col < game->cols;
}

bool has_wall(const Game *game, Wall wall, int later) {
    Cell at = wall.cell;
    return (wall.dir == 'h' ? game->below : game->right)[at.row][at.col] > later;
}

bool is_open(const Game *game, Cell cell, Direction way, int later) {
    Cell to = step(cell, way);
    return inside(game, to) && !has_wall(game, wall_between(cell, to), later);
}

int distances(const Game *game, Cell to, int *steps) {
    static Cell queue[MAX_SIDE * MAX_SIDE];
    int count = 1;
    for (int i = 0; i < game->rows * game->cols; i++) {
        steps[i] = -1;
    }
    steps[to.row * game->cols + to.col] = 0;
    queue[0] = to;
    for (int i = 0; i < count; i++) {
        for (Direction way = UP; way <= RIGHT; way++) {
            Cell beside = step(queue[i], way);
            if (is_open(game, queue[i], way, 0) && steps[beside.row * game->cols + beside.col] < 0) {
                steps[beside.row * game->cols + beside.col] = steps[queue[i].row * game->cols + queue[i].col] + 1;
                queue[count++] = beside;
            }
        }
    }
    return count;
}

bool can_wall(const Game *game, Wall wall) {
    static Game ahead;
    static int steps[MAX_SIDE * MAX_SIDE];
    Cell other = step(wall.cell, wall.dir == 'h' ? DOWN : RIGHT);
    if (game->runners[game->me].walls == 0 || !inside(game, wall.cell) || !inside(game, other)) {
        return false;
    }
    if (has_wall(game, wall, 0)) {
        return false;
    }
    ahead = *game;
    put_wall(&ahead, wall);
    return distances(&ahead, game->core, steps) == game->rows * game->cols;
}

void put_wall(Game *game, Wall wall) {
    (wall.dir == 'h' ? game->below : game->right)[wall.cell.row][wall.cell.col] = 2;
}

/* One step of a hunter: across if that closes in and is open, else along the column, else none. */
static Cell chase(const Game *game, Cell hunter, const Cell *runners, int count, int later) {
    Cell prey = runners[0];
    for (int i = 1; i < count; i++) {
        if (distance(hunter, runners[i]) < distance(hunter, prey)) {
            prey = runners[i];
        }
    }
    Direction across = prey.col > hunter.col ? RIGHT : LEFT, along = prey.row > hunter.row ? DOWN : UP;
    if (prey.col != hunter.col && is_open(game, hunter, across, later)) {
        return step(hunter, across);
    }
    if (prey.row != hunter.row && is_open(game, hunter, along, later)) {
        return step(hunter, along);
    }
    return hunter;
}

static bool is_among(const Cell *cells, int count, Cell cell) {
    for (int i = 0; i < count; i++) {
        if (same_cell(cells[i], cell)) {
            return true;
        }
    }
    return false;
}

bool hunters_after(const Game *game, Cell *hunters, const Cell *runners, int runner_count, Cell mine, int later) {
    Cell left[MAX_PIECES];
    memcpy(left, runners, sizeof(Cell) * (size_t)runner_count);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < game->hunter_count; i++) {
            hunters[i] = chase(game, hunters[i], left, runner_count, later);
        }
        if (is_among(hunters, game->hunter_count, mine)) {
            return false;
        }
        int count = 0;
        for (int i = 0; i < runner_count; i++) {
            if (!is_among(hunters, game->hunter_count, left[i])) {
                left[count++] = left[i];
            }
        }
        runner_count = count;
    }
    return true;
}

static Cell cell_of(const Json *pair) {
    return (Cell){json_int(json_at(pair, 0), 0), json_int(json_at(pair, 1), 0)};
}

static int cells_of(const Json *list, Cell *cells) {
    int count = 0;
    for (const Json *at = list ? list->first : NULL; at && count < MAX_PIECES; at = at->next) {
        cells[count++] = cell_of(at);
    }
    return count;
}

/* Puts up the walls of a list; those without a life never go. */
static void walls_of(Game *game, const Json *list) {
    for (const Json *at = list ? list->first : NULL; at; at = at->next) {
        Cell cell = {json_int(json_get(at, "row"), 0), json_int(json_get(at, "col"), 0)};
        bool lies = json_is(json_get(at, "dir"), "h");
        (lies ? game->below : game->right)[cell.row][cell.col] = json_int(json_get(at, "life"), FIXED);
    }
}

void game_start(Game *game, const Json *message) {
    const Json *config = json_get(message, "config");
    memset(game, 0, sizeof *game);
    game->seat = json_int(json_get(message, "seat"), 0);
    game->rows = json_int(json_get(config, "rows"), 0);
    game->cols = json_int(json_get(config, "cols"), 0);
    game->core = cell_of(json_get(config, "core"));
    game->max_rounds = json_int(json_get(config, "max_rounds"), 0);
    game->seats = json_int(json_get(config, "seats"), 1);
    walls_of(game, json_get(config, "walls"));
}

void game_update(Game *game, const Json *view) {
    for (int row = 0; row < game->rows; row++) {
        for (int col = 0; col < game->cols; col++) {
            game->below[row][col] = game->below[row][col] == FIXED ? FIXED : 0;
            game->right[row][col] = game->right[row][col] == FIXED ? FIXED : 0;
        }
    }
    walls_of(game, json_get(view, "walls"));
    game->round = json_int(json_get(view, "round"), 0);
    int push = json_int(json_get(view, "push"), -1);
    game->must_push = push >= 0;
    game->me = push >= 0 ? push : json_int(json_get(view, "turn"), game->me);
    game->runner_count = 0;
    const Json *runners = json_get(view, "runners");
    for (const Json *at = runners ? runners->first : NULL; at && game->runner_count < MAX_PIECES; at = at->next) {
        const Json *status = json_get(at, "status");
        game->runners[game->runner_count++] = (Runner){
            cell_of(json_get(at, "at")),
            json_is(status, "on") ? ON : json_is(status, "arrived") ? ARRIVED : CAUGHT,
            json_int(json_get(at, "walls"), 0),
        };
    }
    game->hunter_count = cells_of(json_get(view, "hunters"), game->hunters);
    game->box_count = cells_of(json_get(view, "boxes"), game->boxes);
    game->arrived = json_int(json_get(view, "arrived"), 0);
    game->needed = json_int(json_get(view, "needed"), 0);
}

const char *action_text(Action action) {
    static const char *const ways[] = {"up", "down", "left", "right"};
    static char text[128];
    Cell at = action.wall.cell;
    switch (action.deed) {
    case MOVE:
        snprintf(text, sizeof text, "{\"move\":\"%s\"}", ways[action.way]);
        break;
    case WALL:
        snprintf(text, sizeof text, "{\"wall\":{\"row\":%d,\"col\":%d,\"dir\":\"%c\"}}", at.row, at.col, action.wall.dir);
        break;
    case PUSH:
        snprintf(text, sizeof text, "{\"push\":{\"hunter\":%d,\"to\":[%d,%d]}}", action.hunter, action.to.row, action.to.col);
        break;
    default:
        snprintf(text, sizeof text, "\"stay\"");
    }
    return text;
}

int play(Action (*turn)(const Game *game)) {
    static Game game;
    if (!match_open()) {
        match_log("there is no match at the other end");
        return 1;
    }
    for (Json *message; (message = match_receive()); json_free(message)) {
        const Json *type = json_get(message, "type"), *view = json_get(message, "view");
        if (json_is(type, "end")) {
            json_free(message);
            break;
        }
        if (json_is(type, "start")) {
            game_start(&game, message);
        } else if (json_is(type, "turn") || json_is(json_get(message, "next"), "more")) {
            if (view) {
                game_update(&game, view);
            }
            match_act(json_int(json_get(message, "window"), 0), action_text(turn(&game)));
        }
    }
    return 0;
}
