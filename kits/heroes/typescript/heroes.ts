/**
 * The world of heroes as your team knows it, and the orders you give in it. There is no need to change this file.
 * @module
 */

import * as geometry from "./geometry.js";
import { Match, log } from "./meydan.js";
import type { CastView, Config, HeroView, View } from "./wire.js";

/** The class of a hero. A map may have others than those of the document. */
export const HeroName = {
  SENTRY: "SENTRY",
  BLASTER: "BLASTER",
  HEALER: "HEALER",
  GUARDIAN: "GUARDIAN",
} as const;
export type HeroName = (typeof HeroName)[keyof typeof HeroName] | (string & {});

/** The name of an ability. A map may have others than those of the document. */
export const AbilityName = {
  SENTRY_ATTACK: "SENTRY_ATTACK",
  SENTRY_DODGE: "SENTRY_DODGE",
  SENTRY_RAY: "SENTRY_RAY",
  BLASTER_ATTACK: "BLASTER_ATTACK",
  BLASTER_DODGE: "BLASTER_DODGE",
  BLASTER_BOMB: "BLASTER_BOMB",
  HEALER_ATTACK: "HEALER_ATTACK",
  HEALER_DODGE: "HEALER_DODGE",
  HEALER_HEAL: "HEALER_HEAL",
  GUARDIAN_ATTACK: "GUARDIAN_ATTACK",
  GUARDIAN_DODGE: "GUARDIAN_DODGE",
  GUARDIAN_FORTIFY: "GUARDIAN_FORTIFY",
} as const;
export type AbilityName = (typeof AbilityName)[keyof typeof AbilityName] | (string & {});

/** What an ability is for. */
export const AbilityType = {
  DEFENSIVE: "DEFENSIVE",
  DODGE: "DODGE",
  OFFENSIVE: "OFFENSIVE",
} as const;
export type AbilityType = (typeof AbilityType)[keyof typeof AbilityType];

/** What may be ordered now. */
export const Phase = {
  PICK: "PICK",
  MOVE: "MOVE",
  ACTION: "ACTION",
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** A way to step. */
export const Direction = {
  UP: "UP",
  DOWN: "DOWN",
  LEFT: "LEFT",
  RIGHT: "RIGHT",
} as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

/** A cell of the map. There is one object for each row and column, so cells of the map may be compared with `===`. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly isWall: boolean;
  readonly isInMyRespawnZone: boolean;
  readonly isInOppRespawnZone: boolean;
  readonly isInObjectiveZone: boolean;
  /** Whether one of your heroes sees this cell now. */
  readonly isInVision: boolean;
}

/** One cell, as an object or as its row and its column. */
export type OneCell = [cell: Cell] | [row: number, column: number];

/** Two cells, each as an object or as its row and its column. */
export type TwoCells =
  | [a: Cell, b: Cell]
  | [a: Cell, row: number, column: number]
  | [row: number, column: number, b: Cell]
  | [row1: number, column1: number, row2: number, column2: number];

/** The map. */
export class Map {
  readonly rowNum: number;
  readonly columnNum: number;
  /** All cells: `cells[row][column]`. */
  readonly cells: Cell[][];
  readonly myRespawnZone: Cell[];
  readonly oppRespawnZone: Cell[];
  readonly objectiveZone: Cell[];

  constructor(config: Config, me: number) {
    const has = (rows: string[] | undefined, row: number, column: number): boolean => rows?.[row]?.[column] === "#";
    this.cells = config.walls.map((line, row) =>
      [...line].map((_, column) => ({
        row,
        column,
        isWall: has(config.walls, row, column),
        isInMyRespawnZone: has(config.respawn[me], row, column),
        isInOppRespawnZone: has(config.respawn[1 - me], row, column),
        isInObjectiveZone: has(config.objective, row, column),
        isInVision: false,
      })),
    );
    this.rowNum = this.cells.length;
    this.columnNum = this.cells[0]?.length ?? 0;
    const every = this.cells.flat();
    this.myRespawnZone = every.filter((cell) => cell.isInMyRespawnZone);
    this.oppRespawnZone = every.filter((cell) => cell.isInOppRespawnZone);
    this.objectiveZone = every.filter((cell) => cell.isInObjectiveZone);
  }

  /** Whether these coordinates are on the map. */
  isInMap(row: number, column: number): boolean {
    return this.getCell(row, column) !== undefined;
  }

  /** The cell at these coordinates; `undefined` outside the map. */
  getCell(row: number, column: number): Cell | undefined {
    return this.cells[row]?.[column];
  }
}

