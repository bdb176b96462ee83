import { api, type Created } from '../api';
import type { Seat } from '../reel/types';

/** A seat's key is all that says who sits there; the browser keeps those it was given. */
interface Kept {
  mine: [Seat, string][];
  /** Seats of other people, whose links this browser may hand out. */
  others: [Seat, string][];
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
  localStorage.setItem(place(id), JSON.stringify(kept));
}

/** After a match was begun: the first person's side is ours, the others are to be invited. */
export async function keep(begun: Created): Promise<void> {
  const [first] = begun.humans;
  if (first === undefined) return;
  const { seats } = await api.match(begun.id);
  const sideOf = (seat: Seat) => seats.find((info) => info.seat === seat)?.side ?? seat;
  const mine = begun.humans.filter((human) => sideOf(human.seat) === sideOf(first.seat));
  const others = begun.humans.filter((human) => !mine.includes(human));
  const pairs = (list: Created['humans']): [Seat, string][] => list.map(({ seat, key }) => [seat, key]);
  write(begun.id, { mine: pairs(mine), others: pairs(others) });
}

/** The keys for a match: those kept, and those in the address (`?play=0:KEY,1:KEY`), which are kept from then on. */
export function keysFor(id: string, query: URLSearchParams): { mine: Map<Seat, string>; others: Map<Seat, string> } {
  const kept = read(id);
  const mine = new Map(kept.mine);
  for (const pair of (query.get('play') ?? '').split(',')) {
    const found = /^(\d+):(.+)$/.exec(pair);
    if (found?.[1] !== undefined && found[2] !== undefined) mine.set(Number(found[1]), found[2]);
  }
  const others = new Map(kept.others.filter(([seat]) => !mine.has(seat)));
  if (mine.size > 0) write(id, { mine: [...mine], others: [...others] });
  return { mine, others };
}

export function take(id: string, seat: Seat, key: string): void {
  const kept = read(id);
  write(id, { mine: [...kept.mine, [seat, key]], others: kept.others.filter(([other]) => other !== seat) });
}

export function inviteAddress(id: string, seat: Seat, key: string): string {
  return `${location.origin}/match/${encodeURIComponent(id)}?play=${seat}:${encodeURIComponent(key)}`;
}
