/* The unit tests: every `TEST(name) { … }` is run, because gcc calls a constructor by itself. Add your own here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"

static int failed = 0, passed = 0;

#define TEST(name) \
    static void name(void); \
    __attribute__((constructor)) static void run_##name(void) { \
        int before = failed; \
        name(); \
        passed += failed == before; \
    } \
    static void name(void)

#define CHECK(what) \
    do { \
        if (!(what)) { \
            failed++; \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); \
        } \
    } while (0)

static Game game;

static const char START[] =
    "{\"seat\":0,\"config\":{\"rows\":3,\"cols\":3,\"core\":[0,0],\"walls\":[{\"row\":0,\"col\":0,\"dir\":\"h\"}],"
    "\"max_rounds\":60,\"seats\":1}}";

static void set(const char *runner, const char *hunters, const char *push) {
    char view[512];
    snprintf(view, sizeof view,
             "{\"round\":1,\"turn\":0,\"push\":%s,\"runners\":[{\"at\":%s,\"status\":\"on\",\"walls\":1}],"
             "\"hunters\":%s,\"walls\":[],\"boxes\":[],\"arrived\":0,\"needed\":1}",
             push, runner, hunters);
    Json *start = json_parse(START), *now = json_parse(view);
    CHECK(start && now);
    game_start(&game, start);
    game_update(&game, now);
    json_free(start);
    json_free(now);
}

TEST(walls_stop_everybody) {
    int steps[9];
    set("[1,0]", "[]", "null");
    CHECK(!is_open(&game, (Cell){1, 0}, UP, 0));
    CHECK(is_open(&game, (Cell){1, 1}, UP, 0));
    CHECK(has_wall(&game, wall_between((Cell){1, 0}, (Cell){0, 0}), 0));
    CHECK(distances(&game, (Cell){0, 0}, steps) == 9);
    CHECK(steps[3] == 3);
}

TEST(a_hunter_goes_across_before_it_goes_along) {
    set("[2,0]", "[[0,2]]", "null");
    Cell hunters[1] = {{0, 2}}, far = {2, 0}, near = {0, 0};
    CHECK(hunters_after(&game, hunters, &far, 1, far, 0));
    CHECK(same_cell(hunters[0], (Cell){0, 0}));
    hunters[0] = (Cell){0, 2};
    CHECK(!hunters_after(&game, hunters, &near, 1, near, 0));
}

TEST(the_bot_knows_what_to_do) {
    set("[1,0]", "[]", "null");
    CHECK(strcmp(action_text(bot_turn(&game)), "{\"move\":\"right\"}") == 0);
    set("[0,1]", "[[2,2]]", "null");
    CHECK(strcmp(action_text(bot_turn(&game)), "{\"move\":\"left\"}") == 0);
    set("[2,2]", "[[0,2]]", "0");
    CHECK(strcmp(action_text(bot_turn(&game)), "{\"push\":{\"hunter\":0,\"to\":[0,1]}}") == 0);
}

TEST(json_is_read) {
    Json *value = json_parse(" {\"a\": [1, -2.5, \"x\\n\\u00e9\\ud83d\\ude00\"], \"b\": {\"c\": null}, \"d\": true} ");
    CHECK(value && json_count(json_get(value, "a")) == 3);
    CHECK(json_int(json_at(json_get(value, "a"), 1), 0) == -2);
    CHECK(json_is(json_at(json_get(value, "a"), 2), "x\n\xc3\xa9\xf0\x9f\x98\x80"));
    CHECK(json_get(json_get(value, "b"), "c") && !json_get(value, "e"));
    json_free(value);
    CHECK(!json_parse("{\"a\": }") && !json_parse("[1 2]") && !json_parse("\"open") && !json_parse("1 x"));
}

int main(void) {
    /* Every test has run by now. */
    printf("%d tests passed%s\n", passed, failed ? ", something is wrong" : "");
    return failed || passed == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
