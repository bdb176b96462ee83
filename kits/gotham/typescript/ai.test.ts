// node build.js && node --enable-source-maps --test build/*.test.js

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { AgentType, GameConfig, GameResult, GameStatus, GameView, Phone, Team, TurnType } from "./gotham.js";
import { Match } from "./meydan.js";
import { BatmanAI, PoliceAI } from "./police-ai.js";
import { JokerAI, ThiefAI } from "./thief-ai.js";
import type { Config, View } from "./wire.js";

/** A city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5. */
const cases = JSON.parse(readFileSync("cases.json", "utf8")) as { start: { config: Config } } & Record<
  "pending" | "thief" | "rich" | "poor" | "hidden",
  View
>;
const view = (name: Exclude<keyof typeof cases, "start">): GameView =>
  new GameView(new GameConfig(cases.start.config), cases[name]);

/** A match that only writes down what is said. */
class Recorder extends Match {
  acts: unknown[] = [];

  constructor() {
    super(new PassThrough().end(), new PassThrough());
  }

  override act(_window: number, act: unknown): void {
    this.acts.push(act);
  }
}

const phone = new Phone(new Recorder());

test("a view has what the document promises", () => {
  const here = view("rich");
  assert.deepEqual([here.id, here.nodeId, here.balance], [2, 2, 30.5]);
  assert.deepEqual(here.turn, { turnNumber: 6, turnType: TurnType.POLICE_TURN });
  assert.deepEqual(here.turnSettings, { maxTurn: 60, visibleTurns: [6, 12] });
  assert.deepEqual(here.incomeSetting, { policeIncomeEachTurn: 10, thievesIncomeEachTurn: 7.5 });
  assert.deepEqual(here.chatSettings, { chatCostPerCharacter: 1, chatBoxMaxSize: 100 });
  assert.deepEqual([here.config.graph.nodesCount, here.config.graph.paths.length], [6, 7]);
  assert.deepEqual([here.viewer.nodeId, here.viewer.team, here.viewer.type], [2, Team.FIRST, AgentType.POLICE]);
  assert.deepEqual([here.status, here.result], [GameStatus.ONGOING, GameResult.UNKNOWN]);
  assert.deepEqual(here.visibleAgents.map((agent) => agent.id), [1, 3, 4]);
  assert.equal(view("thief").chatBox[0]?.text, "01");
});

test("money decides which ways are open", () => {
  const { graph } = view("rich").config;
  assert.deepEqual([graph.neighbours(2, 10), graph.neighbours(2)], [[1, 3], [1, 3, 6]]);
  assert.equal(graph.price(2, 1), 0, "of parallel paths the first counts");
  assert.deepEqual([graph.distances([2]).get(5), graph.distances([2], 10).get(5)], [2, 3]);
});

test("a message is an act", () => {
  const match = new Recorder();
  new Phone(match).sendMessage("0110");
  assert.deepEqual(match.acts, [{ say: { text: "0110" } }]);
});

test("a thief starts far from the police", () => {
  assert.equal(new ThiefAI(phone).getStartingNode(view("pending")), 4);
});

test("a thief runs from the enemy, not from its own police", () => {
  assert.equal(new ThiefAI(phone).move(view("thief")), 5);
  assert.equal(new JokerAI(phone).move(view("thief")), 5);
});

test("police take the bus if they can pay for it", () => {
  assert.equal(new PoliceAI(phone).move(view("rich")), 6);
  assert.equal(new BatmanAI(phone).move(view("poor")), 3);
});

test("police remember whom they saw", () => {
  const police = new PoliceAI(phone);
  police.move(view("poor"));
  assert.equal(police.move(view("hidden")), 4);
});