/** What the map says about an ability. */
export interface AbilityConstants {
  readonly name: AbilityName;
  readonly type: AbilityType;
  /** How far away the target cell may be. */
  readonly range: number;
  readonly apCost: number;
  /** Turns until it can be used again. */
  readonly cooldown: number;
  /** How far from the impact cell it still acts. */
  readonly areaOfEffect: number;
  readonly power: number;
  /** Lobbing abilities fly over everything; the others stop at walls and heroes. */
  readonly isLobbing: boolean;
}

/** An ability of one hero. */
export interface Ability extends AbilityConstants {
  /** Turns until the ability is ready again; -1 for an enemy's. */
  readonly remCooldown: number;
  /** Whether it can be used in this turn. Never true for an enemy's. */
  readonly isReady: boolean;
}

/** What the map says about a class of heroes. */
export interface HeroConstants {
  readonly name: HeroName;
  readonly abilityNames: AbilityName[];
  readonly maxHP: number;
  /** What one step costs. */
  readonly moveAPCost: number;
  /** Turns from death to the next life. */
  readonly respawnTime: number;
}

/** A hero. */
export class Hero implements HeroConstants {
  readonly name: HeroName;
  readonly abilityNames: AbilityName[];
  readonly maxHP: number;
  readonly moveAPCost: number;
  readonly respawnTime: number;
  readonly id: number;
  /** 0 while dead; -1 for a living enemy whose health you may not know. */
  readonly currentHP: number;
  /** `undefined` while dead and for an enemy you do not see. */
  readonly currentCell: Cell | undefined;
  /** The cells since the turn began; of an enemy those you saw. */
  readonly recentPath: Cell[];
  /** Turns until the hero appears again; 0 while alive. */
  readonly remRespawnTime: number;
  readonly abilities: Ability[];

  constructor(constants: HeroConstants, seen: HeroView, map: Map, abilities: Ability[]) {
    this.name = constants.name;
    this.abilityNames = constants.abilityNames;
    this.maxHP = constants.maxHP;
    this.moveAPCost = constants.moveAPCost;
    this.respawnTime = constants.respawnTime;
    this.id = seen.id;
    this.currentHP = seen.hp ?? -1;
    this.currentCell = _cell(map, seen.cell);
    this.recentPath = seen.path.flatMap((at) => _cell(map, at) ?? []);
    this.remRespawnTime = seen.respawn;
    this.abilities = abilities;
  }

  /** The ability of that name, if it has it. */
  getAbility(name: AbilityName): Ability | undefined {
    return this.abilities.find((ability) => ability.name === name);
  }

  get defensiveAbilities(): Ability[] {
    return this.abilities.filter((ability) => ability.type === AbilityType.DEFENSIVE);
  }

  get dodgeAbilities(): Ability[] {
    return this.abilities.filter((ability) => ability.type === AbilityType.DODGE);
  }

  get offensiveAbilities(): Ability[] {
    return this.abilities.filter((ability) => ability.type === AbilityType.OFFENSIVE);
  }
}

/** An ability that was used in the last action phase, as far as you saw it. */
export interface CastAbility {
  /** -1 if you did not see who used it. */
  readonly casterId: number;
  readonly targetHeroIds: number[];
  /** `undefined` if you did not see it; so is the end. */
  readonly startCell: Cell | undefined;
  readonly endCell: Cell | undefined;
  readonly abilityName: AbilityName;
}

/**
 * All that your team knows now, and the orders you give. Where a method takes a hero, its id will do; for an ability its name,
 * and for a cell its row and its column.
 */
export class World {
  readonly map: Map;
  /** In the order in which you picked them. */
  myHeroes: Hero[] = [];
  oppHeroes: Hero[] = [];
  /** The abilities used in the previous turn; the enemy's as far as you saw them. */
  myCastAbilities: CastAbility[] = [];
  oppCastAbilities: CastAbility[] = [];
  readonly heroConstants: HeroConstants[];
  readonly abilityConstants: AbilityConstants[];
  /** Action points your team has left in this turn. */
  ap: number;
  myScore = 0;
  oppScore = 0;
  /** 0 to 3 are the picks; the first turn is 4. */
  currentTurn = 0;
  currentPhase: Phase = Phase.PICK;
  /** From 0 in the move phases, else -1. */
  movePhaseNum = -1;
  readonly maxScore: number;
  readonly maxAP: number;
  readonly maxTurns: number;
  readonly killScore: number;
  readonly objectiveZoneScore: number;
  #me: number;
  #match: Match;
  #window = 0;

