/* Lines of JSON between a match and a bot: the same file in every C kit. There is no need to change it. */
#ifndef MEYDAN_H
#define MEYDAN_H

#include <stdbool.h>

#include "json.h"

/* Opens the line: standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the
   terminal. From here on printf writes to standard error, because standard output belongs to the match. */
bool match_open(void);

/* The next message, or NULL when the match is over. Free it with json_free. */
Json *match_receive(void);

/* Sends one line, written as by printf. */
void match_send(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Acts in a window; the act is JSON. */
void match_act(int window, const char *act);

/* Keeps something (JSON) beside a window, for the viewer; opponents never see it. */
void match_note(int window, const char *note);

/* Ends a window. */
void match_done(int window);

/* Writes a line to standard error, as printf does. Meydan keeps it beside the turn in which it was written. */
void match_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
