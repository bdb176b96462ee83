/* A small JSON reader: the same file in every C kit. There is no need to change it. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

/* What a value is. */
typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT } JsonKind;

/* A value. Members of an array or object hang together by `next`; `name` is set in an object. */
typedef struct Json {
    JsonKind kind;
    char *name;
    char *text;
    double number;
    struct Json *first;
    struct Json *next;
} Json;

/* Reads a value; NULL if the text is not JSON. Free it with json_free. */
Json *json_parse(const char *text);

/* Frees a value and all that is in it. */
void json_free(Json *value);

/* The member of that name; NULL if there is none. */
const Json *json_get(const Json *object, const char *name);

/* The item at that place of an array; NULL if there is none. */
const Json *json_at(const Json *array, int index);

/* How many items an array has. */
int json_count(const Json *array);

/* The whole number, or `otherwise` if there is no number. */
int json_int(const Json *value, int otherwise);

/* Whether the value is this text. */
bool json_is(const Json *value, const char *text);

#endif
