/* Starts the bot. */
#include "bot.h"

int main(void) {
    return play(bot_turn);
}
