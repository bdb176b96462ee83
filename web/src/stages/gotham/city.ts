import { bent, onBend } from '../../stage/lines';
import { clamp } from '../../stage/motion';
import type { Box, Point } from '../../stage/stage';
import type { Config, Path } from './types';

/** The city in the stage's world: where nodes and lines are drawn, and what a unit can reach. */

export const WIDTH = 1000;
/** Where the board begins and how much lies under it: the score above, the legend below. */
export const TOP = 104;
export const FOOT = 58;
const MARGIN = 56;
const HIGHEST = 760;

/** A line that can be used: of parallel ones only the first counts. */
export interface Road {
  path: Path;
  from: Point;
  to: Point;
  /** The line is bent towards this place. */
  control: Point;
  points: Point[];
}

export interface Edge {
  to: number;
  road: Road;
}

export class City {
  readonly places: ReadonlyMap<number, Point>;
  readonly roads: readonly Road[];
  /** The board's height; its width is the world's. */
  readonly height: number;
  /** The board with its frame. */
  readonly board: Box;
  /** How far a node is from its nearest neighbour, as a rule; everything on the board is sized by it. */
  readonly spacing: number;
  /** The radius of a unit and of a node. */
  readonly unit: number;
  readonly dot: number;
  readonly stations: ReadonlySet<number>;
  private readonly edges = new Map<number, Edge[]>();

  constructor(readonly config: Config) {
    const { places, height } = lay(config);
    this.places = places;
    this.height = height;
    this.board = { x: 2, y: TOP, width: WIDTH - 4, height };
    this.spacing = spacing([...places.values()]);
    this.unit = clamp(this.spacing * 0.34, 14, 36);
    this.dot = clamp(this.spacing * 0.2, 7, 19);
    this.stations = new Set(config.units.filter(({ kind }) => kind === 'police' || kind === 'batman').map(({ node }) => node));
    this.roads = this.build();
    for (const road of this.roads) {
      this.edgesOf(road.path.from).push({ to: road.path.to, road });
      this.edgesOf(road.path.to).push({ to: road.path.from, road });
    }
  }

  place(node: number): Point {
    return this.places.get(node) ?? { x: WIDTH / 2, y: TOP + this.height / 2 };
  }

  /** The ways out of a node. */
  edgesOf(node: number): Edge[] {
    const known = this.edges.get(node);
    if (known !== undefined) return known;
    const made: Edge[] = [];
    this.edges.set(node, made);
    return made;
  }

  edge(from: number, to: number): Edge | null {
    return this.edgesOf(from).find((edge) => edge.to === to) ?? null;
  }

  /** A place on the way between two nodes: along their line, or straight where there is none. */
  along(from: number, to: number, k: number): Point {
    const [a, b] = [this.place(from), this.place(to)];
    const road = this.edge(from, to)?.road;
    const control = road?.control ?? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return onBend(a, control, b, k);
  }

  /** The way between two nodes as points. */
  way(from: number, to: number): Point[] {
    const road = this.edge(from, to)?.road;
    if (road === undefined) return [this.place(from), this.place(to)];
    return road.path.from === from ? road.points : [...road.points].reverse();
  }

  /** The node at a place of the world, if one is near. */
  nodeAt({ x, y }: Point): number | null {
    let found: number | null = null;
    let least = Math.max(this.spacing * 0.5, this.unit);
    for (const [node, place] of this.places) {
      const away = Math.hypot(place.x - x, place.y - y);
      if (away < least) [found, least] = [node, away];
    }
    return found;
  }

  /** All nodes within so many steps on foot; what the finals' sight is measured in. */
  within(node: number, steps: number): Set<number> {
    const seen = new Set([node]);
    let rim = [node];
    for (let step = 0; step < steps && rim.length > 0; step += 1) {
      const next: number[] = [];
      for (const at of rim) {
        for (const { to, road } of this.edgesOf(at)) {
          if (road.path.price !== 0 || seen.has(to)) continue;
          seen.add(to);
          next.push(to);
        }
      }
      rim = next;
    }
    return seen;
  }

