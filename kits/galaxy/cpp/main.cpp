// Starts the bot.
#include "bot.hpp"

int main() {
    Bot bot;
    galaxy::play(bot);
}
