import type { Seat } from '../../reel/types';
import type { Box, Point } from '../../stage/stage';
import type { Config, Event, PlanetId, View } from './types';

/** The map as it is drawn and asked: places, neighbours, ways. */

export const RIM = 18;
/** Above the planets: the players' cards and the stages of the turn, on a map of usual width. */
const HEAD = 158;
const USUAL = 1040;
/** Between the outermost planets and the rim. */
const MARGIN = 62;
/** The cards above need some room, however few planets there are. */
const NARROWEST = 860;
/** The frame ends this much before the world does. */
const FRAME_END = RIM - 11;
/** The two nearest planets are at least so far apart. */
const APART = 80;

type Owners = readonly (Seat | null)[];
export type Direction = 'up' | 'down' | 'left' | 'right';

const AHEAD: Record<Direction, Point> = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } };

export class Chart {
  readonly at: readonly Point[];
  readonly size: { width: number; height: number };
  /** What lies above the planets: how high, and how much larger than usual on a wide map. */
  readonly head: number;
  readonly headScale: number;
  /** The planets' sky with its frame. */
  readonly board: Box;
  /** Neighbours in the order in which the edges name them: the order decides the way of a transfer. */
  readonly near: readonly (readonly PlanetId[])[];
  /** The troops a strategic planet brings each turn. */
  readonly worth: ReadonlyMap<PlanetId, number>;

  constructor(readonly config: Config) {
    const { planets, edges, strategic } = config.map;
    const near: PlanetId[][] = Array.from({ length: planets }, () => []);
    for (const [a, b] of edges) {
      near[a]?.push(b);
      near[b]?.push(a);
    }
    this.near = near;
    this.worth = new Map(strategic.map(({ planet, score }) => [planet, score]));
    const places = config.map.positions ?? ring(planets);
    const [left, right] = span(places.map(([x]) => x));
    const [top, bottom] = span(places.map(([, y]) => y));
    const scale = Math.max(NARROWEST / Math.max(right - left, 1), APART / nearest(places));
    const around = (RIM + MARGIN) * 2;
    const high = (bottom - top) * scale + around;
    // A sky that is higher than wide would leave most of a window empty: it goes on to both sides.
    const width = Math.max((right - left) * scale + around, high + FRAME_END);
    const side = (width - (right - left) * scale) / 2;
    this.headScale = Math.max(width / USUAL, 1);
    this.head = HEAD * this.headScale;
    this.at = places.map(([x, y]) => ({ x: side + (x - left) * scale, y: this.head + RIM + MARGIN + (y - top) * scale }));
    this.size = { width, height: this.head + high };
    this.board = { x: RIM - 11, y: this.head, width: width - RIM * 2 + 22, height: high - FRAME_END };
  }

  place(planet: PlanetId): Point {
    return this.at[planet] ?? { x: 0, y: 0 };
  }

  /** The planet that a pointer means. */
  planetAt({ x, y }: Point, reach = 44): PlanetId | null {
    let found: PlanetId | null = null;
    let best = reach;
    this.at.forEach((place, planet) => {
      const away = Math.hypot(place.x - x, place.y - y);
      if (away < best) [found, best] = [planet, away];
    });
    return found;
  }

  /** The planet next in a direction, for a cursor moved by keys. */
  beside(planet: PlanetId, direction: Direction): PlanetId {
    const from = this.place(planet);
    const ahead = AHEAD[direction];
    let found = planet;
    let best = Infinity;
    this.at.forEach((place, other) => {
      const forth = (place.x - from.x) * ahead.x + (place.y - from.y) * ahead.y;
      const aside = Math.abs((place.x - from.x) * ahead.y + (place.y - from.y) * ahead.x);
      if (forth <= 1 || aside > forth * 1.6) return;
      const cost = forth + aside * 1.8;
      if (cost < best) [found, best] = [other, cost];
    });
    return found;
  }

  /** The planets of one owner that hang together with this one, itself included. */
  realm(owners: Owners, planet: PlanetId): Set<PlanetId> {
    const owner = owners[planet];
    const seen = new Set([planet]);
    const queue = [planet];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const other of this.near[next] ?? []) {
        if (owners[other] !== owner || seen.has(other)) continue;
        seen.add(other);
        queue.push(other);
      }
    }
    return seen;
  }

  /** What a planet can attack: neighbours of other players. */
  targets(owners: Owners, planet: PlanetId): PlanetId[] {
    const owner = owners[planet] ?? null;
    if (owner === null) return [];
    return [...new Set(this.near[planet])].filter((other) => (owners[other] ?? null) !== null && owners[other] !== owner);
  }

  adjacent(a: PlanetId, b: PlanetId): boolean {
    return this.near[a]?.includes(b) ?? false;
  }

  /** The way a transfer takes: the engine's own search, depth first, so not always the shortest. */
  way(owners: Owners, from: PlanetId, to: PlanetId): PlanetId[] | null {
    const owner = owners[from];
    const seen = new Set([from]);
    const way = [from];
    const open = [0];
    for (let planet = way.at(-1); planet !== undefined; planet = way.at(-1)) {
      if (planet === to) return way;
      const near = this.near[planet] ?? [];
      let next = open.pop() ?? 0;
      while (next < near.length && (seen.has(near[next] ?? -1) || owners[near[next] ?? -1] !== owner)) next += 1;
      const step = near[next];
      if (step === undefined) {
        way.pop();
        continue;
      }
      open.push(next + 1, 0);
      seen.add(step);
      way.push(step);
    }
    return null;
  }

  held(owners: Owners, player: Seat): PlanetId[] {
    return owners.flatMap((owner, planet) => (owner === player ? [planet] : []));
  }

  /** How many strategic planets a player holds. */
  stars(owners: Owners, player: Seat): number {
    let count = 0;
    for (const planet of this.worth.keys()) if (owners[planet] === player) count += 1;
    return count;
  }

  /** What a player's reserve would grow by if its turn began now. */
  income(owners: Owners, player: Seat): number {
    const held = this.held(owners, player);
    const sum = Math.floor(held.length / 4) + held.reduce((total, planet) => total + (this.worth.get(planet) ?? 0), 0);
    const { ruleset, minimum_troops_per_turn: least } = this.config.rules;
    return ruleset === 'official' ? Math.max(sum, least) : sum;
  }

  /** Who has won by strategic planets, once the match is decided. */
  winner({ decided, owners }: Pick<View, 'decided' | 'owners'>): Seat | null {
    if (!decided) return null;
    const { number_of_players: players, number_of_strategic_nodes_to_win: needed } = this.config.rules;
    for (let player = 0; player < players; player += 1) if (this.stars(owners, player) >= needed) return player;
    return null;
  }
}

/** The planets of a transfer's way, told one by one after it. */
export function wayOf(events: readonly Event[], index: number): PlanetId[] {
  const way: PlanetId[] = [];
  for (const event of events.slice(index + 1)) {
    if (!('passed' in event)) break;
    way.push(event.passed.planet);
  }
  return way;
}

/** Servers lay out every map; a config from elsewhere may come without places. */
function ring(planets: number): [number, number][] {
  return Array.from({ length: planets }, (_, i) => {
    const angle = (i / planets) * Math.PI * 2;
    return [50 + 46 * Math.cos(angle), 50 + 46 * Math.sin(angle)];
  });
}

const span = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];

function nearest(places: readonly [number, number][]): number {
  let best = Infinity;
  places.forEach(([ax, ay], i) => {
    for (const [bx, by] of places.slice(i + 1)) best = Math.min(best, Math.hypot(ax - bx, ay - by));
  });
  return Math.max(best, 1);
}
