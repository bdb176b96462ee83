/* Goes the shortest way to the Light Core, whoever hunts it. */
#include "bot.h"

static int steps[MAX_SIDE * MAX_SIDE];

Action bot_turn(const Game *game) {
    Cell me = game->runners[game->me].at;
    distances(game, game->core, steps);
    for (Direction way = UP; way <= RIGHT; way++) {
        Cell to = step(me, way);
        if (is_open(game, me, way, 0) && steps[to.row * game->cols + to.col] < steps[me.row * game->cols + me.col]) {
            return move_action(way);
        }
    }
    return stay_action();
}