  constructor(seat: number, config: Config, match: Match) {
    this.#me = seat;
    this.#match = match;
    this.map = new Map(config, seat);
    this.heroConstants = config.heroes.map((known) => ({
      name: known.name as HeroName,
      abilityNames: known.abilities as AbilityName[],
      maxHP: known.max_hp,
      moveAPCost: known.move_cost,
      respawnTime: known.respawn_time,
    }));
    this.abilityConstants = config.abilities.map((known) => ({
      name: known.name as AbilityName,
      // For a bot a fortify is a defensive ability, as it was in the contest.
      type: known.kind === "fortify" ? AbilityType.DEFENSIVE : (known.kind.toUpperCase() as AbilityType),
      range: known.range,
      apCost: known.cost,
      cooldown: known.cooldown,
      areaOfEffect: known.area,
      power: known.power,
      isLobbing: known.lobbing,
    }));
    this.maxScore = config.constants.max_score;
    this.maxAP = config.constants.max_ap;
    this.maxTurns = config.constants.max_turns;
    this.killScore = config.constants.kill_score;
    this.objectiveZoneScore = config.constants.objective_score;
    this.ap = this.maxAP;
  }

  /** Takes a hero of this class; of several picks in one phase the last one counts. */
  pickHero(name: HeroName): void {
    this.#match.act(this.#window, { pick: { class: name } });
  }

  /** One step in this direction. */
  moveHero(hero: Hero | number, direction: Direction): void {
    this.#match.act(this.#window, { move: { hero: _id(hero), direction: direction.toLowerCase() } });
  }

  /** Uses an ability on a cell. */
  castAbility(hero: Hero | number, ability: AbilityConstants | AbilityName, ...cell: OneCell): void {
    const { row, column } = _one(cell);
    this.#match.act(this.#window, { cast: { hero: _id(hero), ability: _name(ability), row, column } });
  }

  /** Keeps something beside this phase, for the viewer. The other team never sees it. */
  note(note: unknown): void {
    this.#match.note(this.#window, note);
  }

  /** The hero with that id, own or enemy. */
  getHero(id: number): Hero | undefined {
    return [...this.myHeroes, ...this.oppHeroes].find((hero) => hero.id === id);
  }

  /** Your hero on this cell. */
  getMyHero(...cell: OneCell): Hero | undefined {
    return _standing(this.myHeroes, _one(cell));
  }

  /** The enemy hero on this cell, if you see it. */
  getOppHero(...cell: OneCell): Hero | undefined {
    return _standing(this.oppHeroes, _one(cell));
  }

  get myDeadHeroes(): Hero[] {
    return this.myHeroes.filter((hero) => hero.currentHP === 0);
  }

  get oppDeadHeroes(): Hero[] {
    return this.oppHeroes.filter((hero) => hero.currentHP === 0);
  }

  /**
   * A shortest way over free cells from the first cell to the second; empty if there is none. Heroes are ignored; the cells of
   * a list at the end count as walls.
   */
  getPathMoveDirections(...cells: TwoCells | [...TwoCells, blocked: Cell[]]): Direction[] {
    const last = cells.at(-1);
    const blocked = Array.isArray(last) ? last : [];
    const [a, b] = this.#two((blocked === last ? cells.slice(0, -1) : cells) as TwoCells);
    return a && b ? geometry.path(this.map, a, b, blocked) : [];
  }

  /** Side steps between two cells, walls ignored; -1 if one of them is outside the map. */
  manhattanDistance(...cells: TwoCells): number {
    const [a, b] = this.#two(cells);
    return a && b ? geometry.distance(a, b) : -1;
  }

  /** Whether the second cell can be seen from the first. */
  isInVision(...cells: TwoCells): boolean {
    const [a, b] = this.#two(cells);
    return a !== undefined && b !== undefined && geometry.sees(this.map, a, b);
  }

