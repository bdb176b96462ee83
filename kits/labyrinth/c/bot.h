#ifndef BOT_H
#define BOT_H

#include "labyrinth.h"

/* Decides what the runner game->me does. */
Action bot_turn(const Game *game);

#endif
