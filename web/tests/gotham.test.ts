import { describe, expect, test } from 'vitest';

import type { Frame } from '../src/reel/types';
import { bent, distance, firstPart } from '../src/stage/lines';
import type { Moment } from '../src/stage/stage';
import { beats } from '../src/stages/gotham/beats';
import { nextChoice, options, perilous, sayRefused } from '../src/stages/gotham/choices';
import { City, TOP, WIDTH, beside } from '../src/stages/gotham/city';
import { describe as tells } from '../src/stages/gotham/describe';
import { Sight, caught, known, nextReveal, written } from '../src/stages/gotham/knowledge';
import { stack } from '../src/stages/gotham/hud';
import { plan } from '../src/stages/gotham/plan';
import { scenes } from '../src/stages/gotham/scenes';
import type { Config, Event, Path, UnitState, View } from '../src/stages/gotham/types';
import { makingOf, recorded, type Recorded } from './recorded';

type Reel = Recorded<Config, View, Event>;

const reelOf = (name: string): Reel => recorded(name);
/** The moment at rest after `n` windows. */
function restOf({ opening, frames }: Reel, n: number): Moment<View, Event> {
  const view = (k: number) => frames[k - 1]?.view ?? opening.view;
  return { before: view(n - 1), frame: frames[n - 1] ?? null, after: view(n), p: 1, eyes: null, past: { opening: opening.view, frames, count: Math.max(n - 1, 0) } };
}

const harbour = reelOf('gotham-harbour');
const finals = reelOf('gotham-finals');
const eyes = reelOf('gotham-harbour-eyes');

describe('words', () => {
  test.each([['harbour', harbour], ['finals', finals], ['through a seat’s eyes', eyes]] as const)('%s is told without a gap', (_, reel) => {
    const making = makingOf(reel);
    for (const frame of reel.frames) {
      for (const event of frame.events) expect(tells.sentence(event, making, frame)?.text ?? '').not.toMatch(/[{}]|undefined/);
      expect(tells.heading(frame.view, making)).toMatch(/^(Round|Half-turn) \d+ of \d+/);
      for (const { seat } of reel.opening.seats) for (const [, value] of tells.facts?.(seat, frame.view, making) ?? []) expect(value).not.toBe('');
    }
    expect(tells.heading(reel.opening.view, making)).toBe('The thieves choose their hiding places');
  });

  test('a capture is a mark of the hunter’s, a step is none, and a visible round is told once', () => {
    const making = makingOf(harbour);
    const [frame] = harbour.frames as [Frame<View, Event>];
    expect(tells.mark({ caught: { unit: 6, node: 27 } }, making, frame)).toEqual({ text: 'Thief 6 is caught on 27.', tone: 'good', side: 0 });
    expect(tells.mark({ moved: { unit: 3, from: 1, to: 2, price: 0, balance: 1 } }, making, frame)).toBeNull();
    expect(tells.mark({ turn: { number: 4, half: 'police', visible: true } }, making, frame)?.text).toBe('Round 4: the thieves come into the open.');
    expect(tells.mark({ turn: { number: 4, half: 'thieves', visible: true } }, making, frame)).toBeNull();
  });

  test('scores are captures, and none are made up for a seat that cannot know them', () => {
    expect(tells.scores(harbour.frames.at(-1)!.view, makingOf(harbour))).toEqual([2, 2]);
    expect(tells.scores(eyes.frames.at(-1)!.view, makingOf(eyes))).toEqual([]);
  });

  test('every reason of the engine has its words', () => {
    const { tongue } = makingOf(harbour);
    for (const reason of ['joker caught', 'all thieves caught', 'more captures', 'earlier captures', 'coin']) expect(tells.reason(reason, tongue)).not.toBe('');
    expect(tells.reason('something newer', tongue)).toBe('something newer');
  });
});

describe('the city', () => {
  test('every node and line lies on the board', () => {
    for (const { opening } of [harbour, finals]) {
      const city = new City(opening.config);
      for (const { x, y } of [...city.places.values(), ...city.roads.flatMap((road) => road.points)]) {
        expect(x).toBeGreaterThan(10);
        expect(x).toBeLessThan(WIDTH - 10);
        expect(y).toBeGreaterThan(TOP + 10);
        expect(y).toBeLessThan(TOP + city.height - 10);
      }
    }
  });

  const path = (id: number, from: number, to: number, price: number): Path => ({ id, from, to, price, way: price === 0 ? 'walk' : 'bus' });
  const small = (paths: Path[], nodes = [1, 2, 3, 4]): Config => ({ ...harbour.opening.config, nodes: nodes.map((id) => ({ id, x: id * 10, y: 0 })), paths, units: [] });

  test('of parallel lines the first counts, and no line leads back to its own node', () => {
    const city = new City(small([path(1, 1, 2, 25), path(2, 2, 1, 0), path(3, 3, 3, 0)]));
    expect(city.roads.map((road) => road.path.id)).toEqual([1]);
    expect(city.edge(2, 1)?.road.path.price).toBe(25);
  });

  test('distance is counted on foot', () => {
    const city = new City(small([path(1, 1, 2, 0), path(2, 2, 3, 0), path(3, 1, 4, 25)]));
    expect([...city.within(1, 1)]).toEqual([1, 2]);
    expect([...city.within(1, 9)].sort()).toEqual([1, 2, 3]);
  });

  test('a way begins where the unit stands', () => {
    const city = new City(small([path(1, 1, 2, 25)]));
    expect(city.way(2, 1)[0]).toEqual(city.place(2));
    expect(city.along(2, 1, 1)).toEqual(city.place(1));
    expect(city.nodeAt(city.place(3))).toBe(3);
  });

  test('a city of one node, or all in one place, can be drawn', () => {
    for (const nodes of [[1], [1, 1]]) {
      const city = new City(small([], nodes));
      expect(Number.isFinite(city.place(1).x + city.place(1).y + city.height + city.unit)).toBe(true);
    }
  });

  test('units of a node stand apart', () => {
    for (const count of [2, 3, 6, 12, 40]) {
      const places = Array.from({ length: count }, (_, i) => beside(i, count));
      const gaps = places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) / a.size));
      expect(Math.min(...gaps)).toBeGreaterThan(0.9);
    }
  });
});