  /**
   * Where an ability acts that is used on the first cell and aimed at the second: at the end of its range, or, if it is linear,
   * before the first wall or on the first hero that you see. `undefined` if a cell is outside the map.
   */
  getImpactCell(ability: AbilityConstants | AbilityName, ...cells: TwoCells): Cell | undefined {
    const known = this.#constants(_name(ability));
    const [a, b] = this.#two(cells);
    if (!a || !b || a === b || (a.isWall && !known.isLobbing)) return b && a;
    let impact = a;
    for (const cell of geometry.ray(this.map, a, b, known.isLobbing)) {
      if (geometry.distance(a, cell) > known.range) break;
      impact = cell;
      if (!known.isLobbing && _standing(this.#targetsOf(known), cell)) break;
    }
    return impact;
  }

  /** The heroes that an ability used on the first cell and aimed at the second would reach, of those you see. */
  getAbilityTargets(ability: AbilityConstants | AbilityName, ...cells: TwoCells): Hero[] {
    const known = this.#constants(_name(ability));
    const impact = this.getImpactCell(ability, ...cells);
    if (!impact) return [];
    const place = (hero: Hero): number => hero.currentCell!.row * this.map.columnNum + hero.currentCell!.column;
    return this.#targetsOf(known)
      .filter((hero) => hero.currentCell && geometry.distance(impact, hero.currentCell) <= known.areaOfEffect)
      .sort((one, other) => place(one) - place(other));
  }

  /** Takes in a fresh view. The kit does this before it calls your AI. */
  update(window: number, view: View): void {
    const [me, opp] = [this.#me, 1 - this.#me];
    this.#window = window;
    this.currentTurn = view.turn;
    this.currentPhase = view.phase === "init" ? Phase.PICK : (view.phase.toUpperCase() as Phase);
    this.movePhaseNum = view.move_phase ?? -1;
    this.ap = view.ap[me] ?? 0;
    this.myScore = view.scores[me] ?? 0;
    this.oppScore = view.scores[opp] ?? 0;
    for (const cell of this.map.cells.flat()) {
      (cell as { isInVision: boolean }).isInVision = view.vision[me]?.[cell.row]?.[cell.column] === "#";
    }
    this.myHeroes = (view.heroes[me] ?? []).map((seen) => this.#hero(seen));
    this.oppHeroes = (view.heroes[opp] ?? []).map((seen) => this.#hero(seen));
    this.myCastAbilities = view.casts.filter((cast) => cast.team === me).map((cast) => this.#cast(cast));
    this.oppCastAbilities = view.casts.filter((cast) => cast.team === opp).map((cast) => this.#cast(cast));
  }

  #hero(seen: HeroView): Hero {
    const constants = this.heroConstants.find((known) => known.name === seen.class);
    if (!constants) throw new Error(`the map has no class \`${seen.class}\``);
    const abilities = constants.abilityNames.map((name, i) => {
      const remCooldown = seen.cooldowns?.[i] ?? -1;
      return { ...this.#constants(name), remCooldown, isReady: remCooldown === 0 };
    });
    return new Hero(constants, seen, this.map, abilities);
  }

  #cast(cast: CastView): CastAbility {
    return {
      casterId: cast.caster ?? -1,
      targetHeroIds: cast.targets,
      startCell: _cell(this.map, cast.from),
      endCell: _cell(this.map, cast.to),
      abilityName: cast.ability as AbilityName,
    };
  }

  #constants(name: AbilityName): AbilityConstants {
    const known = this.abilityConstants.find((ability) => ability.name === name);
    if (!known) throw new Error(`this map has no \`${name}\``);
    return known;
  }

  #targetsOf(ability: AbilityConstants): Hero[] {
    return ability.type === AbilityType.DEFENSIVE ? this.myHeroes : this.oppHeroes;
  }

  /** Two cells of the map, or what of them is on it. */
  #two(cells: TwoCells): [Cell | undefined, Cell | undefined] {
    const [first, second] = cells;
    const split = typeof first === "number" ? 2 : 1;
    const a = _one((split === 2 ? [first, second] : [first]) as OneCell);
    const b = _one(cells.slice(split) as OneCell);
    return [this.map.getCell(a.row, a.column), this.map.getCell(b.row, b.column)];
  }
}

type _Place = { row: number; column: number };

function _one(cell: OneCell): _Place {
  const [first, column] = cell;
  return typeof first === "number" ? { row: first, column: column ?? -1 } : first;
}

function _id(hero: Hero | number): number {
  return typeof hero === "number" ? hero : hero.id;
}

function _name(ability: AbilityConstants | AbilityName): AbilityName {
  return typeof ability === "string" ? ability : ability.name;
}

function _standing(heroes: Hero[], at: _Place): Hero | undefined {
  return heroes.find((hero) => hero.currentCell?.row === at.row && hero.currentCell.column === at.column);
}

function _cell(map: Map, at: _Place | null): Cell | undefined {
  return at ? map.getCell(at.row, at.column) : undefined;
}

/** What the kit calls, once in every phase. */
export interface Player {
  preProcess(world: World): void;
  pickTurn(world: World): void;
  moveTurn(world: World): void;
  actionTurn(world: World): void;
}

/** Whatever the match says. */
type Message =
  | { type: "start"; seat: number; config: Config }
  | { type: "turn"; window: number; view: View; errors?: string[] }
  | { type: "end" };

/** Plays one match. */
export async function play(player: Player): Promise<void> {
  const match = Match.open();
  let world: World | undefined;
  for (let message; (message = await match.receive<Message>()) && message.type !== "end"; ) {
    if (message.type === "start") {
      world = new World(message.seat, message.config, match);
    } else if (message.type === "turn" && world) {
      for (const error of message.errors ?? []) log(`refused: ${error}`);
      world.update(message.window, message.view);
      try {
        _turn(player, message.view.phase, world);
      } catch (error) {
        log(error);
      }
      match.done(message.window);
    }
  }
  match.close();
}

function _turn(player: Player, phase: View["phase"], world: World): void {
  switch (phase) {
    case "init":
      return player.preProcess(world);
    case "pick":
      return player.pickTurn(world);
    case "move":
      return player.moveTurn(world);
    case "action":
      return player.actionTurn(world);
  }
}
