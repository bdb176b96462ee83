// The city as one unit sees it, and what the unit can say. There is no need to change this file.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "meydan.hpp"

/// One of the two teams.
enum class Team {
    FIRST,
    SECOND,
};

/// JOKER and BATMAN are only in the finals' ruleset: a thief that a single police unit cannot catch, and a police unit
/// that catches Jokers too.
enum class AgentType {
    THIEF,
    POLICE,
    JOKER,
    BATMAN,
};

/// Whose half of the turn it is.
enum class TurnType {
    POLICE_TURN,
    THIEF_TURN,
};

/// How far the match is.
enum class GameStatus {
    PENDING,
    ONGOING,
    FINISHED,
};

/// Who has won.
enum class GameResult {
    UNKNOWN,
    FIRST_WINS,
    SECOND_WINS,
};

/// The turn, and whose half of it this is.
struct Turn {
    int turnNumber;
    TurnType turnType;
};

/// A unit.
struct Agent {
    int id;
    Team team;
    AgentType type;
    int nodeId;
    bool isDead;

    /// Whether it is a police unit or a Batman.
    bool isPoliceSide() const { return type == AgentType::POLICE || type == AgentType::BATMAN; }
};

/// A place in the city. `x` and `y` are for drawing.
struct Node {
    int id;
    double x;
    double y;
};

/// A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro.
struct Path {
    int id;
    int firstNodeId;
    int secondNodeId;
    double price;
};

/// The map of the city.
class Graph {
public:
    /// The node of the police station on the maps of the contest.
    static constexpr int POLICE_STATION = 1;

    std::vector<Node> nodes;
    std::vector<Path> paths;
    int nodesCount;
    /// How far one sees under the finals' ruleset; 0 otherwise.
    int visibleRadiusXPoliceThief;
    int visibleRadiusYPoliceJoker;
    int visibleRadiusZThiefBatman;

    /// The nodes that can be reached in one move with this much money, the smallest first.
    std::vector<int> neighbours(int nodeId, double money = std::numeric_limits<double>::infinity()) const;
    /// What the move costs. Staying costs nothing; where no path leads, no money is enough.
    double price(int fromId, int toId) const;
    /// How many moves every node is away from the nearest start, over paths of at most this price each. What cannot be
    /// reached is not in it.
    std::map<int, int> distances(const std::vector<int>& starts, double money = std::numeric_limits<double>::infinity()) const;

    explicit Graph(const Json& config);

private:
    std::map<int, std::map<int, double>> ways_;
};

/// What a unit earns in a turn.
struct IncomeSetting {
    double policeIncomeEachTurn;
    double thievesIncomeEachTurn;
};

/// The last turn, and the turns on which thieves show themselves.
struct TurnSettings {
    int maxTurn;
    /// The turns on which thieves show themselves.
    std::vector<int> visibleTurns;
};

/// What a character costs, and how long a message may be.
struct ChatSettings {
    double chatCostPerCharacter;
    int chatBoxMaxSize;
};

/// What does not change.
struct GameConfig {
    Graph graph;
    IncomeSetting incomeSetting;
    TurnSettings turnSettings;
    ChatSettings chatSettings;

    explicit GameConfig(const Json& config);
};

/// A message in the chat box.
struct Chat {
    /// Its place in the box, from 0, as a text.
    std::string id;
    int fromAgentId;
    std::string text;
};

/// All that your unit knows now.
struct GameView {
    /// Your unit's number.
    int id;
    /// Where your unit is.
    int nodeId;
    /// Your unit's money.
    double balance;
    GameStatus status;
    GameResult result;
    Turn turn;
    const GameConfig& config;
    const IncomeSetting& incomeSetting;
    const TurnSettings& turnSettings;
    const ChatSettings& chatSettings;
    /// Your unit.
    Agent viewer;
    /// The other units you see now; caught ones too.
    std::vector<Agent> visibleAgents;
    /// The messages of your team's half, oldest first.
    std::vector<Chat> chatBox;

    GameView(const GameConfig& config, const Json& view);
};

/// Speaks to the units of your team's half.
class Phone {
public:
    /// The phone of a match. The kit makes it.
    explicit Phone(meydan::Match& match) : match_(match) {}

    /// Sends a message of `0` and `1`, paid by the character; one in a half-turn.
    void sendMessage(const std::string& text);
    /// Keeps something beside this half-turn, for the viewer. Nobody in the match sees it.
    void note(const Json& note) { match_.note(window_, note); }
    /// Takes in which half-turn it is. The kit does this before it calls your AI.
    void open(int window) { window_ = window; }

private:
    meydan::Match& match_;
    int window_ = 0;
};

/// What the kit calls: one unit of your team.
class Unit {
public:
    virtual ~Unit() = default;

    /// Called once, before the first turn: where to start. Police start at their station whatever they answer.
    virtual int getStartingNode(const GameView& view) = 0;
    /// Called in each of your half-turns: the node to go to. Your own node means to stay.
    virtual int move(const GameView& view) = 0;
};

/// The type of a unit as the map writes it.
AgentType agentType(const std::string& kind);
