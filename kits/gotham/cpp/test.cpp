// The unit tests: every `TEST(name) { … }` is run. Add your own here.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "police_ai.hpp"
#include "thief_ai.hpp"
#include "tests.hpp"

namespace {

/// A city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5.
Json cases() {
    std::ifstream file("cases.json");
    std::stringstream text;
    text << file.rdbuf();
    return Json::parse(text.str());
}

const Json CASES = cases();
const GameConfig CONFIG(CASES["start"]["config"]);

GameView view(const char* name) { return GameView(CONFIG, CASES[name]); }

meydan::Match match(stdin, std::tmpfile());
Phone phone(match);

TEST(a_view_has_what_the_document_promises) {
    GameView here = view("rich");
    CHECK(here.id == 2 && here.nodeId == 2 && here.balance == 30.5);
    CHECK(here.turn.turnNumber == 6 && here.turn.turnType == TurnType::POLICE_TURN);
    CHECK(here.turnSettings.maxTurn == 60 && (here.turnSettings.visibleTurns == std::vector<int>{6, 12}));
    CHECK(here.incomeSetting.policeIncomeEachTurn == 10 && here.incomeSetting.thievesIncomeEachTurn == 7.5);
    CHECK(here.chatSettings.chatCostPerCharacter == 1 && here.chatSettings.chatBoxMaxSize == 100);
    CHECK(here.config.graph.nodesCount == 6 && here.config.graph.paths.size() == 7);
    CHECK(here.viewer.nodeId == 2 && here.viewer.team == Team::FIRST && here.viewer.type == AgentType::POLICE);
    CHECK(here.visibleAgents.size() == 3 && here.visibleAgents[1].id == 3);
    CHECK(here.status == GameStatus::ONGOING && here.result == GameResult::UNKNOWN);
    CHECK(view("thief").chatBox.at(0).text == "01");
}

TEST(money_decides_which_ways_are_open) {
    const Graph& graph = CONFIG.graph;
    CHECK((graph.neighbours(2, 10) == std::vector<int>{1, 3}));
    CHECK((graph.neighbours(2) == std::vector<int>{1, 3, 6}));
    CHECK(graph.price(2, 1) == 0);  // Of parallel paths the first counts.
    CHECK(graph.distances({2})[5] == 2 && graph.distances({2}, 10)[5] == 3);
}

TEST(a_message_is_an_act) {
    std::FILE* file = std::tmpfile();
    meydan::Match written(file, file);
    Phone(written).sendMessage("0110");
    std::rewind(file);
    CHECK(written.receive()->dump() == R"({"window":0,"act":{"say":{"text":"0110"}}})");
    std::fclose(file);
}

TEST(a_thief_starts_far_from_the_police) { CHECK(ThiefAI(phone).getStartingNode(view("pending")) == 4); }

TEST(a_thief_runs_from_the_enemy_not_from_its_own_police) {
    CHECK(ThiefAI(phone).move(view("thief")) == 5);
    CHECK(JokerAI(phone).move(view("thief")) == 5);
}

TEST(police_take_the_bus_if_they_can_pay_for_it) {
    CHECK(PoliceAI(phone).move(view("rich")) == 6);
    CHECK(BatmanAI(phone).move(view("poor")) == 3);
}

TEST(police_remember_whom_they_saw) {
    PoliceAI police(phone);
    police.move(view("poor"));
    CHECK(police.move(view("hidden")) == 4);
}

}  // namespace

int main() { return tests::run(); }
