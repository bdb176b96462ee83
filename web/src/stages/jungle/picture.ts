import type { Frame } from '../../reel/types';
import { Score, clamp, lerp, smooth } from '../../stage/motion';
import type { Event, Point as Cell, UnitView, View } from './types';

/** What is where at a moment, in cells and without a drawing: the part of the motion that can be tested. */

export interface UnitPicture {
  at: Cell;
  /** 0: not on the map. */
  alpha: number;
  size: number;
  summoning: boolean;
  /** How far it leans towards a neighbour that it strikes. */
  lunge: Cell;
}

/** A diamond hangs between two holds: a cell, or a unit that carries it. */
export type Hold = { cell: Cell } | { unit: number };

export interface GemPicture {
  from: Hold;
  to: Hold;
  k: number;
  level: number;
  points: number;
}

export type Spark =
  | { kind: 'kill' | 'spawn' | 'rise' | 'take'; at: Cell; k: number; team: number; from?: Cell }
  | { kind: 'drop'; at: Cell; k: number; team: number; points: number };

export interface VinePicture {
  caller: Cell;
  /** Where the pull began and where it ends. */
  from: Cell;
  to: Cell;
  team: number;
  k: number;
}

export interface Trail {
  from: Cell;
  to: Cell;
  team: number;
  k: number;
}

export interface Picture {
  /** By the number of the unit less one. */
  units: UnitPicture[];
  gems: GemPicture[];
  sparks: Spark[];
  vines: VinePicture[];
  trails: Trail[];
  scores: number[];
  /** The team that plays right now. */
  active: number | null;
}

type Kind = 'walk' | 'drop' | 'kill' | 'vine' | 'earn';

/** Deeds of one team that are seen together. */
export interface Beat {
  kind: Kind;
  team: number;
  events: Event[];
}

const LENGTHS: Record<Kind, number> = { walk: 260, drop: 420, kill: 480, vine: 600, earn: 120 };

export const unitsOf = (view: View): UnitView[] => view.teams.flatMap((team) => team.units);

function kindOf(event: Event): Kind | null {
  if ('turn' in event || 'timed_out' in event || 'left' in event) return null;
  if ('dropped' in event) return 'drop';
  if ('killed' in event) return 'kill';
  return 'vined' in event ? 'vine' : 'walk';
}

/** The units that an event moves or changes. */
export function touched(event: Event): number[] {
  if ('turn' in event || 'timed_out' in event || 'left' in event) return [];
  if ('killed' in event) return [event.killed.unit, event.killed.victim];
  if ('vined' in event) return [event.vined.unit, event.vined.target];
  if ('gave' in event) return [event.gave.unit, event.gave.receiver];
  const [body] = Object.values(event) as { unit: number }[];
  return body === undefined ? [] : [body.unit];
}

/**
 * Orders a tick's events into beats. Deeds of one kind by different units of a team are drawn at once; what befalls the
 * same unit twice is drawn twice, except that taking a diamond belongs to the step that led to it.
 */
export function beats(events: readonly Event[]): Score<Beat> {
  const list: Beat[] = [];
  let team = 0;
  for (const event of events) {
    if ('turn' in event) team = event.turn.team;
    const kind = kindOf(event);
    if (kind === null) continue;
    const last = list.at(-1);
    const busy = new Set(last?.events.flatMap(touched));
    const again = touched(event).some((unit) => busy.has(unit));
    const joins = last !== undefined && last.team === team && ('took' in event ? again || last.kind === 'walk' : last.kind === kind && !again);
    if (joins) last.events.push(event);
    else list.push({ kind, team, events: [event] });
  }
  const score = new Score<Beat>();
  for (const beat of list) score.add(beat, LENGTHS[beat.kind]);
  return score.add({ kind: 'earn', team: -1, events: [] }, LENGTHS.earn);
}

