import type { Moment } from '../../stage/stage';
import type { City } from './city';
import type { Config, Event, Half, Kind, Message, Team, Unit, View } from './types';

/** What a view tells, and what is remembered of the views before it. */

export const sideOf = (team: Team): number => (team === 'first' ? 0 : 1);
export const halfOf = (kind: Kind): Half => (kind === 'police' || kind === 'batman' ? 'police' : 'thieves');
export const isThief = ({ kind }: { kind: Kind }): boolean => halfOf(kind) === 'thieves';

/** A unit as a viewer knows it now. */
export interface Known {
  node: number;
  dead: boolean;
  /** Money is known of oneself only, or to a spectator. */
  balance: number | null;
  /** Thieves that have not chosen yet are not in the city. */
  placed: boolean;
}

export function known(view: View): Map<number, Known> {
  const made = new Map<number, Known>();
  const begun = view.phase !== 'pending';
  for (const unit of view.units) made.set(unit.id, { node: unit.node, dead: unit.dead, balance: null, placed: begun || !isThief(unit) });
  for (const unit of view.overview?.units ?? (view.me === null ? [] : [view.me])) {
    made.set(unit.id, { node: unit.node, dead: unit.dead, balance: unit.balance, placed: begun || !isThief(unit) || unit.ready });
  }
  return made;
}

/** The messages that a viewer can read. */
export function messages(view: View): Message[][] {
  return view.overview === null ? [view.chat] : view.overview.chats.flatMap(({ thieves, police }) => [thieves, police]);
}

/** What was written between two views, by the writer. */
export function written(before: View, after: View): Map<number, string> {
  const boxes = messages(before);
  // The last state may be drawn through other eyes than the one before.
  if (before.me?.id !== after.me?.id) return new Map();
  return new Map(messages(after).flatMap((box, i) => box.slice(boxes[i]?.length ?? 0).map(({ from, text }): [number, string] => [from, text])));
}

/** The next turn on which thieves show themselves, and how many turns away it is; null where none is left. */
export function nextReveal(config: Config, turn: number): { turn: number; away: number } | null {
  const next = Math.min(...config.visible_turns.filter((visible) => visible > turn && visible <= config.max_turns));
  return Number.isFinite(next) ? { turn: next, away: next - turn } : null;
}

export interface LastSeen {
  node: number;
  turn: number;
}

/** Which thieves the other team sees, and where hidden ones were seen last. */
export class Sight {
  private readonly exposures = new WeakMap<View, ReadonlySet<number>>();
  private readonly unitOf: ReadonlyMap<number, Unit>;

  constructor(
    private readonly config: Config,
    private readonly city: City,
  ) {
    this.unitOf = new Map(config.units.map((unit) => [unit.id, unit]));
  }

  /** The thieves that the other team's police see in this view. */
  exposed(view: View): ReadonlySet<number> {
    const made = this.exposures.get(view) ?? this.expose(view);
    this.exposures.set(view, made);
    return made;
  }

  private expose(view: View): Set<number> {
    const found = new Set<number>();
    if (!view.visible_turn) return found;
    const all = [...known(view)].flatMap(([id, state]) => {
      const unit = this.unitOf.get(id);
      return unit === undefined || !state.placed ? [] : [{ unit, state }];
    });
    const { radii, ruleset } = this.config;
    for (const { unit, state } of all) {
      if (!isThief(unit)) continue;
      const near = ruleset === 'official' ? this.city.within(state.node, unit.kind === 'joker' ? radii.joker : radii.thief) : null;
      const seen = near === null || all.some((other) => !isThief(other.unit) && other.unit.team !== unit.team && near.has(other.state.node));
      if (seen) found.add(unit.id);
    }
    return found;
  }

  /**
   * Where each hidden thief was last seen by those it hides from: for a spectator by the other team, for a seat by itself.
   * `with_after` counts the moment's last state too.
   */
  lastSeen({ before, after, past }: Moment<View, Event>, withAfter: boolean): Map<number, LastSeen> {
    const now = withAfter ? after : before;
    const shown = this.shows(now);
    const lost = new Set(this.config.units.filter((unit) => isThief(unit) && !shown.has(unit.id) && this.matters(now, unit)).map(({ id }) => id));
    const found = new Map<number, LastSeen>();
    const look = (view: View) => {
      if (lost.size === 0) return;
      const seen = this.shows(view);
      const states = known(view);
      for (const id of lost) {
        const state = states.get(id);
        if (!seen.has(id) || state === undefined) continue;
        lost.delete(id);
        if (!state.dead) found.set(id, { node: state.node, turn: view.turn.number });
      }
    };
    if (withAfter) look(before);
    if (past !== undefined) {
      for (let i = past.count - 1; i >= 0 && lost.size > 0; i -= 1) {
        const view = past.frames[i]?.view;
        if (view !== undefined) look(view);
      }
    }
    return found;
  }

  /** Whether a unit's hiding is something to a viewer: a spectator follows all living thieves, a seat those of the enemy. */
  private matters(view: View, unit: Unit): boolean {
    if (view.overview !== null) return view.overview.units.some(({ id, dead }) => id === unit.id && !dead);
    return view.me !== null && view.me.team !== unit.team;
  }

  /** The thieves that are in the open: to a spectator those that the enemy sees, to a seat those that it sees. */
  private shows(view: View): ReadonlySet<number> {
    return view.overview === null ? new Set(view.units.map(({ id }) => id)) : this.exposed(view);
  }
}

/** The thieves that are known to be caught; a seat's view may forget them again, its reader does not. */
export function caught({ before, after, frame, past }: Moment<View, Event>, withAfter: boolean): Set<number> {
  const found = new Set<number>();
  const look = (view: View) => {
    for (const [id, { dead }] of known(view)) if (dead) found.add(id);
  };
  const hear = (events: readonly Event[]) => {
    for (const event of events) {
      if ('caught' in event) found.add(event.caught.unit);
      else if ('joker_caught' in event) found.add(event.joker_caught.unit);
    }
  };
  look(before);
  // A spectator's view holds everything; a seat's must be put together.
  if (before.overview === null && past !== undefined) {
    for (const earlier of past.frames.slice(0, past.count)) {
      look(earlier.view);
      hear(earlier.events);
    }
  }
  if (withAfter) {
    look(after);
    hear(frame?.events ?? []);
  }
  return found;
}
