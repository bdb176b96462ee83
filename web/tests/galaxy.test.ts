import { describe, expect, test } from 'vitest';

import type { Frame } from '../src/reel/types';
import { lossesOf, odds, roundOf } from '../src/stages/galaxy/battle';
import { Chart, wayOf } from '../src/stages/galaxy/board';
import { describe as tells } from '../src/stages/galaxy/describe';
import { Film, roundAt } from '../src/stages/galaxy/film';
import { Orders } from '../src/stages/galaxy/orders';
import { scenes } from '../src/stages/galaxy/scenes';
import type { Action, Config, Event, View } from '../src/stages/galaxy/types';
import { makingOf, recorded, type Recorded } from './recorded';

type Told = Recorded<Config, View, Event, Action>;
const REELS = ['galaxy-stars', 'galaxy-turns'];

const reelOf = (name: string): Told => recorded(name);
const beforeOf = ({ opening, frames }: Told, index: number) => frames[index - 1]?.view ?? opening.view;

describe('sentences', () => {
  test.each(REELS)('%s is told without a gap', (name) => {
    const told = reelOf(name);
    const making = makingOf(told);
    for (const frame of told.frames) {
      const texts = frame.events.flatMap((event) => tells.sentence(event, making, frame)?.text ?? []);
      for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|NaN/);
      expect(tells.heading(frame.view, making)).toMatch(frame.view.decided ? /^Over/ : /turn \d+ of \d+/i);
      for (const seat of [0, 1, 2]) for (const [label, value] of tells.facts?.(seat, frame.view, making) ?? []) expect(label + value).not.toMatch(/[{}]|undefined/);
    }
  });

  test('who attacked is named, won or not', () => {
    const told = reelOf('galaxy-stars');
    const making = makingOf(told);
    const frame = { ...told.frames[0], asked: [2] } as Frame<View, Event>;
    const fought = { from: 1, to: 3, owner: 2, from_troops: 1, to_troops: 4, to_forts: 0 };
    expect(tells.sentence({ fought: { ...fought, won: true } }, making, frame)?.text).toBe('Commander 3 takes planet 3; 4 troops move in.');
    expect(tells.sentence({ fought: { ...fought, won: false } }, making, frame)?.text).toBe('Planet 3 holds out against commander 3.');
  });

  test('time ran out only where it did', () => {
    const told = reelOf('galaxy-stars');
    const making = makingOf(told);
    const ended: Event = { turn_ended: { turn: 4, why: 'timeout' } };
    const frame = { ...told.frames[0], faults: [] } as unknown as Frame<View, Event>;
    expect(tells.sentence(ended, making, frame)).toBeNull();
    const late = { ...frame, faults: [{ seat: 0, window: 4, kind: 'timeout' as const, text: '' }] };
    expect(tells.sentence(ended, making, late)?.text).toBe('Time ran out in turn 4.');
  });

  test('enough stars before they count are announced', () => {
    const told = reelOf('galaxy-stars');
    const rules = { ...told.opening.config.rules, early_win_from_turn: 126 };
    const opening = { ...told.opening, config: { ...told.opening.config, rules } };
    const owners = opening.config.map.strategic.slice(0, 4).reduce((list, { planet }) => list.with(planet, 2), opening.view.owners);
    const view = { ...opening.view, owners };
    const stars = (now: View) => tells.facts?.(2, now, makingOf({ opening })).find(([label]) => label === 'stars')?.[1];
    expect(stars(view)).toBe('4: a victory from turn 126 on');
    expect(stars({ ...view, turn: 126 })).toBe('4');
  });

  test('a star that changes hands is a mark, another planet is not', () => {
    const told = reelOf('galaxy-stars');
    const making = makingOf(told);
    const [frame] = told.frames as [Frame<View, Event>];
    const fought = { from: 1, owner: 1, won: true, from_troops: 1, to_troops: 4, to_forts: 0 };
    const [star] = told.opening.config.map.strategic;
    expect(tells.mark({ fought: { ...fought, to: star?.planet ?? -1 } }, making, frame)).toMatchObject({ tone: 'good', side: 1 });
    expect(tells.mark({ fought: { ...fought, to: 3 } }, making, frame)).toBeNull();
    expect(tells.mark({ ended: { why: 'turns', winner: null } }, making, frame)).toMatchObject({ tone: 'plain' });
  });
});