export function still(view: View): Picture {
  return {
    units: unitsOf(view).map(({ position, summoning }) => ({
      at: position ?? { x: 0, y: 0 },
      alpha: position === null ? 0 : 1,
      size: 1,
      summoning,
      lunge: { x: 0, y: 0 },
    })),
    gems: view.diamonds.map(({ position, owner, level, points }) => {
      const hold: Hold = owner === null ? { cell: position } : { unit: owner };
      return { from: hold, to: hold, k: 1, level, points };
    }),
    sparks: [],
    vines: [],
    trails: [],
    scores: view.teams.map(({ score }) => score),
    active: null,
  };
}

/** The picture of a window at progress `p`; at 1 it is the state after it, with the traces of what has just happened. */
export function between(before: View, frame: Frame<View, Event>, p: number): Picture {
  const picture = still(p < 1 ? before : frame.view);
  const size = Math.max(before.teams[0]?.units.length ?? 1, 1);
  for (const [beat, k] of beats(frame.events).at(p)) {
    if (k <= 0) continue;
    if (k < 1 && beat.team >= 0) picture.active = beat.team;
    for (const event of beat.events) {
      decorate(picture, event, k, (unit) => Math.floor((unit - 1) / size));
      if (p < 1) change(picture, event, k, beat.team);
    }
    if (beat.kind === 'earn' && p < 1 && k > 0.4) earn(picture, frame.view);
  }
  if (p < 1) mend(picture, before, frame, p);
  return picture;
}

/** At the end of a tick carried diamonds gain their level in points. */
function earn(picture: Picture, after: View): void {
  picture.gems.forEach((gem, index) => {
    gem.points = after.diamonds[index]?.points ?? gem.points;
    gem.level = after.diamonds[index]?.level ?? gem.level;
  });
}

/** What was changed by no event that we know of (a reel may leave some out) glides or fades over the whole window. */
function mend(picture: Picture, before: View, frame: Frame<View, Event>, p: number): void {
  const end = still(before);
  let team = 0;
  for (const event of frame.events) {
    if ('turn' in event) team = event.turn.team;
    change(end, event, 1, team);
  }
  const k = smooth(clamp(p));
  unitsOf(frame.view).forEach(({ position, summoning }, index) => {
    const unit = picture.units[index];
    const known = end.units[index];
    if (unit === undefined || known === undefined) return;
    if (position === null) {
      if (known.alpha > 0) unit.alpha *= 1 - k;
    } else if (known.alpha === 0) {
      unit.at = position;
      unit.alpha = Math.max(unit.alpha, k);
    } else {
      unit.at = { x: unit.at.x + (position.x - known.at.x) * k, y: unit.at.y + (position.y - known.at.y) * k };
    }
    if (known.summoning !== summoning && k > 0.5) unit.summoning = summoning;
  });
  frame.view.diamonds.forEach(({ owner, position }, index) => {
    const gem = picture.gems[index];
    const known = end.gems[index];
    if (gem === undefined || known === undefined) return;
    const hold: Hold = owner === null ? { cell: position } : { unit: owner };
    if (!sameHold(known.to, hold)) Object.assign(gem, { from: gem.to, to: hold, k });
  });
}

function sameHold(a: Hold, b: Hold): boolean {
  if ('unit' in a) return 'unit' in b && a.unit === b.unit;
  return 'cell' in b && a.cell.x === b.cell.x && a.cell.y === b.cell.y;
}

/** The second half of a beat: what follows from its first half. */
const late = (k: number) => smooth(clamp((k - 0.45) / 0.55));
/** A vine flies first and pulls then. */
export const pulled = (k: number) => smooth(clamp((k - 0.45) / 0.55));