  private build(): Road[] {
    const pairs = new Set<string>();
    const made: Road[] = [];
    for (const path of this.config.paths) {
      const [low, high] = path.from < path.to ? [path.from, path.to] : [path.to, path.from];
      const pair = `${low},${high}`;
      if (low === high || pairs.has(pair)) continue;
      pairs.add(pair);
      const [from, to] = [this.place(path.from), this.place(path.to)];
      const control = path.way === 'walk' ? towards(from, to, 0) : this.clearest(path, from, to);
      made.push({ path, from, to, control, points: path.way === 'walk' ? [from, to] : bent(from, control, to) });
    }
    return made;
  }

  /** Lines of a bus or a metro are long: they are bent so that they keep away from nodes they do not stop at. */
  private clearest(path: Path, from: Point, to: Point): Point {
    let best = towards(from, to, 0.16);
    let most = -Infinity;
    for (const bend of [0.16, -0.16, 0.26, -0.26, 0.08, -0.08]) {
      const control = towards(from, to, bend);
      let room = Infinity;
      for (let i = 1; i < 10; i += 1) {
        const { x, y } = onBend(from, control, to, i / 10);
        const outside = x < MARGIN / 2 || x > WIDTH - MARGIN / 2 || y < TOP + MARGIN / 2 || y > TOP + this.height - MARGIN / 2;
        if (outside) room = -1;
        for (const [node, place] of this.places) {
          if (node !== path.from && node !== path.to) room = Math.min(room, Math.hypot(place.x - x, place.y - y));
        }
      }
      // More room than a node and a half needs is no better.
      room = Math.min(room, this.dot * 2.2) - Math.abs(bend) * 4;
      if (room > most) [best, most] = [control, room];
    }
    return best;
  }
}

function towards(from: Point, to: Point, bend: number): Point {
  return { x: (from.x + to.x) / 2 - (to.y - from.y) * bend * 2, y: (from.y + to.y) / 2 + (to.x - from.x) * bend * 2 };
}

/** Fits the drawing of the map into the board. */
function lay({ nodes }: Config): { places: Map<number, Point>; height: number } {
  const edge = (pick: (node: Config['nodes'][number]) => number, best: (...values: number[]) => number) => nodes.map(pick).reduce((a, b) => best(a, b), nodes[0] === undefined ? 0 : pick(nodes[0]));
  const [left, right] = [edge(({ x }) => x, Math.min), edge(({ x }) => x, Math.max)];
  const [top, bottom] = [edge(({ y }) => y, Math.min), edge(({ y }) => y, Math.max)];
  const [wide, high] = [right - left, bottom - top];
  const scale = Math.min((WIDTH - 2 * MARGIN) / Math.max(wide, 1e-9), (HIGHEST - 2 * MARGIN) / Math.max(high, 1e-9), 1e6);
  const height = Math.max(high * scale, 200) + 2 * MARGIN;
  const corner = { x: (WIDTH - wide * scale) / 2, y: TOP + (height - high * scale) / 2 };
  const places = new Map(nodes.map(({ id, x, y }) => [id, { x: corner.x + (x - left) * scale, y: corner.y + (y - top) * scale }]));
  return { places, height };
}

function spacing(places: readonly Point[]): number {
  const nearest = places.map((a) => Math.min(...places.map((b) => (a === b ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))));
  nearest.sort((a, b) => a - b);
  const middle = nearest[Math.floor(nearest.length / 2)] ?? Infinity;
  return Number.isFinite(middle) ? middle : WIDTH / 4;
}

/** How far from the middle, and how large, so that the numbers of neighbours stay readable. */
const RINGS: Record<number, readonly [radius: number, size: number]> = { 2: [0.92, 0.86], 3: [1.12, 0.8], 4: [1.22, 0.78], 5: [1.36, 0.76], 6: [1.5, 0.74] };

/** Where a unit stands among `count` on one node, from the node's middle, in its own radius; and how large it is then. */
export function beside(index: number, count: number): { x: number; y: number; size: number } {
  if (count <= 1) return { x: 0, y: 0, size: 1 };
  if (count <= 6) {
    const angle = (index / count) * Math.PI * 2 - (count === 2 ? 0 : Math.PI / 2);
    const [radius, size] = RINGS[count] ?? [1, 1];
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, size };
  }
  // A sunflower holds any number.
  const size = clamp(2.2 / Math.sqrt(count), 0.3, 0.7);
  const radius = Math.sqrt(index + 0.4) * 1.08 * size;
  const angle = index * 2.399_963;
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, size };
}
