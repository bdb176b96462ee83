import { describe, expect, test } from 'vitest';

import type { Frame } from '../src/reel/types';
import { Board, directionOf, same, teamOf, within } from '../src/stages/heroes/board';
import { describe as tells } from '../src/stages/heroes/describe';
import { lookOf } from '../src/stages/heroes/icons';
import { Plan } from '../src/stages/heroes/plan';
import { between, lengthOf, plotOf, still } from '../src/stages/heroes/plot';
import { scenes } from '../src/stages/heroes/scenes';
import type { Action, Cell, Config, Event, View } from '../src/stages/heroes/types';
import { makingOf, recorded, type Recorded } from './recorded';

type Shot = Frame<View, Event, Action>;
type Reel = Recorded<Config, View, Event, Action>;

const at = (row: number, column: number): Cell => ({ row, column });

const reelOf = (name: string): Reel => recorded(name);
const duel = reelOf('heroes-duel');
const viewOf = ({ opening, frames }: Reel, n: number) => (n === 0 ? opening.view : (frames[n - 1] as Shot).view);

function scene(name: string): { config: Config; before: View; frame: Shot | null } {
  const found = scenes[name];
  if (found === undefined) throw new Error(name);
  return { config: found.config, before: found.before, frame: (found.frame as Shot | undefined) ?? null };
}

describe('sentences', () => {
  test('a match is told without a gap', () => {
    const making = makingOf(duel);
    const texts = duel.frames.flatMap((frame) => frame.events.flatMap((event) => tells.sentence(event, making, frame)?.text ?? []));
    expect(texts.length).toBeGreaterThan(50);
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|NaN|^ /);
    for (const frame of duel.frames) expect(tells.heading(frame.view, making)).toMatch(/^(Pick \d of 4|Turn \d+ of 100 · (move \d of 6|actions)|Over after \d+ turns)$/);
  });

  test('only deaths and overtime are marks', () => {
    const making = makingOf(duel);
    const frame = duel.frames[20] as Shot;
    const marks = duel.frames.flatMap((shot) => shot.events.flatMap((event) => tells.mark(event, making, shot) ?? []));
    const deaths = duel.frames.flatMap((shot) => shot.events.filter((event) => 'died' in event));
    expect(marks.length).toBe(deaths.length);
    expect(tells.mark({ overtime: { remaining: 4, longest: 4 } }, making, frame)?.text).toBe('Overtime: 4 turns left.');
    expect(tells.mark({ overtime: { remaining: 3, longest: 4 } }, making, frame)).toBeNull();
    expect(tells.mark({ moved: { hero: 0, from: at(0, 0), to: at(0, 1) } }, making, frame)).toBeNull();
  });

  test('who is hit and what is left, a heal, a dodge, a draw', () => {
    const making = makingOf(duel);
    const frame = { ...(duel.frames[0] as Shot), view: scene('board').before };
    const told = (event: Event) => tells.sentence(event, making, frame)?.text;
    const cast = { from: at(0, 0), to: at(0, 1) };
    expect(told({ cast: { hero: 2, ability: 'BLASTER_BOMB', ...cast, affected: [{ hero: 1, hp: 10 }, { hero: 3, hp: -5 }] } })).toBe(
      '● Blaster 2, bomb: hits ◆ Guardian 1 (10 HP), ◆ Blaster 2 (0 HP).',
    );
    expect(told({ cast: { hero: 4, ability: 'HEALER_HEAL', ...cast, affected: [{ hero: 0, hp: 100 }] } })).toBe('● Healer 3 heals ● Sentry 1 (100 HP).');
    expect(told({ cast: { hero: 0, ability: 'SENTRY_DODGE', ...cast, affected: [] } })).toBe('● Sentry 1 dodges.');
    expect(told({ cast: { hero: 0, ability: 'SENTRY_RAY', ...cast, affected: [] } })).toBe('● Sentry 1, ray: nobody is hit.');
    expect(told({ picked: { hero: 3, class: 'SHADOW', drawn: true } })).toBe('Team 2 did not pick: chance gives it ◆ Shadow 2.');
    expect(told({ stayed: { hero: 1, why: 'wall' } })).toBe('◆ Guardian 1 could not dodge into a wall.');
  });

  test('a team is told of an ability by its view, as far as it saw it', () => {
    const making = makingOf(duel);
    const { before } = scene('board');
    const casts = [{ team: 0, caster: null, ability: 'BLASTER_BOMB', from: null, to: at(2, 5), targets: [1] }];
    const frame = { ...(duel.frames[0] as Shot), clock: 'action', events: [], view: { ...before, team: 1, casts } };
    const told = (shot: Shot) => tells.seen?.(shot, making).map(({ text }) => text);
    expect(told(frame)).toEqual(['Somebody out of sight on team 1, bomb: hits ◆ Guardian 1 (330 HP).']);
    expect(told({ ...frame, clock: 'move' })).toEqual([]);
    expect(told({ ...frame, view: { ...frame.view, team: null } })).toEqual([]);
  });

  test('standings, reasons and facts', () => {
    const making = makingOf(duel);
    expect(tells.standing({ seat: 0, side: 0, rank: 1, score: 1 }, making)).toBe('1 point');
    expect(tells.reason('score limit', making.tongue)).toBe('the score limit was reached');
    expect(tells.reason('something else', making.tongue)).toBe('something else');
    expect(tells.facts?.(0, scene('fog').before, making)).toContainEqual(['alive', '4']);
    // The enemy's action points are a secret.
    expect(tells.facts?.(1, scene('fog').before, making)?.map(([name]) => name)).not.toContain('action points');
  });
});

