import { describe, expect, test } from 'vitest';

import type { Frame } from '../src/reel/types';
import { Board } from '../src/stages/jungle/board';
import { describe as tells, pendingOf } from '../src/stages/jungle/describe';
import { failure } from '../src/stages/jungle/failures';
import { beats, between, still, type Picture } from '../src/stages/jungle/picture';
import { cutOf } from '../src/stages/jungle/pieces';
import { sights, toggle } from '../src/stages/jungle/sights';
import { speaker } from '../src/stages/jungle/speaker';
import type { Action, Config, Event, UnitView, View } from '../src/stages/jungle/types';
import { makingOf, recorded, type Recorded } from './recorded';

type Reel = Recorded<Config, View, Event, Action>;

const reel: Reel = recorded('jungle-grotto');
const making = makingOf(reel);
const before = (index: number) => reel.frames[index - 1]?.view ?? reel.opening.view;
const first = reel.frames[0] as Frame<View, Event>;

describe('sentences', () => {
  test('a match is told without a gap', () => {
    const told = reel.frames.flatMap((frame) => frame.events.map((event) => tells.sentence(event, making, frame)));
    const texts = told.flatMap((sentence) => (sentence === null ? [] : [sentence.text]));
    expect(texts.length).toBeGreaterThan(reel.frames.length);
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/);
    // Ticks count from 1, as the steps of the log, the link and the timeline do.
    expect(tells.heading(reel.opening.view, making)).toMatch(/^Tick 1 of 30 /);
    for (const { view } of reel.frames.slice(0, -1)) expect(tells.heading(view, making)).toMatch(/^Tick \d+ of 30 · team \d plays first$/);
    expect(tells.heading(reel.frames.at(-1)!.view, making)).toBe('After 30 ticks');
  });

  test('large drops, kills and lost diamonds are marks; steps and small change are not', () => {
    const drop = (points: number): Event => ({ dropped: { unit: 3, diamond: 0, at: { x: 1, y: 1 }, points, level: 2 } });
    expect(tells.mark(drop(40), making, first)).toEqual({ text: 'Unit 3 puts its diamond down: 40 points for team 2.', tone: 'good', side: 1 });
    expect(tells.mark(drop(3), making, first)).toBeNull();
    expect(tells.mark({ moved: { unit: 3, from: { x: 1, y: 1 }, to: { x: 1, y: 2 } } }, making, first)).toBeNull();
    const killed: Event = { killed: { unit: 1, from: { x: 1, y: 1 }, victim: 5, at: { x: 1, y: 2 }, diamond: null } };
    expect(tells.mark(killed, making, first)).toEqual({ text: 'Unit 1 strikes unit 5 down.', tone: 'bad', side: 0 });
  });

  test('scores, what is in hand, reasons', () => {
    const { view } = reel.frames[20]!;
    expect(tells.scores(view, making)).toEqual(view.teams.map(({ score }) => score));
    const carried = view.diamonds.filter(({ owner }) => owner !== null).reduce((sum, { points }) => sum + points, 0);
    expect(view.teams.reduce((sum, _, team) => sum + pendingOf(view, team), 0)).toBe(carried);
    expect(tells.reason('all ticks were played; a tie was decided by response time', making.tongue)).toBe('all ticks were played (equal scores are ranked by the time to answer)');
    expect(tells.reason('something new', making.tongue)).toBe('something new');
  });
});

