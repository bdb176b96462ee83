#include "json.h"

#include <stdlib.h>
#include <string.h>

static const char *spaces(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static int utf8(unsigned code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* Reads the four digits of \u; -1 if they are not there. */
static long digits(const char *at) {
    char text[5] = {0};
    for (int i = 0; i < 4; i++) {
        if (!strchr("0123456789abcdefABCDEF", at[i]) || at[i] == '\0') {
            return -1;
        }
        text[i] = at[i];
    }
    return strtol(text, NULL, 16);
}

/* Reads a text from its opening quote on; what is read never gets longer. */
static const char *read_text(const char *at, char **text) {
    const char *end = at + 1;
    while (*end && *end != '"') {
        end += *end == '\\' && end[1] ? 2 : 1;
    }
    char *out = malloc((size_t)(end - at) + 1);
    *text = out;
    if (*end != '"' || !out) {
        return NULL;
    }
    for (at++; at < end; at++) {
        if (*at != '\\') {
            *out++ = *at;
            continue;
        }
        static const char names[] = "bfnrt", meant[] = "\b\f\n\r\t";
        const char *name = strchr(names, *++at);
        if (name) {
            *out++ = meant[name - names];
        } else if (*at != 'u') {
            *out++ = *at;
        } else {
            long code = digits(at + 1);
            if (code < 0) {
                return NULL;
            }
            at += 4;
            if (code >= 0xD800 && code < 0xDC00 && at[1] == '\\' && at[2] == 'u' && digits(at + 3) >= 0xDC00) {
                code = 0x10000 + ((code - 0xD800) << 10) + (digits(at + 3) - 0xDC00);
                at += 6;
            }
            out += utf8((unsigned)code, out);
        }
    }
    *out = '\0';
    return end + 1;
}

static const char *read_value(const char *at, Json *value, int depth);

/* Reads the members of an array or object from its opening bracket on. */
static const char *read_members(const char *at, Json *value, int depth) {
    char close = *at == '[' ? ']' : '}';
    value->kind = *at == '[' ? JSON_ARRAY : JSON_OBJECT;
    Json **last = &value->first;
    at = spaces(at + 1);
    while (*at != close) {
        if (value->first) {
            if (*at != ',') {
                return NULL;
            }
            at = spaces(at + 1);
        }
        *last = calloc(1, sizeof(Json));
        if (!*last) {
            return NULL;
        }
        if (close == '}') {
            if (*at != '"' || !(at = read_text(at, &(*last)->name))) {
                return NULL;
            }
            at = spaces(at);
            if (*at++ != ':') {
                return NULL;
            }
        }
        if (!(at = read_value(at, *last, depth + 1))) {
            return NULL;
        }
        last = &(*last)->next;
        at = spaces(at);
    }
    return at + 1;
}

static const char *read_value(const char *at, Json *value, int depth) {
    at = spaces(at);
    if (depth > 100) {
        return NULL;
    }
    if (*at == '[' || *at == '{') {
        return read_members(at, value, depth);
    }
    if (*at == '"') {
        value->kind = JSON_TEXT;
        return read_text(at, &value->text);
    }
    if (strncmp(at, "null", 4) == 0) {
        return at + 4;
    }
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0) {
        value->kind = JSON_BOOL;
        value->number = *at == 't';
        return at + (*at == 't' ? 4 : 5);
    }
    char *end;
    value->kind = JSON_NUMBER;
    value->number = strtod(at, &end);
    return end == at ? NULL : end;
}

Json *json_parse(const char *text) {
    Json *value = calloc(1, sizeof(Json));
    const char *end = value ? read_value(text, value, 0) : NULL;
    if (!end || *spaces(end)) {
        json_free(value);
        return NULL;
    }
    return value;
}

void json_free(Json *value) {
    while (value) {
        Json *next = value->next;
        json_free(value->first);
        free(value->name);
        free(value->text);
        free(value);
        value = next;
    }
}

const Json *json_get(const Json *object, const char *name) {
    for (const Json *at = object ? object->first : NULL; at; at = at->next) {
        if (at->name && strcmp(at->name, name) == 0) {
            return at;
        }
    }
    return NULL;
}

const Json *json_at(const Json *array, int index) {
    const Json *at = array ? array->first : NULL;
    while (at && index-- > 0) {
        at = at->next;
    }
    return at;
}

int json_count(const Json *array) {
    int count = 0;
    for (const Json *at = array ? array->first : NULL; at; at = at->next) {
        count++;
    }
    return count;
}

int json_int(const Json *value, int otherwise) {
    return value && value->kind == JSON_NUMBER ? (int)value->number : otherwise;
}

bool json_is(const Json *value, const char *text) {
    return value && value->kind == JSON_TEXT && value->text && strcmp(value->text, text) == 0;
}