describe('the board', () => {
  const board = new Board(duel.opening.config);

  test('what the engine says is seen is seen', () => {
    for (const n of [6, 30, 60, duel.frames.length]) {
      const view = viewOf(duel, n);
      for (const team of [0, 1] as const) {
        for (let row = 0; row < board.rows; row += 1) {
          for (let column = 0; column < board.columns; column += 1) {
            const seen = view.heroes[team].some(({ cell }) => cell !== null && board.sees(cell, at(row, column)));
            expect(seen).toBe(within(view.vision[team], at(row, column)));
          }
        }
      }
    }
  });

  test('abilities act where the engine let them act', () => {
    let checked = 0;
    duel.frames.forEach((frame, n) => {
      const before = viewOf(duel, n);
      if (before.phase !== 'action' || frame.events.some((event) => 'cast' in event && lookOf(board.ability(event.cast.ability)!) === 'dodge')) return;
      for (const event of frame.events) {
        if (!('cast' in event)) continue;
        const { hero, ability, from, to } = event.cast;
        const ordered = frame.acts.find(([, act]) => act !== 'pass' && 'cast' in act && act.cast.hero === hero && act.cast.ability === ability)?.[1];
        if (ordered === undefined || ordered === 'pass' || !('cast' in ordered)) continue;
        const foes = before.heroes[1 - teamOf(hero)]!.flatMap(({ cell }) => cell ?? []);
        expect(board.impact(board.ability(ability)!, from, at(ordered.cast.row, ordered.cast.column), foes)).toEqual(to);
        checked += 1;
      }
    });
    expect(checked).toBeGreaterThan(15);
  });

  test('a line between two walls that touch at a corner does not pass', () => {
    const small = new Board({ ...duel.opening.config, walls: ['.#.', '#..', '...'] });
    expect(small.sees(at(0, 0), at(1, 1))).toBe(false);
    expect(small.sees(at(0, 2), at(2, 2))).toBe(true);
    expect(small.ray(at(0, 0), at(2, 2), true)).toEqual([at(0, 0), at(1, 1), at(2, 2)]);
  });

  test('a way around walls, and around a teammate where that costs nothing', () => {
    const small = new Board({ ...duel.opening.config, walls: ['...', '##.', '...'] });
    expect(small.route(at(0, 0), at(2, 0))).toHaveLength(6);
    expect(small.route(at(0, 0), at(1, 0))).toBeNull();
    const open = new Board({ ...duel.opening.config, walls: ['..', '..'] });
    expect(open.route(at(0, 0), at(1, 1), [at(1, 0)])).toEqual([at(0, 1), at(1, 1)]);
    expect(directionOf(at(0, 0), at(0, 1))).toBe('right');
  });
});

describe('the plot of a window', () => {
  const board = new Board(duel.opening.config);

  test('every window begins as the state before and ends as the state after', () => {
    duel.frames.forEach((frame, n) => {
      const before = viewOf(duel, n);
      expect(lengthOf(plotOf(board, before, frame))).toBeGreaterThan(0);
      const ends = [[0, still(before)], [0.99999, still(frame.view)]] as const;
      for (const [p, rest] of ends) {
        const shown = between(board, before, frame, p).pieces.filter(({ alpha }) => alpha > 0.5);
        expect(shown.map(({ hero }) => hero.id).sort()).toEqual(rest.pieces.map(({ hero }) => hero.id).sort());
        for (const piece of shown) {
          const there = rest.pieces.find(({ hero }) => hero.id === piece.hero.id)!;
          expect(piece.at.x).toBeCloseTo(there.at.x, 0);
          expect(piece.at.y).toBeCloseTo(there.at.y, 0);
          expect(Math.max(piece.hp ?? 0, 0)).toBeCloseTo(there.hp ?? 0, 0);
        }
      }
    });
  });

  test('through a team’s eyes casts come from the view, and an unseen caster has no line', () => {
    const { config, before, frame } = scene('bomb');
    const hidden: Shot = {
      ...frame!,
      events: [],
      view: { ...frame!.view, team: 1, casts: [{ team: 0, caster: null, ability: 'BLASTER_BOMB', from: null, to: at(2, 5), targets: [1] }] },
    };
    const plot = plotOf(new Board(config), before, hidden);
    expect(plot.casts).toEqual([{ team: 0, caster: null, look: 'bomb', reach: 2, from: null, to: at(2, 5), hits: [{ hero: 1, change: 0 }] }]);
  });
});

