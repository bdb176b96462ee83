import type { Order } from '../api';
import type { Opening, Side } from '../reel/types';
import type { Config as GalaxyConfig, View as GalaxyView } from '../stages/galaxy/types';
import type { View as GothamView } from '../stages/gotham/types';
import type { View as HeroesView } from '../stages/heroes/types';
import type { View as JungleView } from '../stages/jungle/types';
import type { View as LabyrinthView } from '../stages/labyrinth/types';

/** A first match with somebody at one's side: what is played, and when the small win is there. */
export interface Lesson {
  order: Omit<Order, 'game'>;
  won(view: unknown, side: Side, opening: Opening): boolean;
}

/** Boards of lessons are always the same, so that what is said of them is true. */
const SEED = '5';

const labyrinth: Lesson = {
  order: { seats: ['human'], board: { rows: 5, cols: 5, walls: 6, hunters: 1, difficulty: 'easy' }, seed: SEED },
  won: (view) => (view as LabyrinthView).arrived > 0,
};

const heroes: Lesson = {
  order: { seats: ['human', 'house:random'], map: 'duel', seed: SEED },
  won: (view, side) => ((view as HeroesView).scores[side === 0 ? 0 : 1] ?? 0) > 0,
};

const gotham: Lesson = {
  order: { seats: ['human', 'house:random'], board: { nodes: 12, thieves: 1, police: 3 }, seed: SEED },
  won: (view, side) => (view as GothamView).winner === (side === 0 ? 'first' : 'second'),
};

const jungle: Lesson = {
  order: { seats: ['human', 'house:random'], map: 'clearing', seed: SEED },
  won(view, side, { seats }) {
    const teams = [...new Set(seats.map((seat) => seat.side))];
    return ((view as JungleView).teams[teams.indexOf(side)]?.score ?? 0) > 0;
  },
};

const galaxy: Lesson = {
  order: { seats: ['human', 'house:random', 'house:random'], map: 'trefoil', ruleset: 'official', seed: SEED },
  won(view, side, { config, seats }) {
    const own = new Set(seats.filter((seat) => seat.side === side).map(({ seat }) => seat));
    const { owners } = view as GalaxyView;
    return (config as GalaxyConfig).map.strategic.some(({ planet }) => own.has(owners[planet] ?? -1));
  },
};

const LESSONS: Readonly<Record<string, Lesson>> = { labyrinth, heroes, gotham, jungle, galaxy };

export const lessonOf = (game: string): Lesson | undefined => LESSONS[game];

/** The steps of a lesson, in order. */
export const STEPS = ['goal', 'move', 'mistake', 'win'] as const;
export type Step = (typeof STEPS)[number];

/** What a lesson has seen of the person so far. */
export interface Seen {
  /** Whether they have read what it is about. */
  read: boolean;
  /** Whether an act of theirs was taken. */
  moved: boolean;
  /** Whether they were told why something cannot be done, or did not want to be. */
  erred: boolean;
  won: boolean;
}

/** Where somebody is in a lesson; null when they have been through. A win is a win, whatever was left out before it. */
export function stepOf({ read, moved, erred, won }: Seen): Step | null {
  if (won) return null;
  if (!read) return 'goal';
  if (!moved) return 'move';
  return erred ? 'win' : 'mistake';
}
