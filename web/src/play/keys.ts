import { api, type Created, type Order } from '../api';
import { keep as store } from '../kept';
import type { Seat } from '../reel/types';

/** Keys are all that says who somebody is; the browser keeps those it was given. */
interface Kept {
  mine: [Seat, string][];
  /** Seats of other people, whose links this browser may hand out. */
  others: [Seat, string][];
  /** The key of the match itself, for whoever began it. */
  owner?: string;
  /** What was asked for, by whoever began it. */
  order?: Order;
}

const place = (id: string) => `meydan.match.${id}`;

function read(id: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place(id)) ?? 'null') as Kept | null;
    if (kept !== null && Array.isArray(kept.mine) && Array.isArray(kept.others)) return kept;
  } catch {
    // Somebody else wrote there: as if it were empty.
  }
  return { mine: [], others: [] };
}

function write(id: string, kept: Kept): void {
  store(place(id), JSON.stringify(kept));
}

/** After a match was begun: the first person's side is ours, the others are to be invited. */
export async function keep(begun: Created, order?: Order): Promise<void> {
  const kept = read(begun.id);
  if (order !== undefined) kept.order = order;
  if (begun.owner !== null) kept.owner = begun.owner;
  const [first] = begun.humans;
  if (first !== undefined) {
    const { seats } = await api.match(begun.id);
    const sideOf = (seat: Seat) => seats.find((info) => info.seat === seat)?.side ?? seat;
    const mine = begun.humans.filter((human) => sideOf(human.seat) === sideOf(first.seat));
    const others = begun.humans.filter((human) => !mine.includes(human));
    const pairs = (list: Created['humans']): [Seat, string][] => list.map(({ seat, key }) => [seat, key]);
    kept.mine = pairs(mine);
    kept.others = pairs(others);
  }
  write(begun.id, kept);
}

/** What was asked for when a match was begun here: all of it, also what its card does not tell. */
export const orderOf = (id: string): Order | undefined => read(id).order;

/** The key of a match that was begun here. */
export const ownerKey = (id: string): string | undefined => read(id).owner;

/** Whether this browser may take a match up again: its owner may, and everybody where only house bots play. */
export const mayResume = (id: string, seats: readonly { kind?: string }[]): boolean => ownerKey(id) !== undefined || (seats.length > 0 && seats.every(({ kind }) => kind === 'house'));

export function forget(id: string): void {
  localStorage.removeItem(place(id));
}

/**
 * The keys for a match: those kept, and those behind the `#` of the address (`#play=0:KEY,1:KEY&owner=KEY`), which are kept
 * from then on. What is behind the `#` is not sent to the server.
 */
export function keysFor(id: string, hash: string): { mine: Map<Seat, string>; others: Map<Seat, string> } {
  const kept = read(id);
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const mine = new Map(kept.mine);
  for (const pair of (given.get('play') ?? '').split(',')) {
    const found = /^(\d+):(.+)$/.exec(pair);
    if (found?.[1] !== undefined && found[2] !== undefined) mine.set(Number(found[1]), found[2]);
  }
  const owner = given.get('owner') ?? kept.owner;
  const others = new Map(kept.others.filter(([seat]) => !mine.has(seat)));
  // What else is kept stays: what was asked for is what a rematch is made of.
  if (mine.size > 0) write(id, { ...kept, mine: [...mine], others: [...others], ...(owner === undefined ? {} : { owner }) });
  return { mine, others };
}

export function take(id: string, seats: readonly [Seat, string][]): void {
  const kept = read(id);
  const taken = new Set(seats.map(([seat]) => seat));
  write(id, { ...kept, mine: [...kept.mine, ...seats], others: kept.others.filter(([other]) => !taken.has(other)) });
}

/** The link with which one person sits down at these seats. */
export function inviteAddress(id: string, seats: readonly [Seat, string][]): string {
  const pairs = seats.map(([seat, key]) => `${seat}:${encodeURIComponent(key)}`);
  return `${location.origin}/match/${encodeURIComponent(id)}#play=${pairs.join(',')}`;
}
