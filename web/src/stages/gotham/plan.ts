import type { Score } from '../../stage/motion';
import type { Moment } from '../../stage/stage';
import { beats, type Beat } from './beats';
import { beside } from './city';
import { caught, known, written, type Known, type LastSeen, type Sight } from './knowledge';
import type { Config, Event, Unit, View } from './types';

/** Everything about a window that does not depend on how far it is: made once, drawn many times. */
export interface Plan {
  before: View;
  after: View;
  score: Score<Beat>;
  units: Journey[];
  ghosts: { unit: Unit; was: LastSeen | null; is: LastSeen | null }[];
  caughtWas: ReadonlySet<number>;
  caughtIs: ReadonlySet<number>;
  revealed: boolean;
}

/** A unit's way through a window. */
export interface Journey {
  unit: Unit;
  was: Known | null;
  is: Known | null;
  /** From where to where it goes, once it is placed. */
  from: number;
  to: number;
  price: number;
  joined: boolean;
  said: string | null;
  wage: number;
  /** Whether the other team sees it. */
  openWas: boolean;
  openIs: boolean;
  slotWas: Slot;
  slotIs: Slot;
}

export interface Slot {
  x: number;
  y: number;
  size: number;
}

const ALONE: Slot = { x: 0, y: 0, size: 1 };

export function plan(moment: Moment<View, Event>, config: Config, sight: Sight): Plan {
  const { before, after, frame } = moment;
  const events = frame?.events ?? [];
  const [was, is] = [known(before), known(after)];
  const [slotsWas, slotsIs] = [slots(was), slots(is)];
  const [openWas, openIs] = [sight.exposed(before), sight.exposed(after)];
  const said = written(before, after);
  const joined = new Map<number, number>();
  const prices = new Map<number, number>();
  const wages = new Map<number, number>();
  for (const event of events) {
    if ('joined' in event) joined.set(event.joined.unit, event.joined.node);
    else if ('moved' in event) prices.set(event.moved.unit, event.moved.price);
    else if ('said' in event) said.set(event.said.unit, event.said.text);
    else if ('paid' in event) wages.set(event.paid.unit, event.paid.wage);
  }
  const units = config.units.map((unit): Journey => {
    const [a, b] = [was.get(unit.id) ?? null, is.get(unit.id) ?? null];
    const to = b?.node ?? a?.node ?? unit.node;
    // A thief that was not placed comes from nowhere; an enemy that was not seen neither.
    const from = joined.get(unit.id) ?? (a?.placed === true ? a.node : to);
    return {
      unit,
      was: a?.placed === true ? a : null,
      is: b?.placed === true ? b : null,
      from,
      to,
      price: prices.get(unit.id) ?? 0,
      joined: joined.has(unit.id),
      said: said.get(unit.id) ?? null,
      wage: wages.get(unit.id) ?? 0,
      openWas: openWas.has(unit.id),
      openIs: openIs.has(unit.id),
      slotWas: slotsWas.get(unit.id) ?? slotsIs.get(unit.id) ?? ALONE,
      slotIs: slotsIs.get(unit.id) ?? slotsWas.get(unit.id) ?? ALONE,
    };
  });
  const [seenWas, seenIs] = [sight.lastSeen(moment, false), sight.lastSeen(moment, true)];
  const [caughtWas, caughtIs] = [caught(moment, false), caught(moment, true)];
  const seen = (map: Map<number, LastSeen>, gone: Set<number>, id: number) => (gone.has(id) ? null : (map.get(id) ?? null));
  const ghosts = config.units
    .map((unit) => ({ unit, was: seen(seenWas, caughtWas, unit.id), is: seen(seenIs, caughtIs, unit.id) }))
    .filter((ghost) => ghost.was !== null || ghost.is !== null);
  return { before, after, score: beats(events, before.visible_turn), units, ghosts, caughtWas, caughtIs, revealed: after.visible_turn && !before.visible_turn };
}

/** Where the units of a node stand beside each other; the caught lie aside and need no room. */
function slots(states: ReadonlyMap<number, Known>): Map<number, Slot> {
  const free = new Map<number, number[]>();
  const held = new Map<number, number[]>();
  for (const [id, { node, dead, placed }] of states) {
    if (!placed) continue;
    const here = dead ? held : free;
    here.set(node, [...(here.get(node) ?? []), id]);
  }
  const made = new Map<number, Slot>();
  for (const ids of free.values()) {
    ids.sort((a, b) => a - b);
    ids.forEach((id, i) => made.set(id, beside(i, ids.length)));
  }
  for (const ids of held.values()) {
    ids.sort((a, b) => a - b);
    ids.forEach((id, i) => made.set(id, { x: (i - (ids.length - 1) / 2) * 1.1, y: 1.38, size: 0.58 }));
  }
  return made;
}
