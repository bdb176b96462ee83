/**
 * The city as one unit sees it, and what the unit can say. There is no need to change this file.
 * @module
 */

import { Match, log } from "./meydan.js";
import type { Config, Sighting, View } from "./wire.js";

/** The node of the police station on the maps of the contest. */
export const POLICE_STATION = 1;

/** One of the two teams. */
export const Team = {
  FIRST: "first",
  SECOND: "second",
} as const;
export type Team = (typeof Team)[keyof typeof Team];

/**
 * What a unit is. `JOKER` and `BATMAN` are only in the finals' ruleset: a thief that a single police unit cannot catch, and
 * a police unit that catches Jokers too.
 */
export const AgentType = {
  THIEF: "thief",
  POLICE: "police",
  JOKER: "joker",
  BATMAN: "batman",
} as const;
export type AgentType = (typeof AgentType)[keyof typeof AgentType];

/** Whose half of the turn it is. */
export const TurnType = {
  POLICE_TURN: "police",
  THIEF_TURN: "thieves",
} as const;
export type TurnType = (typeof TurnType)[keyof typeof TurnType];

/** How far the match is. */
export const GameStatus = {
  PENDING: "pending",
  ONGOING: "ongoing",
  FINISHED: "finished",
} as const;
export type GameStatus = (typeof GameStatus)[keyof typeof GameStatus];

/** Who has won. */
export const GameResult = {
  UNKNOWN: "unknown",
  FIRST_WINS: "first",
  SECOND_WINS: "second",
} as const;
export type GameResult = (typeof GameResult)[keyof typeof GameResult];

/** The turn, and whose half of it this is. */
export interface Turn {
  readonly turnNumber: number;
  readonly turnType: TurnType;
}

/** A unit. */
export interface Agent {
  readonly id: number;
  readonly team: Team;
  readonly type: AgentType;
  readonly nodeId: number;
  readonly isDead: boolean;
  /** Whether it is a police unit or a Batman. */
  readonly isPoliceSide: boolean;
}

/** A place in the city. `x` and `y` are for drawing. */
export interface Node {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro. */
export interface Path {
  readonly id: number;
  readonly firstNodeId: number;
  readonly secondNodeId: number;
  readonly price: number;
}

/** The map of the city. */
export class Graph {
  readonly nodes: Node[];
  readonly paths: Path[];
  readonly nodesCount: number;
  /** How far one sees under the finals' ruleset; 0 otherwise. */
  readonly visibleRadiusXPoliceThief: number;
  readonly visibleRadiusYPoliceJoker: number;
  readonly visibleRadiusZThiefBatman: number;
  #ways: Map<number, Map<number, number>>;

  constructor(config: Config) {
    this.nodes = config.nodes;
    this.paths = config.paths.map(({ id, from, to, price }) => ({ id, firstNodeId: from, secondNodeId: to, price }));
    this.nodesCount = config.nodes.length;
    this.visibleRadiusXPoliceThief = config.radii.thief;
    this.visibleRadiusYPoliceJoker = config.radii.joker;
    this.visibleRadiusZThiefBatman = config.radii.batman;
    this.#ways = new Map(config.nodes.map((node) => [node.id, new Map<number, number>()]));
    for (const { from, to, price } of config.paths) {
      for (const [a, b] of [[from, to], [to, from]] as const) {
        const ways = this.#ways.get(a);
        // Of parallel paths the first counts.
        if (!ways?.has(b)) ways?.set(b, price);
      }
    }
  }

