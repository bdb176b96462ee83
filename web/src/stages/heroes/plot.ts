import type { Frame } from '../../reel/types';
import { Score, clamp, lerp, pulse, smooth } from '../../stage/motion';
import type { Point } from '../../stage/stage';
import { Board, heroOf, same, teamOf, within } from './board';
import { middle } from './ground';
import { lookOf, type Look } from './icons';
import type { Cell, Event, HeroView, View } from './types';

/**
 * What happens in a window, and where everything is at a moment of it. Views come first and events only add to them: through a
 * team's eyes most events are hidden.
 */

/** An ability that was used, as far as it is known. */
export interface Shown {
  team: 0 | 1;
  caster: number | null;
  look: Look;
  reach: number;
  from: Cell | null;
  to: Cell | null;
  /** Whom it changed, and by how much where that is known. */
  hits: { hero: number; change: number | null }[];
}

type Kind = 'pick' | 'move' | 'support' | 'dodge' | 'offence' | 'death' | 'spawn' | 'tally';

export interface Beat {
  kind: Kind;
  casts: Shown[];
}

export interface Plot {
  score: Score<Beat>;
  casts: Shown[];
  deaths: { hero: number; cell: Cell }[];
  spawns: { hero: number; cell: Cell }[];
  /** Heroes that earn their team points in the zone. */
  holding: { team: 0 | 1; cell: Cell }[];
}

const LENGTHS: Record<Kind, number> = { pick: 420, move: 280, support: 700, dodge: 460, offence: 720, death: 480, spawn: 420, tally: 420 };
/** Each further cast of a beat begins this much later. */
const STAGGER = 170;
/** When, within a cast, it reaches its target. */
export const HIT = 0.5;
const SHORTEST = 140;

const all = (view: View): HeroView[] => [...view.heroes[0], ...view.heroes[1]];
const plots = new WeakMap<object, Plot>();

/** The plot of a window; the same frame always gives the same one. */
export function plotOf(board: Board, before: View, frame: Frame<View, Event>): Plot {
  const known = plots.get(frame);
  if (known !== undefined) return known;
  const made = makePlot(board, before, frame);
  plots.set(frame, made);
  return made;
}

function makePlot(board: Board, before: View, frame: Frame<View, Event>): Plot {
  const after = frame.view;
  const acting = before.phase === 'action';
  const casts = acting ? (after.team === null ? castsOfEvents(board, before, frame.events) : castsOfView(board, before, after)) : [];
  const deaths = deathsOf(before, frame);
  const spawns = spawnsOf(before, frame);
  const holding = acting ? holdingOf(board, before, after) : [];
  const moved = all(before).some(({ id, cell }) => {
    const now = heroOf(after, id)?.cell ?? null;
    return cell !== null && now !== null && !same(cell, now) && !deaths.some(({ hero }) => hero === id);
  });
  const score = new Score<Beat>();
  const add = (kind: Kind, parts: Shown[] = []) => score.add({ kind, casts: parts }, LENGTHS[kind] + STAGGER * Math.max(parts.length - 1, 0));
  const of = (...looks: Look[]) => casts.filter(({ look }) => looks.includes(look));
  if (all(after).length > all(before).length) add('pick');
  if (moved && !acting) add('move');
  if (of('heal', 'fortify').length > 0) add('support', of('heal', 'fortify'));
  if (acting && (moved || of('dodge').length > 0)) add('dodge', []);
  const offence = casts.filter(({ look }) => look !== 'heal' && look !== 'fortify' && look !== 'dodge');
  if (offence.length > 0) add('offence', offence);
  if (deaths.length > 0) add('death');
  if (spawns.length > 0) add('spawn');
  if (holding.length > 0) add('tally');
  return { score, casts, deaths, spawns, holding };
}

export function lengthOf(plot: Plot): number {
  return Math.max(plot.score.length, SHORTEST);
}

function castsOfEvents(board: Board, before: View, events: readonly Event[]): Shown[] {
  const health = new Map(all(before).map(({ id, hp }) => [id, hp]));
  const changes = (affected: { hero: number; hp: number }[]) =>
    affected.map(({ hero, hp }) => {
      const was = health.get(hero) ?? null;
      health.set(hero, hp);
      return { hero, change: was === null ? null : hp - was };
    });
  return events.flatMap((event): Shown[] => {
    if ('cast' in event) {
      const { hero, ability, from, to, affected } = event.cast;
      return [{ team: teamOf(hero), caster: hero, ...looks(board, ability), from, to, hits: changes(affected) }];
    }
    if ('slashed' in event) {
      const { hero, ability, affected } = event.slashed;
      const from = heroOf(before, hero)?.cell ?? null;
      const dodge = events.find((other) => 'cast' in other && other.cast.hero === hero);
      const to = dodge !== undefined && 'cast' in dodge ? dodge.cast.to : from;
      return [{ team: teamOf(hero), caster: hero, look: 'ray', reach: board.ability(ability)?.area ?? 0, from, to, hits: changes(affected) }];
    }
    return [];
  });
}