describe('film', () => {
  test.each(REELS)('the events of every window of %s lead from its first view to its last', (name) => {
    const told = reelOf(name);
    told.frames.forEach((frame, index) => {
      const film = Film.of(beforeOf(told, index), frame, told.opening.config);
      const kinds = [...film.begun(1)].map(([{ kind }]) => kind);
      expect(kinds, `window ${index}`).not.toContain('drift');
    });
  });

  test('reserves come out right too, and the stage', () => {
    const told = reelOf('galaxy-stars');
    told.frames.forEach((frame, index) => {
      const last = Film.of(beforeOf(told, index), frame, told.opening.config).at(1 - 1e-9);
      if (last.beat?.kind !== 'turn') return;
      expect(last.state.reserves, `window ${index}`).toEqual(frame.view.reserves);
      expect([last.state.turn, last.state.player, last.state.phase, last.state.stage]).toEqual([frame.view.turn, frame.view.player, frame.view.phase, frame.view.stage]);
    });
  });

  test('what is not told drifts', () => {
    const told = reelOf('galaxy-stars');
    const index = told.frames.findIndex(({ events }) => events.some((event) => 'fought' in event));
    const frame = { ...told.frames[index], events: [] } as unknown as Frame<View, Event>;
    const film = Film.of(beforeOf(told, index), frame, told.opening.config);
    expect([...film.begun(1)].map(([{ kind }]) => kind)).toEqual(['drift']);
    expect(film.at(1).state).toBe(frame.view);
  });

  test('many rounds are shown in a hurry, and no turn is long', () => {
    const told = reelOf('galaxy-stars');
    const before: View = { ...told.opening.view, owners: told.opening.view.owners.with(0, 1).with(1, 2), troops: told.opening.view.troops.with(0, 90).with(1, 80) };
    const rounds = Array.from({ length: 60 }, (): Event => ({ rolled: { attacker: [1, 2, 3], defender: [6, 1] } }));
    const events: Event[] = [{ attacked: { player: 1, from: 0, to: 1 } }, ...rounds];
    events.push({ fought: { from: 0, to: 1, won: false, owner: 2, from_troops: 30, to_troops: 20, to_forts: 0 } });
    const view = { ...before, troops: before.troops.with(0, 30).with(1, 20) };
    const film = Film.of(before, { ...told.frames[0], events, view } as Frame<View, Event>, told.opening.config);
    const rolls = [...film.begun(1)].flatMap(([beat]) => (beat.kind === 'roll' ? [beat.rounds.length] : []));
    expect(rolls).toEqual([1, 1, 57, 1]);
    expect(film.length).toBeLessThan(4000);
    // In the middle of the hurry about half of them have fallen.
    const half = film.at(0.5).state.troops[0] ?? 0;
    expect(half).toBeGreaterThan(40);
    expect(half).toBeLessThan(80);
  });

  test('a hurried roll shows one round after the other', () => {
    const round = roundOf([1], [2]);
    expect(roundAt([round, round, round, round], 0.6)).toEqual({ index: 2, k: expect.closeTo(0.4) });
    expect(roundAt([round, round], 1).index).toBe(1);
  });
});

describe('dice', () => {
  test('pairs from the highest down, ties to the defender', () => {
    expect(roundOf([2, 6, 4], [4, 5])).toEqual({ attacker: [6, 4, 2], defender: [5, 4], wins: [true, false] });
    expect(lossesOf(roundOf([3], [3, 1]))).toEqual({ attacker: 1, defender: 0 });
  });

  test('the odds of small fights, counted by hand', () => {
    expect(odds(2, 1, 0, false).win).toBeCloseTo(15 / 36);
    expect(odds(2, 1, 0, false).left).toBeCloseTo(2);
    // Two dice against one win 125 of 216; else one against one is left.
    expect(odds(3, 1, 0, false).win).toBeCloseTo(125 / 216 + (91 / 216) * (15 / 36));
    expect(odds(1, 1, 0, false).win).toBe(0);
    expect(odds(3, 0, 0, false)).toEqual({ win: 1, left: 3 });
  });

  test('a ratio stops the attack: at it in the official rules, below it in the document', () => {
    expect(odds(4, 2, 2, true).win).toBe(0);
    expect(odds(4, 2, 2, false).win).toBeGreaterThan(0.3);
    expect(odds(5, 3, 2, false).win).toBe(0);
  });

  test('large armies have odds too', () => {
    expect(odds(3000, 1000, 0, false).win).toBeGreaterThan(0.99);
    expect(odds(300, 1000, 0, false).win).toBeLessThan(0.01);
  });
});

