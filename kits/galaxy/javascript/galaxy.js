/**
 * The galaxy as a bot sees it: a `Game` with every call of the contest's clients. Calls that change something are promises.
 * @module
 */

import { Match, log } from "./meydan.js";

/** The stages of a turn, as `getState` counts them. */
export const State = Object.freeze({
  PUT_TROOPS: 1,
  ATTACK: 2,
  MOVE_TROOPS: 3,
  FORT: 4,
  FINISHED: 5,
  TROOP_PLACED: 6,
});

const STAGES = { deploy: 1, attack: 2, move: 3, fort: 4, finished: 5, placed: 6 };

/** A call was refused and nothing has changed; the text says why. */
export class Refused extends Error {}

/** Time has run out, or the match is decided: this turn takes no more calls. */
export class TurnOver extends Error {}

/** The game, for as long as it is your turn. Planets count from 0, players from 0 to 2. */
export class Game {
  #match;
  #me;
  #strategic;
  #adj;
  #view = {};
  #window = null;
  #waiting = null;

  /** @param start the first message of the match */
  constructor(match, start) {
    const { map } = start.config;
    this.#match = match;
    this.#me = start.seat;
    this.#strategic = map.strategic.map(({ planet, score }) => [planet, score]).sort(([a], [b]) => a - b);
    this.#adj = Array.from({ length: map.planets }, () => []);
    for (const [a, b] of map.edges) {
      this.#adj[a].push(b);
      this.#adj[b].push(a);
    }
  }

  /** Your number. */
  getPlayerId() {
    return this.#me;
  }

  /** The turn, from 1; every player's move is a turn of its own. */
  getTurnNumber() {
    return this.#view.turn;
  }

  /** The stage of your turn, one of `State`. */
  getState() {
    return STAGES[this.#view.stage];
  }

  /** The owner of every planet; -1 is nobody. */
  getOwners() {
    return this.#view.owners.map((owner) => owner ?? -1);
  }

  /** The troops on every planet, without fort troops. */
  getTroopsCount() {
    return [...this.#view.troops];
  }

  /** The fort troops on every planet. */
  getNumberOfFortTroops() {
    return [...this.#view.forts];
  }

  /** Your troops that are not on the map. */
  getNumberOfTroopsToPut() {
    return this.#view.reserves[this.#me];
  }

  /** The neighbours of every planet. */
  getAdj() {
    return this.#adj;
  }

  /** The strategic planets and their scores, as a Map. */
  getStrategicNodes() {
    return new Map(this.#strategic);
  }

  /** The planets that are joined to this one by planets of its owner, itself first; empty if nobody owns it. */
  getReachable(nodeId) {
    const owners = this.getOwners();
    const found = new Set();
    const visit = (planet) => {
      if (found.has(planet) || owners[planet] !== owners[nodeId]) return;
      found.add(planet);
      this.#adj[planet].forEach(visit);
    };
    if (owners[nodeId] >= 0) visit(nodeId);
    return [...found];
  }

  /** Start phase: puts a troop on a free planet, which is then yours, or on one of yours. */
  async putOneTroop(nodeId) {
    await this.#act({ place: { planet: nodeId } });
  }

  /** Stage 1: puts troops on a free planet, which is then yours, or on one of yours. */
  async putTroop(nodeId, numberOfTroops) {
    await this.#act({ deploy: { planet: nodeId, troops: numberOfTroops } });
  }

  /**
   * Stage 2: attacks a neighbour of another player and goes on while there are `fraction` troops for each defender (0: to
   * the end). After a win the share `moveFraction` of the troops, between 0 and 1, moves in. Gives whether it was won.
   */
  async attack(attackingId, targetId, fraction, moveFraction) {
    if (!Number.isFinite(fraction) || !Number.isFinite(moveFraction)) throw new Refused("fraction and moveFraction must be finite numbers");
    await this.#act({ attack: { from: attackingId, to: targetId, ratio: fraction, share: moveFraction } });
    return this.#view.reply === "won";
  }

  /** Stage 3, once a turn: moves troops between planets of yours that are joined by planets of yours. */
  async moveTroop(source, destination, troopCount) {
    await this.#act({ move: { from: source, to: destination, troops: troopCount } });
  }

  /** Stage 4, once a match: turns troops into twice as many fort troops, which only defend. */
  async fort(nodeId, troopCount) {
    await this.#act({ fort: { planet: nodeId, troops: troopCount } });
  }

  /** Goes to the next stage and gives it; after the last one the turn is over. */
  async nextState() {
    await this.#act("next");
    return this.#window === null ? State.FINISHED : this.getState();
  }

  /** Writes a line to your log. */
  printer(text) {
    log(text);
  }

  /** Sends an act and waits for its answer. */
  async #act(act) {
    if (this.#window === null) throw new TurnOver("the turn is over");
    this.#match.act(this.#window, act);
    const answer = await this.#match.receive();
    if (answer?.type !== "ok" && answer?.type !== "rejected") {
      // The next turn or the end has come instead: this one was too late.
      this.#waiting = answer ?? { type: "end" };
      this.#window = null;
      throw new TurnOver("time has run out");
    }
    this.#view = answer.view ?? this.#view;
    if (answer.next === "done") this.#window = null;
    if (answer.type === "rejected") throw new Refused(answer.reason);
  }

  /** Waits for the next turn and gives its phase, "start" or "main"; `undefined` when the match is over. */
  async _nextTurn() {
    for (;;) {
      const message = this.#waiting ?? (await this.#match.receive());
      this.#waiting = null;
      if (!message || message.type === "end") return undefined;
      if (message.type === "turn") {
        this.#view = message.view;
        this.#window = message.window;
        return message.view.phase;
      }
    }
  }

  /** Ends the turn, whatever stage it is in. */
  _endTurn() {
    if (this.#window !== null) this.#match.done(this.#window);
    this.#window = null;
  }
}

/** Plays one match: `bot.initializer(game)` has the turns of the start phase, `bot.turn(game)` those of the main phase. */
export async function play(bot) {
  const match = Match.open();
  const start = await match.receive();
  if (!start) return;
  const game = new Game(match, start);
  for (let phase; (phase = await game._nextTurn()); ) {
    try {
      await (phase === "start" ? bot.initializer(game) : bot.turn(game));
    } catch (error) {
      log(error instanceof TurnOver ? error.message : error);
    }
    game._endTurn();
  }
  match.close();
}