describe('lines', () => {
  test('the first part ends on the line, and a place knows how far away it is', () => {
    const line = bent({ x: 0, y: 0 }, { x: 50, y: 40 }, { x: 100, y: 0 });
    expect(firstPart(line, 1)).toEqual(line);
    expect(firstPart(line, 0)[0]).toEqual({ x: 0, y: 0 });
    expect(distance(line, firstPart(line, 0.33).at(-1)!)).toBeLessThan(1e-6);
    expect(distance([{ x: 0, y: 0 }, { x: 10, y: 0 }], { x: 5, y: 3 })).toBe(3);
  });
});

describe('beats', () => {
  test('words, then moves, then captures, then money, then the light', () => {
    const events: Event[] = [
      { moved: { unit: 1, from: 1, to: 2, price: 0, balance: 0 } },
      { said: { unit: 1, text: '0', price: 1, balance: 0 } },
      { caught: { unit: 2, node: 2 } },
      { paid: { unit: 1, wage: 10, balance: 10 } },
      { turn: { number: 4, half: 'police', visible: true } },
    ];
    expect([...beats(events, false).at(0)].map(([beat]) => beat)).toEqual(['say', 'go', 'caught', 'pay', 'reveal']);
    expect([...beats(events, true).at(0)].map(([beat]) => beat)).toEqual(['say', 'go', 'caught', 'pay']);
  });
});

describe('what is known', () => {
  const city = new City(harbour.opening.config);
  const sight = new Sight(harbour.opening.config, city);

  test('a spectator sees where hidden thieves were seen last, and nothing before the first visible round', () => {
    expect(sight.lastSeen(restOf(harbour, 5), true).size).toBe(0);
    const open = harbour.frames.findIndex(({ view }) => view.visible_turn);
    const hidden = harbour.frames.findIndex(({ view }, i) => i > open && !view.visible_turn);
    const seen = sight.lastSeen(restOf(harbour, hidden + 2), true);
    const last = known(harbour.frames[hidden - 1]!.view);
    for (const [unit, { node, turn }] of seen) expect([node, turn]).toEqual([last.get(unit)?.node, 4]);
    expect([...seen.keys()]).toEqual([2, 6, 7]);
  });

  test('a seat remembers enemy thieves it saw, and only those', () => {
    expect(known(eyes.frames[8]!.view).has(6)).toBe(false);
    expect([...sight.lastSeen(restOf(eyes, 12), true)]).toEqual([[6, { node: 27, turn: 4 }], [7, { node: 27, turn: 4 }]]);
    expect([...caught(restOf(eyes, 12), true)]).toEqual([1]);
  });

  test('the countdown', () => {
    expect(nextReveal(harbour.opening.config, 1)).toEqual({ turn: 4, away: 3 });
    expect(nextReveal(harbour.opening.config, 4)).toEqual({ turn: 8, away: 4 });
    expect(nextReveal(harbour.opening.config, 40)).toBeNull();
  });

  test('in the finals a thief is seen only from near enough', () => {
    const { config } = finals.opening;
    const here = new City(config);
    const view = finals.frames.find((frame) => frame.view.visible_turn)!.view;
    const open = new Sight(config, here).exposed(view);
    const units = view.overview!.units;
    for (const thief of units.filter(({ kind }) => kind === 'thief')) {
      const near = here.within(thief.node, config.radii.thief);
      const hunters = units.filter(({ kind, team }) => (kind === 'police' || kind === 'batman') && team !== thief.team);
      expect(open.has(thief.id)).toBe(hunters.some(({ node }) => near.has(node)));
    }
  });

  test('messages are those since the view before', () => {
    const frame = harbour.frames.find(({ events }) => events.some((event) => 'said' in event))!;
    const before = harbour.frames[frame.window - 1]?.view ?? harbour.opening.view;
    const said = frame.events.flatMap((event) => ('said' in event ? [[event.said.unit, event.said.text]] : []));
    expect([...written(before, frame.view)]).toEqual(said);
  });
});