describe('motion', () => {
  /** Places are compared where they can be seen. */
  const seen = ({ units, gems, scores }: Picture) => ({
    units: units.map(({ at, alpha, summoning }) => (alpha < 0.01 ? null : { x: at.x.toFixed(1), y: at.y.toFixed(1), summoning })),
    gems: gems.map(({ to, level, points }) => ({ to: 'unit' in to ? to.unit : `${to.cell.x},${to.cell.y}`, level, points })),
    scores,
  });

  test('every tick begins as the state before and ends as the state after', () => {
    reel.frames.forEach((frame, index) => {
      expect(seen(between(before(index), frame, 0)), `tick ${index}`).toEqual(seen(still(before(index))));
      expect(seen(between(before(index), frame, 0.9999)), `tick ${index}`).toEqual(seen(still(frame.view)));
      expect(seen(between(before(index), frame, 1)), `tick ${index}`).toEqual(seen(still(frame.view)));
    });
  });

  test('where a reel holds no events, pieces glide to where they must be', () => {
    reel.frames.forEach((frame, index) => {
      const bare = { ...frame, events: [] };
      const { units, gems } = seen(between(before(index), bare, 0.9999));
      expect(units, `tick ${index}`).toEqual(seen(still(frame.view)).units);
      expect(gems.map(({ to }) => to), `tick ${index}`).toEqual(seen(still(frame.view)).gems.map(({ to }) => to));
    });
  });

  test('one team after the other, and what befalls a unit twice is seen twice', () => {
    const step = (unit: number): Event => ({ moved: { unit, from: { x: 0, y: 0 }, to: { x: 1, y: 0 } } });
    const pull = (unit: number): Event => ({ vined: { unit, caller: { x: 0, y: 0 }, target: 3, from: { x: 5, y: 0 }, to: { x: 1, y: 0 }, held: null, lost: false } });
    const took: Event = { took: { unit: 1, diamond: 0, at: { x: 1, y: 0 } } };
    const list = [...beats([{ turn: { team: 0 } }, step(1), took, step(2), { turn: { team: 1 } }, step(3), { turn: { team: 0 } }, pull(1), pull(2)]).at(0)];
    expect(list.map(([{ kind, team, events }]) => `${kind} ${team} ${events.length}`)).toEqual(['walk 0 3', 'walk 1 1', 'vine 0 1', 'vine 0 1', 'earn -1 0']);
  });
});