describe('what a hand knows of the rules', () => {
  test.each(REELS)('every act taken in %s was legal to the hand', (name) => {
    const told = reelOf(name);
    const chart = new Chart(told.opening.config);
    told.frames.forEach((frame, index) => {
      // The first act of a stage that changes nothing before it: the view is that of the window's beginning.
      const [seat, act] = frame.acts[0] ?? [];
      if (seat === undefined || act === undefined || act === 'next') return;
      const orders = new Orders(chart, beforeOf(told, index), seat);
      if ('place' in act) expect(orders.put(act.place.planet ?? -1)).toBeNull();
      if ('deploy' in act) {
        expect(orders.put(act.deploy.planet ?? -1)).toBeNull();
        expect(act.deploy.troops).toBeLessThanOrEqual(orders.reserve);
      }
    });
  });

  test.each(REELS)('a transfer goes the way that %s tells', (name) => {
    const told = reelOf(name);
    const chart = new Chart(told.opening.config);
    let seen = 0;
    told.frames.forEach((frame, index) => {
      frame.events.forEach((event, place) => {
        if (!('moved' in event)) return;
        const fought = frame.events.some((other) => 'fought' in other && other.fought.won) || frame.events.some((other) => 'deployed' in other);
        const { owners } = fought ? frame.view : beforeOf(told, index);
        expect(chart.way(owners, event.moved.from, event.moved.to)).toEqual(wayOf(frame.events, place));
        seen += 1;
      });
    });
    expect(seen).toBeGreaterThan(0);
  });

  test.each(REELS)('the income of %s', (name) => {
    const told = reelOf(name);
    const chart = new Chart(told.opening.config);
    for (const frame of told.frames) {
      for (const event of frame.events) {
        if (!('turn_started' in event) || frame.view.phase === 'start') continue;
        expect(chart.income(frame.view.owners, event.turn_started.player)).toBe(event.turn_started.income);
      }
    }
  });

  const { config, before } = scenes['board'] as NonNullable<(typeof scenes)[string]>;
  const chart = new Chart(config);
  const fight = (scenes['dice'] as NonNullable<(typeof scenes)[string]>).before;

  test('troops go on free planets and own ones, while there are any', () => {
    const orders = new Orders(chart, before, 0);
    expect([orders.put(0), orders.put(2), orders.put(3)]).toEqual([null, null, 'foreign']);
    expect(new Orders(chart, { ...before, reserves: [0, 1, 1] }, 0).put(0)).toBe('reserve');
  });

  test('a troop that is placed for somebody goes to a free star first, and to a border when nothing is free', () => {
    const free: View = { ...before, owners: before.owners.map(() => null) };
    const star = [...chart.worth].reduce((a, b) => (b[1] > a[1] ? b : a))[1];
    expect(chart.worth.get(new Orders(chart, free, 0).goodPlace() ?? -1)).toBe(star);
    const full: View = { ...before, owners: before.owners.map((_, planet) => (planet === 0 ? 1 : 0)), reserves: [3, 1, 1] };
    expect(chart.near[0]).toContain(new Orders(chart, full, 0).goodPlace());
    expect(new Orders(chart, { ...full, reserves: [0, 0, 0] }, 0).goodPlace()).toBeNull();
  });

  test('attacks', () => {
    const orders = new Orders(chart, fight, 2);
    expect([orders.attackFrom(6), orders.attackFrom(0)]).toEqual([null, 'own_from']);
    expect(orders.targets(6)).toEqual([2, 5, 7]);
    expect([orders.attackTo(6, 5), orders.attackTo(6, 0)]).toEqual([null, 'far']);
    expect(new Orders(chart, { ...fight, troops: fight.troops.with(6, 1) }, 2).attackFrom(6)).toBe('few');
    expect(new Orders(chart, before, 0).attackTo(1, 2)).toBe('free_target');
    expect(new Orders(chart, fight, 0).attackFrom(0)).toBe('peaceful');
    expect(orders.bestAgainst(5)).toBe(6);
    expect(orders.bestAgainst(0)).toBeNull();
  });

  test('transfers and forts', () => {
    const orders = new Orders(chart, { ...fight, stage: 'move' }, 0);
    expect([orders.moveFrom(1), orders.moveTo(1, 4), orders.moveTo(1, 6)]).toEqual([null, null, 'path']);
    expect(new Orders(chart, { ...fight, moved: true }, 0).moveFrom(1)).toBe('moved');
    expect([orders.fort(1), orders.fort(6)]).toEqual([null, 'own_from']);
    expect(new Orders(chart, { ...fight, fort_used: [true, false, false] }, 0).fort(1)).toBe('fort_used');
    expect(orders.starts()).toEqual([0, 1, 4, 5]);
  });

  test('a map without places is laid out in a ring', () => {
    const { at } = new Chart({ ...config, map: { ...config.map, positions: null } });
    expect(new Set(at.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)).size).toBe(9);
  });

  test('keys lead from planet to planet and every one can be reached', () => {
    const seen = new Set([0]);
    const queue = [0];
    for (let planet = queue.pop(); planet !== undefined; planet = queue.pop()) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const next = chart.beside(planet, direction);
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    expect(seen.size).toBe(9);
  });
});