describe('plans', () => {
  test.each([['harbour', harbour], ['finals', finals], ['eyes', eyes]] as const)('every window of %s leads from its first view to its last', (_, reel) => {
    const { config } = reel.opening;
    const sight = new Sight(config, new City(config));
    reel.frames.forEach((frame, i) => {
      for (const { unit, from, to, was, is } of plan(restOf(reel, i + 1), config, sight).units) {
        if (is !== null) expect(to).toBe(known(frame.view).get(unit.id)?.node);
        if (was !== null) expect(from).toBe(was.node);
      }
    });
  });

  test('the pictures of the rules show what they say', () => {
    for (const scene of Object.values(scenes)) {
      const city = new City(scene.config);
      for (const event of scene.frame?.events ?? []) {
        if ('moved' in event) expect(city.edge(event.moved.from, event.moved.to)).not.toBeNull();
      }
    }
  });
});

describe('what a hand knows of the rules', () => {
  const { config } = harbour.opening;
  const city = new City(config);
  const me = (over: Partial<UnitState>): UnitState => ({
    id: 1, team: 'first', kind: 'thief', node: 1, dead: false, caught_at: -1, balance: 10, ready: true, moved: false, sent: false, ...over,
  });
  const view = (over: Partial<View>): View => ({
    phase: 'ongoing', winner: null, turn: { number: 1, half: 'thieves' }, visible_turn: false, me: me({}), units: [], chat: [], overview: null, ...over,
  });

  test('before the match a thief may be anywhere, police have no choice', () => {
    expect(options(view({ phase: 'pending', me: me({ ready: false }) }), city)).toHaveLength(config.nodes.length);
    expect(options(view({ phase: 'pending', me: me({ ready: false, kind: 'police' }) }), city)).toEqual([]);
  });

  test('what is too dear is shown but cannot be paid', () => {
    const ride = config.paths.find(({ way }) => way === 'bus')!;
    const find = (balance: number) => options(view({ me: me({ node: ride.from, balance }) }), city).find(({ node }) => node === ride.to);
    expect(find(ride.price - 1)?.payable).toBe(false);
    expect(find(ride.price)?.payable).toBe(true);
    expect(options(view({ me: me({ moved: true }) }), city)).toEqual([]);
  });

  test('danger, as far as it is seen', () => {
    const units = [{ id: 8, team: 'second', kind: 'police', node: 5, dead: false } as const];
    expect(perilous(view({ units }), 5)).toBe(true);
    expect(perilous(view({ units }), 4)).toBe(false);
    expect(perilous(view({ units, me: me({ kind: 'police' }) }), 5)).toBe(false);
  });

  test('messages are bounded by length and by money', () => {
    expect(sayRefused(view({}), config, '0'.repeat(9))).toBeNull();
    expect(sayRefused(view({}), config, '0'.repeat(10))).toBe('words');
    expect(sayRefused(view({ me: me({ balance: 1000 }) }), config, '0'.repeat(config.chat.box_size))).toBe('long');
    expect(sayRefused(view({ me: me({ balance: 1000 }) }), { ...config, ruleset: 'official' }, '0'.repeat(config.chat.box_size))).toBeNull();
  });

  test('with the arrows every choice can be reached', () => {
    for (const { id } of config.nodes) {
      const nodes = options(view({ me: me({ node: id }) }), city).map(({ node }) => node);
      const reached = new Set([id]);
      for (const from of reached) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) reached.add(nextChoice(city, from, nodes, key)!);
      }
      expect([...reached].sort()).toEqual([...nodes].sort());
    }
  });

  test('every move of the recorded matches was a choice that could be paid', () => {
    for (const { opening, frames } of [harbour, finals]) {
      const here = new City(opening.config);
      frames.forEach((frame, i) => {
        const units = (frames[i - 1]?.view ?? opening.view).overview!.units;
        for (const event of frame.events) {
          if (!('moved' in event) || i === 0) continue;
          const unit = units.find(({ id }) => id === event.moved.unit)!;
          const choice = options(view({ me: { ...unit, moved: false } }), here).find(({ node }) => node === event.moved.to);
          expect(choice).toMatchObject({ price: event.moved.price, payable: true });
        }
      });
    }
  });
});

test('beside the board no line of the turn lies on another one, nor on the track below', () => {
  const room = { top: 4, bottom: 152, gap: 6 };
  for (const heights of [[30, 27], [60, 54], [60, 81], [90, 54], [90, 108], [30, 110]] as const) {
    const { first, second, scale } = stack(heights, [38, 112], room);
    const [a, b] = [(heights[0] * scale) / 2, (heights[1] * scale) / 2];
    expect(first - a, `${heights}`).toBeGreaterThanOrEqual(room.top - 1e-9);
    expect(second - b - (first + a), `${heights}`).toBeGreaterThanOrEqual(room.gap - 1e-9);
    expect(second + b, `${heights}`).toBeLessThanOrEqual(room.bottom + 1e-9);
  }
  // Where there is room, all is where it usually is.
  expect(stack([30, 27], [38, 112], room)).toEqual({ first: 38, second: 112, scale: 1 });
});