/** Carries an event out as far as `k`. */
function change(picture: Picture, event: Event, k: number, team: number): void {
  const unit = (number: number) => picture.units[number - 1];
  const carry = (diamond: number, from: Hold, to: Hold, how: number) => {
    const gem = picture.gems[diamond];
    if (gem !== undefined) Object.assign(gem, { from, to, k: how });
  };
  if ('moved' in event) {
    const { unit: number, from, to } = event.moved;
    const mover = unit(number);
    if (mover !== undefined) mover.at = along(from, to, smooth(k));
  } else if ('spawned' in event) {
    const born = unit(event.spawned.unit);
    if (born !== undefined) Object.assign(born, { at: event.spawned.at, alpha: clamp(k * 2), size: lerp(0.3, 1, smooth(k)), summoning: false });
  } else if ('took' in event) {
    carry(event.took.diamond, { cell: event.took.at }, { unit: event.took.unit }, late(k));
  } else if ('summon_started' in event) {
    const caller = unit(event.summon_started.unit);
    if (caller !== undefined) caller.summoning = true;
  } else if ('summon_done' in event) {
    const caller = unit(event.summon_done.unit);
    const gem = picture.gems[event.summon_done.diamond];
    if (caller !== undefined && k > 0.5) caller.summoning = false;
    if (gem !== undefined && k > 0.5) gem.level = event.summon_done.level;
  } else if ('dropped' in event) {
    const { unit: number, diamond, at, points } = event.dropped;
    carry(diamond, { unit: number }, { cell: at }, smooth(clamp(k / 0.6)));
    const gem = picture.gems[diamond];
    if (k > 0.6) {
      if (gem !== undefined) Object.assign(gem, { level: 1, points: 0 });
      picture.scores[team] = (picture.scores[team] ?? 0) + points;
    }
  } else if ('gave' in event) {
    carry(event.gave.diamond, { unit: event.gave.unit }, { unit: event.gave.receiver }, smooth(k));
  } else if ('killed' in event) {
    const { unit: number, from, victim, at, diamond } = event.killed;
    const [killer, fallen] = [unit(number), unit(victim)];
    if (killer !== undefined) killer.lunge = reach(from, at, k);
    if (fallen !== undefined) Object.assign(fallen, { alpha: 1 - late(k), size: lerp(1, 0.4, late(k)), summoning: fallen.summoning && k < 0.5 });
    if (diamond !== null) carry(diamond, { unit: victim }, { unit: number }, late(k));
  } else if ('vined' in event) {
    const { target: number, from, to, held, lost } = event.vined;
    const target = unit(number);
    if (target !== undefined) target.at = along(from, to, pulled(k));
    if (lost && held !== null) {
      carry(held.diamond, { unit: number }, { cell: from }, clamp((k - 0.4) / 0.2));
      if (target !== undefined && k > 0.4) target.summoning = false;
    }
  }
}

/** Traces and sparks of an event; they stay, faint, when the window has come to rest. */
function decorate(picture: Picture, event: Event, k: number, teamOf: (unit: number) => number): void {
  const { sparks } = picture;
  if ('moved' in event) {
    const { unit, from, to } = event.moved;
    picture.trails.push({ from, to, team: teamOf(unit), k });
  } else if ('spawned' in event) sparks.push({ kind: 'spawn', at: event.spawned.at, k, team: teamOf(event.spawned.unit) });
  else if ('took' in event) sparks.push({ kind: 'take', at: event.took.at, k: late(k), team: teamOf(event.took.unit) });
  else if ('summon_done' in event) {
    const at = picture.units[event.summon_done.unit - 1]?.at;
    if (at !== undefined) sparks.push({ kind: 'rise', at, k, team: teamOf(event.summon_done.unit) });
  } else if ('dropped' in event) {
    const { at, points, unit } = event.dropped;
    sparks.push({ kind: 'drop', at, points, k: clamp((k - 0.5) / 0.5), team: teamOf(unit) });
  } else if ('killed' in event) sparks.push({ kind: 'kill', at: event.killed.at, from: event.killed.from, k, team: teamOf(event.killed.unit) });
  else if ('vined' in event) {
    const { caller, from, to, unit } = event.vined;
    picture.vines.push({ caller, from, to, team: teamOf(unit), k });
  }
}

export const along = (from: Cell, to: Cell, k: number): Cell => ({ x: lerp(from.x, to.x, k), y: lerp(from.y, to.y, k) });

/** There and back again. */
function reach(from: Cell, to: Cell, k: number): Cell {
  const far = 0.38 * Math.sin(Math.PI * clamp(k * 1.25));
  return { x: (to.x - from.x) * far, y: (to.y - from.y) * far };
}