  /** The nodes that can be reached in one move with this much money, the smallest first. */
  neighbours(nodeId: number, money = Infinity): number[] {
    const open = [...(this.#ways.get(nodeId) ?? [])].filter(([, price]) => price <= money);
    return open.map(([node]) => node).sort((a, b) => a - b);
  }

  /** What the move costs. Staying costs nothing; where no path leads, no money is enough. */
  price(fromId: number, toId: number): number {
    return fromId === toId ? 0 : (this.#ways.get(fromId)?.get(toId) ?? Infinity);
  }

  /**
   * How many moves every node is away from the nearest start, over paths of at most this price each. What cannot be reached is not
   * in it.
   */
  distances(starts: number[], money = Infinity): Map<number, number> {
    const found = new Map(starts.map((node) => [node, 0]));
    // A map goes on to what is put in while it is walked.
    for (const [node, steps] of found) {
      for (const there of this.neighbours(node, money)) {
        if (!found.has(there)) found.set(there, steps + 1);
      }
    }
    return found;
  }
}

/** What a unit earns in a turn. */
export interface IncomeSetting {
  readonly policeIncomeEachTurn: number;
  readonly thievesIncomeEachTurn: number;
}

/** The last turn, and the turns on which thieves show themselves. */
export interface TurnSettings {
  readonly maxTurn: number;
  readonly visibleTurns: number[];
}

/** What a character costs, and how long a message may be. */
export interface ChatSettings {
  readonly chatCostPerCharacter: number;
  readonly chatBoxMaxSize: number;
}

/** What does not change. */
export class GameConfig {
  readonly graph: Graph;
  readonly incomeSetting: IncomeSetting;
  readonly turnSettings: TurnSettings;
  readonly chatSettings: ChatSettings;

  constructor(config: Config) {
    this.graph = new Graph(config);
    this.incomeSetting = { policeIncomeEachTurn: config.income.police, thievesIncomeEachTurn: config.income.thieves };
    this.turnSettings = { maxTurn: config.max_turns, visibleTurns: config.visible_turns };
    this.chatSettings = { chatCostPerCharacter: config.chat.cost, chatBoxMaxSize: config.chat.box_size };
  }
}

/** A message in the chat box. */
export interface Chat {
  /** Its place in the box, from 0, as a text. */
  readonly id: string;
  readonly fromAgentId: number;
  readonly text: string;
}

/** All that your unit knows now. */
export class GameView {
  /** Your unit's number. */
  readonly id: number;
  /** Where your unit is. */
  readonly nodeId: number;
  /** Your unit's money. */
  readonly balance: number;
  readonly status: GameStatus;
  readonly result: GameResult;
  readonly turn: Turn;
  readonly config: GameConfig;
  readonly incomeSetting: IncomeSetting;
  readonly turnSettings: TurnSettings;
  readonly chatSettings: ChatSettings;
  /** Your unit. */
  readonly viewer: Agent;
  /** The other units you see now; caught ones too. */
  readonly visibleAgents: Agent[];
  /** The messages of your team's half, oldest first. */
  readonly chatBox: Chat[];

  constructor(config: GameConfig, view: View) {
    if (!view.me) throw new Error("the view is a spectator's");
    this.id = view.me.id;
    this.nodeId = view.me.node;
    this.balance = view.me.balance;
    this.status = view.phase;
    this.result = view.winner ?? GameResult.UNKNOWN;
    this.turn = { turnNumber: view.turn.number, turnType: view.turn.half };
    this.config = config;
    this.incomeSetting = config.incomeSetting;
    this.turnSettings = config.turnSettings;
    this.chatSettings = config.chatSettings;
    this.viewer = _agent(view.me);
    this.visibleAgents = view.units.map(_agent);
    this.chatBox = view.chat.map(({ from, text }, place) => ({ id: String(place), fromAgentId: from, text }));
  }
}

function _agent({ id, team, kind, node, dead }: Sighting): Agent {
  const isPoliceSide = kind === AgentType.POLICE || kind === AgentType.BATMAN;
  return { id, team, type: kind, nodeId: node, isDead: dead, isPoliceSide };
}

/** Speaks to the units of your team's half. */
export class Phone {
  #match: Match;
  #window = 0;

  constructor(match: Match) {
    this.#match = match;
  }

  /** Sends a message of `0` and `1`, paid by the character; one in a half-turn. */
  sendMessage(text: string): void {
    this.#match.act(this.#window, { say: { text } });
  }

  /** Keeps something beside this half-turn, for the viewer. Nobody in the match sees it. */
  note(note: unknown): void {
    this.#match.note(this.#window, note);
  }

  /** Takes in which half-turn it is. The kit does this before it calls your AI. */
  open(window: number): void {
    this.#window = window;
  }
}

/** What the kit calls: one unit of your team. */
export interface Unit {
  getStartingNode(view: GameView): number;
  move(view: GameView): number;
}

/** Whatever the match says. */
type Message =
  | { type: "start"; seat: number; config: Config }
  | { type: "turn"; window: number; view: View; errors?: string[] }
  | { type: "rejected"; reason: string }
  | { type: "ok" | "end" };

/** Plays one unit in one match, with the AI that is made for its type. */
export async function play(make: Record<AgentType, new (phone: Phone) => Unit>): Promise<void> {
  const match = Match.open();
  const phone = new Phone(match);
  let seated: { config: GameConfig; unit: Unit } | undefined;
  for (let message; (message = await match.receive<Message>()) && message.type !== "end"; ) {
    if (message.type === "start") {
      const kind = message.config.units[message.seat]?.kind ?? AgentType.POLICE;
      seated = { config: new GameConfig(message.config), unit: new make[kind](phone) };
    } else if (message.type === "rejected") {
      log(`refused: ${message.reason}`);
    } else if (message.type === "turn" && seated) {
      for (const error of message.errors ?? []) log(`refused: ${error}`);
      phone.open(message.window);
      try {
        match.act(message.window, _decide(seated.unit, new GameView(seated.config, message.view)));
      } catch (error) {
        log(error);
      }
      match.done(message.window);
    }
  }
  match.close();
}

function _decide(unit: Unit, view: GameView): object {
  if (view.status === GameStatus.PENDING) return { ready: { node: unit.getStartingNode(view) } };
  return { move: { to: unit.move(view) } };
}
