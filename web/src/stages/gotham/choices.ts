import type { City } from './city';
import { halfOf } from './knowledge';
import type { Config, View, Way } from './types';

/** The rules that a person's hand must know before it acts: where a unit may go and what it may say. */

export interface Option {
  node: number;
  price: number;
  way: Way | null;
  payable: boolean;
}

/** Where the viewing unit can be told to be: anywhere before the match, later its neighbours and its own place. */
export function options(view: View, city: City): Option[] {
  const { me } = view;
  if (me === null) return [];
  if (view.phase === 'pending') {
    if (me.ready || halfOf(me.kind) === 'police') return [];
    return [...city.places.keys()].map((node) => ({ node, price: 0, way: null, payable: true }));
  }
  if (me.moved) return [];
  const ways = city.edgesOf(me.node).map(({ to, road }): Option => ({ node: to, price: road.path.price, way: road.path.way, payable: road.path.price <= me.balance }));
  return [{ node: me.node, price: 0, way: null, payable: true }, ...ways];
}

/** Whether a thief would meet enemy police there, as far as its unit sees. */
export function perilous(view: View, node: number): boolean {
  const { me } = view;
  if (me === null || halfOf(me.kind) === 'police') return false;
  return view.units.some((unit) => unit.node === node && unit.team !== me.team && halfOf(unit.kind) === 'police');
}

export type SayRefusal = 'long' | 'words';

/** Why one more character cannot be said; null where it can. */
export function sayRefused(view: View, { chat, ruleset }: Config, draft: string): SayRefusal | null {
  if (ruleset === 'document' && draft.length + 1 > chat.box_size) return 'long';
  return (draft.length + 1) * chat.cost > (view.me?.balance ?? 0) ? 'words' : null;
}

const ARROWS: Record<string, readonly [x: number, y: number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
export const isArrow = (key: string) => key in ARROWS;

/** The next choice in an arrow's direction from a place; where there is none, the one after it around the unit. */
export function nextChoice(city: City, from: number, nodes: readonly number[], key: string): number | null {
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  const start = city.place(from);
  let best: number | null = null;
  let least = Infinity;
  for (const node of nodes) {
    if (node === from) continue;
    const place = city.place(node);
    const [x, y] = [place.x - start.x, place.y - start.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    // Within some 60 degrees of the arrow; what lies straight ahead comes first.
    if (ahead <= 0 || aside > ahead * 1.8) continue;
    const cost = ahead + aside * 1.6;
    if (cost < least) [best, least] = [node, cost];
  }
  if (best !== null || nodes.length === 0) return best;
  return nodes[(nodes.indexOf(from) + (dx + dy > 0 ? 1 : nodes.length - 1)) % nodes.length] ?? null;
}