describe('a person’s plan', () => {
  const { config, before } = scene('board');
  const board = new Board(config);
  const hero = (id: number, view = before) => view.heroes[teamOf(id)].find((other) => other.id === id)!;

  test('a goal becomes a step a window, and is forgotten on arrival', () => {
    const plan = new Plan(board);
    expect(plan.go(before, hero(4), at(3, 2))).toBeNull();
    expect(plan.acts(before, 0)).toEqual([{ move: { hero: 4, direction: 'right' } }]);
    expect(plan.planned(before, 0)).toBe(4);
    const there: View = { ...before, heroes: [before.heroes[0].map((own) => (own.id === 4 ? { ...own, cell: at(3, 2) } : own)), before.heroes[1]] };
    plan.begin(there, 0);
    expect(plan.has('move')).toBe(false);
  });

  test('a team-mate who stays is walked around, and where that is not possible it is said', () => {
    const standing = (cells: [number, Cell][]): View => ({ ...before, heroes: [before.heroes[0].map((own) => ({ ...own, cell: cells.find(([id]) => id === own.id)?.[1] ?? null })), before.heroes[1]] });
    const plan = new Plan(board);
    const beside = standing([[4, at(3, 1)], [2, at(3, 2)]]);
    expect(plan.go(beside, hero(4, beside), at(3, 2))).toBe('blocked');
    expect(plan.go(beside, hero(4, beside), at(3, 3))).toBeNull();
    expect(plan.route(beside, hero(4, beside)).some((cell) => same(cell, at(3, 2)))).toBe(false);
    // It went on, and meanwhile somebody stands where it was to go.
    const taken = standing([[4, at(3, 1)], [2, at(3, 3)]]);
    expect(plan.stuck(taken, 0).map(({ id }) => id)).toEqual([4]);
    // A team-mate who is on its way is not in the way.
    plan.goals.set(2, at(3, 4));
    expect(plan.stuck(taken, 0)).toEqual([]);
  });

  test('what cannot be is refused with its reason', () => {
    const plan = new Plan(board);
    expect(plan.go(before, hero(4), at(1, 4))).toBe('wall');
    expect(plan.go(before, hero(4), at(-1, 1))).toBe('edge');
    expect(plan.go(before, hero(7), at(3, 2))).toBe('dead');
    expect(plan.go({ ...before, ap: [3, 0] }, hero(4), at(3, 2))).toBe('poor');
    const action: View = { ...before, phase: 'action', move_phase: null };
    const bomb = board.ability('BLASTER_BOMB')!;
    const dodge = board.ability('HEALER_DODGE')!;
    expect(plan.aim(action, hero(2), bomb, at(6, 9))).toBe('far');
    expect(plan.aim(action, hero(4), dodge, at(3, 1))).toBe('dodge_stay');
    expect(plan.aim(action, hero(4), dodge, at(2, 4))).toBe('dodge_wall');
    expect(plan.aim(action, hero(4), dodge, at(3, 3))).toBe('dodge_taken');
    const cooling: View = { ...action, heroes: [action.heroes[0].map((own) => ({ ...own, cooldowns: [0, 0, 2] })), action.heroes[1]] };
    expect(plan.aim(cooling, hero(2, cooling), bomb, at(3, 6))).toBe('cooldown');
    expect([plan.has('move'), plan.has('action')]).toEqual([false, false]);
  });

  test('orders share the action points, and can be taken back', () => {
    const plan = new Plan(board);
    const action: View = { ...before, phase: 'action', move_phase: null, ap: [40, 0] };
    expect(plan.aim(action, hero(2), board.ability('BLASTER_BOMB')!, at(3, 6))).toBeNull();
    expect(plan.spent()).toBe(25);
    expect(plan.aim(action, hero(4), board.ability('HEALER_HEAL')!, at(3, 3))).toBe('poor');
    expect(plan.aim(action, hero(0), board.ability('SENTRY_ATTACK')!, at(0, 5))).toBeNull();
    expect(plan.acts(action, 0)).toEqual([
      { cast: { hero: 2, ability: 'BLASTER_BOMB', row: 3, column: 6 } },
      { cast: { hero: 0, ability: 'SENTRY_ATTACK', row: 0, column: 5 } },
    ]);
    plan.undo('action');
    expect([...plan.orders.keys()]).toEqual([2]);
    plan.goals.set(4, at(0, 0));
    plan.clear('action');
    expect([plan.has('move'), plan.has('action')]).toEqual([true, false]);
  });

  test('a shot in a line ends at the first enemy', () => {
    const plan = new Plan(board);
    const impact = plan.impact(before, hero(2), board.ability('BLASTER_ATTACK')!, at(3, 9))!;
    expect(same(impact, at(3, 6))).toBe(true);
    expect(plan.targets(before, hero(2), board.ability('BLASTER_ATTACK')!, impact).map(({ id }) => id)).toEqual([1]);
  });
});