describe('what a hand knows of the rules', () => {
  const config: Config = {
    ruleset: 'document', map: ['S.....', '..#.~.', '.D....'], teams: [{ id: '', name: '' }, { id: '', name: '' }], units_per_team: 2, ticks: 9, time_limit_ms: 0, diamond_ids: [''],
  };
  const unit = (number: number, x: number, y: number, more: Partial<UnitView> = {}): UnitView => ({
    unit: number, position: { x, y }, placed: true, path: [], diamond: null, summoning: false, died_at: null, attacked_by: null, vined_by: null, ...more,
  });
  const boardOf = (units: UnitView[], leaving: number[] = []) => {
    const team = (own: UnitView[]) => ({ score: 0, deaths: 0, left: false, errors: [], counts: { summons: 0, attacks: 0, drops: 0, vines: 0 }, units: own });
    const carrier = units.find(({ diamond }) => diamond === 0);
    const view: View = {
      tick: 3, orders: [[0, 1]], teams: [team(units.slice(0, 2)), team(units.slice(2))],
      diamonds: [{ position: carrier?.position ?? { x: 1, y: 2 }, level: 5, points: 4, owner: carrier?.unit ?? null, touched: true }],
    };
    return new Board(config, view, new Set(leaving));
  };
  const ask = (units: UnitView[], verb: Parameters<Board['refused']>[1], x: number, y: number, leaving: number[] = []) => {
    const board = boardOf(units, leaving);
    return board.refused(board.unit(1)!, verb, { x, y });
  };
  const dead = { position: null };

  test('steps', () => {
    const free = [unit(1, 1, 1), unit(2, 1, 0), unit(3, 5, 1), unit(4, 3, 1)];
    expect(ask(free, 'move', 2, 1)).toBe('wall');
    expect(ask(free, 'move', 4, 1)).toBe('wall');
    expect(ask(free, 'move', 9, 1)).toBe('outside');
    expect(ask(free, 'move', 0, 0)).toBe('nest');
    expect(ask(free, 'move', 1, 0)).toBe('taken');
    expect(ask(free, 'move', 1, 0, [2])).toBeNull();
    expect(ask(free, 'move', 1, 2)).toBeNull();
    expect(ask(free, 'move', 5, 2)).toBeNull();
    expect(ask([unit(1, 1, 1, { summoning: true }), ...free.slice(1)], 'move', 1, 2)).toBe('locked');
    expect(boardOf(free).way(free[0]!, { x: 3, y: 2 })).toEqual([{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 3, y: 2 }]);
  });

  test('nests', () => {
    expect(ask([unit(1, 0, 0, dead), unit(2, 5, 0), unit(3, 4, 0), unit(4, 3, 0)], 'spawn', 0, 0)).toBeNull();
    expect(ask([unit(1, 0, 0, dead), unit(2, 5, 0), unit(3, 4, 0), unit(4, 3, 0)], 'spawn', 1, 0)).toBe('not_nest');
    expect(ask([unit(1, 0, 0, dead), unit(2, 0, 0), unit(3, 4, 0), unit(4, 3, 0)], 'spawn', 0, 0)).toBe('full');
    expect(ask([unit(1, 0, 0), unit(2, 1, 0), unit(3, 4, 0), unit(4, 3, 0)], 'attack', 1, 0)).toBe('on_nest');
    expect(ask([unit(1, 0, 0, dead), unit(2, 1, 0), unit(3, 4, 0), unit(4, 3, 0)], 'attack', 1, 0)).toBe('dead');
  });

  test('blows, vines, gifts', () => {
    const units = [unit(1, 1, 0), unit(2, 1, 1), unit(3, 5, 0), unit(4, 0, 0)];
    expect(ask(units, 'attack', 1, 1)).toBeNull();
    expect(ask(units, 'attack', 0, 0)).toBe('safe');
    expect(ask(units, 'attack', 5, 0)).toBe('far');
    expect(ask(units, 'attack', 2, 0)).toBe('nobody');
    expect(ask(units, 'vine', 5, 0)).toBeNull();
    expect(boardOf(units).landing({ x: 1, y: 0 }, { x: 5, y: 0 }, units[2]!)).toEqual({ x: 2, y: 0 });
    expect(ask(units, 'vine', 1, 1)).toBe('too_near');
    expect(ask(units, 'vine', 1, 0)).toBe('self');
    expect(ask([unit(1, 0, 1), unit(2, 5, 2), unit(3, 3, 1), unit(4, 4, 0)], 'vine', 3, 1)).toBe('no_line');
    expect(ask(units, 'drop', 2, 0)).toBe('empty_hands');
    const laden = [unit(1, 1, 0, { diamond: 0 }), ...units.slice(1)];
    expect(ask(laden, 'drop', 2, 0)).toBeNull();
    expect(ask(laden, 'drop', 3, 0)).toBe('far');
    expect(ask(laden, 'drop', 0, 0)).toBe('no_floor');
    expect(ask(laden, 'attack', 1, 1)).toBe('hands_full');
    expect(ask(laden, 'summon', 0, 0)).toBe('top_level');
  });

  test('every order of the first team that the game carried out was legal to the hand', () => {
    let checked = 0;
    reel.frames.forEach((frame, index) => {
      const view = before(index);
      const team = view.orders[0]?.[0] ?? 0;
      const act = frame.acts.find(([seat]) => seat === team)?.[1];
      // Only the first order meets the board as it was.
      const order = act?.orders[0];
      if (order === undefined || typeof order.do === 'string' || frame.view.teams[team]?.errors.length !== 0) return;
      const [verb, target] = Object.entries(order.do)[0] as [Parameters<Board['refused']>[1], { x: number; y: number }];
      const board = new Board(reel.opening.config, view);
      expect(board.refused(board.unit(order.unit)!, verb, target), `tick ${index}`).toBeNull();
      checked += 1;
    });
    expect(checked).toBeGreaterThan(10);
  });

  test('the game’s own errors are understood', () => {
    expect(failure('(id: 3|position: {"x":3,"y":3})) Target destination is not walkable: [x: 5, y: 3]')).toEqual({ unit: 3, why: 'blocked' });
    expect(failure('(id: 12|position: notSpawned)) Unit is dead!')).toEqual({ unit: 12, why: 'dead' });
    expect(failure('something else')).toBeNull();
    const all = reel.frames.flatMap(({ view }) => view.teams.flatMap(({ errors }) => errors));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((text) => failure(text) === null)).toEqual([]);
  });
});

test('a diamond’s cut tells how much it would pay', () => {
  expect([0, 4, 5, 9, 10, 49, 50, 99, 100, 5000].map(cutOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test('the document’s keys switch what is shown', () => {
  const was = { ...sights };
  expect(toggle('D')).toBe(true);
  expect(sights.chart).toBe(!was.chart);
  expect(toggle('d')).toBe(true);
  expect(sights).toEqual(was);
  expect(toggle('q')).toBe(false);
});

test('a team’s words stand at a unit on the board, one that summons first', () => {
  const { view } = reel.frames[6]!;
  const units = view.teams[0]!.units;
  expect(units.map(({ position }) => position)).toContainEqual(speaker(view, 0));
  const teams = view.teams.map((team) => ({ ...team, units: team.units.map((unit, index) => ({ ...unit, position: { x: index, y: 1 }, summoning: index === 1 })) }));
  expect(speaker({ ...view, teams }, 0)).toEqual({ x: 1, y: 1 });
  expect(speaker({ ...view, teams: teams.map((team) => ({ ...team, units: team.units.map((unit) => ({ ...unit, position: null })) })) }, 0)).toBeNull();
});
