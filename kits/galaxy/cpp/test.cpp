// The unit tests: every `TEST(name) { … }` is run. Add your own here.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "bot.hpp"
#include "tests.hpp"

using galaxy::Game;

static std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

static std::string view(const std::string& owners, const std::string& troops, const std::string& reply = "plain") {
    return "{'turn':106,'phase':'main','stage':'attack','owners':" + owners + ",'troops':" + troops +
           ",'forts':[0,0,0,0,0],'reserves':[4,null,null],'reply':'" + reply + "'}";
}

static const std::string MINE = view("[0,0,1,null,0]", "[5,8,3,0,2]");
static const std::string START =
    "{'seat':0,'config':{'map':{'planets':5,'edges':[[0,1],[1,2],[2,3],[0,4]],"
    "'strategic':[{'planet':2,'score':3},{'planet':1,'score':5}]}}}";

/// A match that answers as it was told.
struct Table {
    std::string lines;
    char* said = nullptr;
    std::size_t size = 0;
    std::FILE* writer;
    Game game;

    explicit Table(const std::string& now, const std::string& answers = "")
        : lines(json("{'type':'turn','window':7,'view':" + now + "}\n" + answers)),
          writer(open_memstream(&said, &size)),
          game(meydan::Match(fmemopen(lines.data(), lines.size(), "r"), writer), Json::parse(json(START))) {
        CHECK(game.next_turn());
    }
    Table(const Table&) = delete;
};

TEST(the_game_tells_what_the_document_promises) {
    Table table(MINE);
    const Game& game = table.game;
    CHECK((game.get_owners() == std::vector<int>{0, 0, 1, -1, 0}));
    CHECK((game.get_adj()[1] == std::vector<int>{0, 2}));
    CHECK((game.get_strategic_nodes() == std::map<int, int>{{1, 5}, {2, 3}}));
    CHECK(game.get_state() == galaxy::ATTACK && game.get_number_of_troops_to_put() == 4);
    CHECK((game.get_reachable(4) == std::vector<int>{4, 0, 1}) && game.get_reachable(3).empty());
}

TEST(an_attack_is_answered_and_the_view_is_fresh) {
    Table table(MINE, "{'type':'ok','window':7,'next':'more','view':" +
                          view("[0,0,0,null,0]", "[5,2,5,0,2]", "won") + "}\n");
    CHECK(table.game.attack(1, 2, 1, 0.5));
    CHECK(std::string(table.said) == json("{'window':7,'act':{'attack':{'from':1,'to':2,'ratio':1,'share':0.5}}}\n"));
    CHECK(table.game.get_owners()[2] == 0);
}

TEST(a_refused_call_changes_nothing) {
    Table table(MINE, "{'type':'rejected','window':7,'next':'more','reason':'not now'}\n");
    try {
        table.game.put_troop(0, 1);
        CHECK(false);
    } catch (const galaxy::Refused& refused) {
        CHECK(std::strcmp(refused.what(), "not now") == 0);
    }
    CHECK(table.game.get_state() == galaxy::ATTACK);
    try {
        table.game.attack(1, 2, HUGE_VAL, 0.5);
        CHECK(false);
    } catch (const galaxy::Refused& refused) {
        CHECK(std::strstr(refused.what(), "finite") != nullptr);
    }
}

TEST(a_turn_that_ran_out_of_time_takes_no_more_calls) {
    Table table(MINE, "{'type':'turn','window':10,'view':" + MINE + "}\n");
    for (int i = 0; i < 2; i++) {
        try {
            table.game.next_state();
            CHECK(false);
        } catch (const galaxy::TurnOver&) {
        }
    }
    CHECK(std::string(table.said) == json("{'window':7,'act':'next'}\n"));
    CHECK(table.game.next_turn());
}

TEST(the_bot_knows_what_to_do) {
    Table table(MINE);
    CHECK(Bot().best_attack(table.game) == Bot::Pair(1, 2));
    CHECK(Bot().front(table.game) == 1);
    CHECK(Bot().best_move(table.game) == Bot::Pair(0, 1));
    Table weak(view("[0,0,1,null,0]", "[5,5,3,0,2]"));
    CHECK(!Bot().best_attack(weak.game));
    Table free(view("[null,null,null,null,null]", "[0,0,0,0,0]")), taken(view("[null,1,0,null,null]", "[0,1,1,0,0]"));
    CHECK(Bot().place(free.game) == 1);
    CHECK(Bot().place(taken.game) == 2);
}

int main() { return tests::run(); }