/** Through a team's eyes: the view tells the casts, the change of health is told once for each hero. */
function castsOfView(board: Board, before: View, after: View): Shown[] {
  const told = new Set<number>();
  return after.casts.map(({ team, caster, ability, from, to, targets }) => ({
    team: team === 0 ? 0 : 1,
    caster,
    ...looks(board, ability),
    from,
    to,
    hits: targets.map((hero) => {
      const [was, is] = [heroOf(before, hero)?.hp ?? null, heroOf(after, hero)?.hp ?? null];
      const change = told.has(hero) || was === null || is === null ? null : is - was;
      told.add(hero);
      return { hero, change };
    }),
  }));
}

function looks(board: Board, name: string): { look: Look; reach: number } {
  const ability = board.ability(name);
  return ability === undefined ? { look: 'shot', reach: 0 } : { look: lookOf(ability), reach: ability.kind === 'dodge' ? 0 : ability.area };
}

function deathsOf(before: View, { events, view }: Frame<View, Event>): Plot['deaths'] {
  const told = events.flatMap((event) => ('died' in event ? [event.died] : []));
  const unseen = all(before).flatMap(({ id, cell }) => {
    const gone = cell !== null && heroOf(view, id)?.hp === 0 && !told.some(({ hero }) => hero === id);
    return gone ? [{ hero: id, cell }] : [];
  });
  return [...told, ...unseen];
}

function spawnsOf(before: View, { events, view }: Frame<View, Event>): Plot['spawns'] {
  const told = events.flatMap((event) => ('spawned' in event ? [event.spawned] : []));
  const fresh = all(view).flatMap(({ id, cell, hp }) => {
    const was = heroOf(before, id);
    const begins = was === undefined || was.hp === 0 || before.phase === 'pick';
    return cell !== null && hp !== 0 && (was?.cell ?? null) === null && begins && !told.some(({ hero }) => hero === id) ? [{ hero: id, cell }] : [];
  });
  return [...told, ...fresh];
}

function holdingOf(board: Board, before: View, after: View): Plot['holding'] {
  return all(after).flatMap(({ id, cell }) => {
    const team = teamOf(id);
    const earned = after.scores[team] > before.scores[team] && cell !== null && within(board.config.objective, cell);
    return earned ? [{ team, cell }] : [];
  });
}

/** Where a hero is at a moment, and how it looks. */
export interface Piece {
  hero: HeroView;
  at: Point;
  alpha: number;
  size: number;
  hp: number | null;
  /** How strongly a shield stands around it. */
  shield: number;
  /** How far it is off the ground. */
  lift: number;
}

export interface Picture {
  pieces: Piece[];
  /** The casts under way, each with its own progress. */
  casts: { cast: Shown; k: number }[];
  floats: { at: Point; k: number; text: 'health' | 'score'; value: number; team: 0 | 1 }[];
  flashes: { at: Point; k: number; kind: 'death' | 'spawn'; team: 0 | 1 }[];
  /** Casts that are over, for their traces. */
  past: Shown[];
  /** Where heroes have just died. */
  fallen: { at: Point; team: 0 | 1 }[];
}

/** Two heroes of different teams may share a cell: they stand beside each other. */
function beside(view: View, hero: HeroView): Point & { size: number } {
  const { cell, id } = hero;
  const foes = view.heroes[1 - teamOf(id)] ?? [];
  if (cell === null || !foes.some((foe) => foe.cell !== null && same(foe.cell, cell))) return { x: 0, y: 0, size: 1 };
  const way = teamOf(id) === 0 ? -1 : 1;
  return { x: way * 21, y: way * 15, size: 0.78 };
}

export function still(view: View): Picture {
  const pieces = all(view).flatMap((hero): Piece[] => {
    if (hero.cell === null) return [];
    const { x, y } = middle(hero.cell);
    const { x: dx, y: dy, size } = beside(view, hero);
    return [{ hero, at: { x: x + dx, y: y + dy }, alpha: 1, size, hp: hero.hp, shield: 0, lift: 0 }];
  });
  return { pieces, casts: [], floats: [], flashes: [], past: [], fallen: [] };
}

/** The progress of one of several casts of a beat. */
function part(k: number, index: number, { kind, casts }: Beat): number {
  const whole = LENGTHS[kind] + STAGGER * Math.max(casts.length - 1, 0);
  return clamp((k * whole - index * STAGGER) / LENGTHS[kind]);
}

/** A state at rest, with the traces of the window that led to it. */
export function rested(board: Board, before: View, frame: Frame<View, Event>): Picture {
  const { casts, deaths } = plotOf(board, before, frame);
  return { ...still(frame.view), past: casts, fallen: deaths.map(({ hero, cell }) => ({ at: middle(cell), team: teamOf(hero) })) };
}

