#define _POSIX_C_SOURCE 200809L

#include "meydan.h"

#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static FILE *reader;
static FILE *writer;

/* Connects to HOST:PORT; -1 if that fails. */
static int dial(const char *address) {
    const char *colon = strrchr(address, ':');
    char host[256] = {0};
    if (!colon || (size_t)(colon - address) >= sizeof host) {
        return -1;
    }
    memcpy(host, address, (size_t)(colon - address));
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(host, colon + 1, &hints, &found) != 0) {
        return -1;
    }
    int link = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    if (link >= 0 && connect(link, found->ai_addr, found->ai_addrlen) != 0) {
        close(link);
        link = -1;
    }
    freeaddrinfo(found);
    return link;
}

bool match_open(void) {
    const char *address = getenv("MEYDAN_SOCKET");
    int in = dup(STDIN_FILENO), out = dup(STDOUT_FILENO);
    if (address && *address) {
        in = dial(address);
        out = in < 0 ? -1 : dup(in);
    }
    if (in < 0 || out < 0) {
        return false;
    }
    reader = fdopen(in, "r");
    writer = fdopen(out, "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return reader && writer;
}

Json *match_receive(void) {
    static char *line = NULL;
    static size_t room = 0;
    return getline(&line, &room, reader) > 0 ? json_parse(line) : NULL;
}

void match_send(const char *format, ...) {
    va_list words;
    va_start(words, format);
    vfprintf(writer, format, words);
    va_end(words);
    fputc('\n', writer);
    fflush(writer);
}

void match_act(int window, const char *act) {
    match_send("{\"window\":%d,\"act\":%s}", window, act);
}

void match_note(int window, const char *note) {
    match_send("{\"window\":%d,\"note\":%s}", window, note);
}

void match_done(int window) {
    match_send("{\"window\":%d,\"done\":true}", window);
}

void match_log(const char *format, ...) {
    va_list words;
    va_start(words, format);
    vfprintf(stderr, format, words);
    va_end(words);
    fputc('\n', stderr);
}
