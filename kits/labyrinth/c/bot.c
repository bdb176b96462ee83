/* Your bot: change this file. It looks for the shortest way to the Light Core on which no hunter catches it, and puts up a
   wall if there is none. */
#include "bot.h"

#include <string.h>

#include "meydan.h"

/* How many positions one search may look at; the time for a turn is plenty for that. */
#define POSITIONS 1000

/* What a search has found. */
typedef struct {
    bool reaches;
    int rounds;
    bool moves;
    Action first;
} Plan;

/* A position that a search has come to. */
typedef struct {
    Cell cell;
    Cell hunters[MAX_PIECES];
    int later;
    bool begun;
    Action first;
} Node;

/* Sooner at the core, or safe for longer. */
static bool is_better(Plan plan, Plan other) {
    if (plan.reaches != other.reaches) {
        return plan.reaches;
    }
    return plan.reaches ? plan.rounds < other.rounds : plan.rounds > other.rounds;
}

/* The cells of the runners on the board, with yours moved to the cell `mine`. */
static int runners_with(const Game *game, Cell mine, Cell *cells) {
    int count = 0;
    for (int number = 0; number < game->runner_count; number++) {
        if (game->runners[number].status == ON) {
            cells[count++] = number == game->me ? mine : game->runners[number].at;
        }
    }
    return count;
}

/* Whether two positions are alike. After two rounds no wall of today stands any more. */
static bool is_same(const Game *game, const Node *a, const Node *b) {
    bool walls = (a->later < 2 ? a->later : 2) == (b->later < 2 ? b->later : 2);
    size_t size = sizeof(Cell) * (size_t)game->hunter_count;
    return walls && same_cell(a->cell, b->cell) && memcmp(a->hunters, b->hunters, size) == 0;
}

/* The shortest safe way to the core from a position so many rounds ahead; without one, the way that is safe longest.
   Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait. */
static Plan search(const Game *game, Cell at, const Cell *hunters, int later) {
    static Node nodes[POSITIONS];
    Plan best = {.rounds = later};
    int count = 1;
    nodes[0] = (Node){.cell = at, .later = later};
    memcpy(nodes[0].hunters, hunters, sizeof(Cell) * (size_t)game->hunter_count);
    for (int i = 0; i < count && count < POSITIONS; i++) {
        const Node *node = &nodes[i];
        best = (Plan){.rounds = node->later, .moves = node->begun, .first = node->first};
        for (int way = UP; way <= RIGHT + 1; way++) {
            bool stays = way > RIGHT;
            if (!stays && !is_open(game, node->cell, (Direction)way, node->later)) {
                continue;
            }
            Cell to = stays ? node->cell : step(node->cell, (Direction)way);
            Action action = stays ? stay_action() : move_action((Direction)way);
            Action first = node->begun ? node->first : action;
            if (same_cell(to, game->core)) {
                return (Plan){.reaches = true, .rounds = node->later + 1, .moves = true, .first = first};
            }
            Cell runners[MAX_PIECES];
            int runner_count = runners_with(game, to, runners);
            Node next = {.cell = to, .later = node->later + 1, .begun = true, .first = first};
            memcpy(next.hunters, node->hunters, sizeof next.hunters);
            bool caught = false;
            for (int hunter = 0; hunter < game->hunter_count; hunter++) {
                caught |= same_cell(node->hunters[hunter], to);
            }
            if (caught || !hunters_after(game, next.hunters, runners, runner_count, to, node->later)) {
                continue;
            }
            bool seen = false;
            for (int other = 0; other < count && !seen; other++) {
                seen = is_same(game, &nodes[other], &next);
            }
            if (!seen && count < POSITIONS) {
                nodes[count++] = next;
            }
        }
    }
    return best;
}

/* Sends the nearest hunter one step away, as far as that gets it. */
static Action push(const Game *game) {
    Cell me = game->runners[game->me].at;
    Action best = stay_action();
    int near = 0, far = 0;
    for (int hunter = 0; hunter < game->hunter_count; hunter++) {
        Cell at = game->hunters[hunter];
        for (Direction way = UP; way <= RIGHT; way++) {
            Cell to = step(at, way);
            bool closer = distance(me, at) < near || (distance(me, at) == near && distance(me, to) > far);
            if (is_open(game, at, way, 0) && (best.deed == STAY || closer)) {
                best = push_action(hunter, to);
                near = distance(me, at);
                far = distance(me, to);
            }
        }
    }
    return best;
}

/* Tries the walls beside a cell. */
static Plan best_wall(const Game *game, Cell beside, Plan best) {
    static Game ahead;
    Cell me = game->runners[game->me].at;
    for (Direction way = UP; way <= RIGHT; way++) {
        Wall wall = wall_between(beside, step(beside, way));
        if (!can_wall(game, wall)) {
            continue;
        }
        Cell hunters[MAX_PIECES], runners[MAX_PIECES];
        memcpy(hunters, game->hunters, sizeof hunters);
        int runner_count = runners_with(game, me, runners);
        ahead = *game;
        put_wall(&ahead, wall);
        if (hunters_after(&ahead, hunters, runners, runner_count, me, 0)) {
            Plan plan = search(&ahead, me, hunters, 1);
            plan.moves = true;
            plan.first = wall_action(wall);
            best = is_better(plan, best) ? plan : best;
        }
    }
    return best;
}

Action bot_turn(const Game *game) {
    if (game->must_push) {
        return push(game);
    }
    Cell me = game->runners[game->me].at;
    Plan best = search(game, me, game->hunters, 0);
    if (!best.reaches) {
        best = best_wall(game, me, best);
        int nearest = 0;
        for (int hunter = 1; hunter < game->hunter_count; hunter++) {
            nearest = distance(me, game->hunters[hunter]) < distance(me, game->hunters[nearest]) ? hunter : nearest;
        }
        if (game->hunter_count > 0) {
            best = best_wall(game, game->hunters[nearest], best);
        }
        match_log("round %d: no way to the core is safe", game->round);
    }
    return best.moves ? best.first : stay_action();
}