export function between(board: Board, before: View, frame: Frame<View, Event>, p: number): Picture {
  const plot = plotOf(board, before, frame);
  const after = frame.view;
  const far = new Map([...plot.score.at(p)].map(([beat, k]) => [beat.kind, k]));
  const picture: Picture = { pieces: [], casts: [], floats: [], flashes: [], past: [], fallen: [] };
  const health = new Map<number, number | null>(all(before).map(({ id, hp }) => [id, hp]));
  const shields = new Map<number, number>();

  for (const [beat, k] of plot.score.at(p)) {
    beat.casts.forEach((cast, index) => {
      const own = part(k, index, beat);
      if (own <= 0) return;
      if (own < 1) picture.casts.push({ cast, k: own });
      else picture.past.push(cast);
      const landed = clamp((own - HIT) / 0.2);
      for (const { hero, change } of cast.hits) {
        const was = health.get(hero) ?? null;
        if (change !== null && was !== null) health.set(hero, was + change * landed);
        if (cast.look === 'fortify' && landed > 0) shields.set(hero, Math.min(landed, 4 * (1 - p)));
        const at = placeOf(before, hero, cast.to);
        if (change !== null && change !== 0 && own > HIT && own < 1 && at !== null) {
          picture.floats.push({ at, k: (own - HIT) / (1 - HIT), text: 'health', value: change, team: teamOf(hero) });
        }
      }
    });
  }
  for (const { hero, cell } of plot.deaths) {
    const k = far.get('death') ?? 1;
    if (k >= 1) picture.fallen.push({ at: middle(cell), team: teamOf(hero) });
    else if (k > 0) {
      picture.flashes.push({ at: middle(cell), k, kind: 'death', team: teamOf(hero) });
      picture.floats.push({ at: middle(cell), k, text: 'score', value: board.config.constants.kill_score, team: teamOf(hero) === 0 ? 1 : 0 });
    }
  }
  for (const { hero, cell } of plot.spawns) {
    const k = far.get('spawn') ?? 1;
    if (k > 0 && k < 1) picture.flashes.push({ at: middle(cell), k, kind: 'spawn', team: teamOf(hero) });
  }
  const tally = far.get('tally') ?? 1;
  for (const { team, cell } of plot.holding) {
    if (tally > 0 && tally < 1) picture.floats.push({ at: middle(cell), k: tally, text: 'score', value: board.config.constants.objective_score, team });
  }
  picture.pieces = all(after).flatMap((hero) => pieceOf(plot, before, after, hero, p, far, health.get(hero.id) ?? null, shields.get(hero.id) ?? 0));
  return picture;
}

function placeOf(view: View, hero: number, otherwise: Cell | null): Point | null {
  const cell = heroOf(view, hero)?.cell ?? otherwise;
  return cell === null ? null : middle(cell);
}

function pieceOf(
  plot: Plot,
  before: View,
  after: View,
  hero: HeroView,
  p: number,
  far: Map<Kind, number>,
  hp: number | null,
  shield: number,
): Piece[] {
  const was = heroOf(before, hero.id);
  const from = was?.cell ?? null;
  const to = hero.cell;
  const pieces: Piece[] = [];
  const put = (cell: Cell, look: Partial<Piece> & { view?: View }) => {
    const aside = beside(look.view ?? after, look.view === before && was !== undefined ? was : hero);
    const { x, y } = middle(cell);
    const made = { hero, at: { x: x + aside.x, y: y + aside.y }, alpha: 1, size: aside.size, hp, shield, lift: 0, ...look };
    if (made.alpha > 0) pieces.push(made);
  };
  const dies = plot.deaths.some((death) => death.hero === hero.id);
  const comes = plot.spawns.some((spawn) => spawn.hero === hero.id);
  if (from !== null && (dies || to === null)) {
    const k = smooth(dies ? (far.get('death') ?? 1) : p);
    put(from, { view: before, alpha: 1 - k, ...(dies ? { size: 1 - 0.5 * k, hp: Math.max(hp ?? 0, 0) } : {}) });
  }
  if (to === null) return pieces;
  if (from === null || dies) {
    // Out of the respawn zone, or out of the fog.
    const k = smooth(comes ? (far.get('spawn') ?? 1) : p);
    put(to, { alpha: k, hp: hero.hp, ...(comes ? { size: 0.4 + 0.6 * k } : {}) });
    return pieces;
  }
  const acting = before.phase === 'action';
  const k = smooth(same(from, to) ? p : (far.get(acting ? 'dodge' : 'move') ?? 1));
  const [a, b] = [was === undefined ? null : beside(before, was), beside(after, hero)];
  const [start, end] = [middle(from), middle(to)];
  const jumps = acting && !same(from, to);
  put(to, {
    at: { x: lerp(start.x + (a?.x ?? 0), end.x + b.x, k), y: lerp(start.y + (a?.y ?? 0), end.y + b.y, k) },
    size: lerp(a?.size ?? 1, b.size, k),
    lift: jumps ? pulse(k) : 0,
    hp: hp ?? hero.hp,
  });
  return pieces;
}
