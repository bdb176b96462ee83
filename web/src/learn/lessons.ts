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
  /** Whether the first move has led to something; without it any act is a move. */
  moved?(view: unknown, side: Side, opening: Opening): boolean;
  /** The refusals that the lesson's explanation fits, as the game's hand calls them. */
  slips: readonly string[];
}

/** Why something that was tried cannot be done: in words, and as the game's hand calls it. */
export interface Slip {
  text: string;
  why?: string | undefined;
}

const teamOf = (side: Side, seats: Opening['seats']) => [...new Set(seats.map((seat) => seat.side))].indexOf(side);

/** Boards of lessons are always the same, so that what is said of them is true. */
const SEED = '5';

// On this board no two moves, whichever they are, lose the game: a first choice is free.
const labyrinth: Lesson = {
  order: { seats: ['human'], board: { rows: 6, cols: 6, walls: 8, hunters: 1, difficulty: 'easy' }, seed: SEED },
  won: (view) => (view as LabyrinthView).arrived > 0,
  slips: ['out_of_board', 'fixed_wall', 'temporary_wall', 'far'],
};

const heroes: Lesson = {
  order: { seats: ['human', 'house:random'], map: 'duel', seed: SEED },
  won: (view, side) => ((view as HeroesView).scores[side === 0 ? 0 : 1] ?? 0) > 0,
  // Picking goes on until all four are there.
  moved: (view, side) => (view as HeroesView).heroes[side === 0 ? 0 : 1].some(({ cell }) => cell !== null),
  slips: ['wall', 'no_way', 'edge'],
};

// In this city the enemy's thief does not begin where the first step of the police ends the match, and random police come late to our own:
// whoever follows the words wins within ten rounds.
const gotham: Lesson = {
  order: { seats: ['human', 'house:random'], board: { nodes: 12, thieves: 1, police: 3 }, seed: '9' },
  won: (view, side) => (view as GothamView).winner === (side === 0 ? 'first' : 'second'),
  slips: ['path'],
};

const jungle: Lesson = {
  order: { seats: ['human', 'house:random'], map: 'clearing', seed: SEED },
  won(view, side, { seats }) {
    return ((view as JungleView).teams[teamOf(side, seats)]?.score ?? 0) > 0;
  },
  // A nest may have been taken first: then a unit has yet to come out, and as long as it has not, the hand asks for its nest and for nothing else.
  moved: (view, side, { seats }) => (view as JungleView).teams[teamOf(side, seats)]?.units.every(({ position }) => position !== null) === true,
  // Whoever taps a thicket while a unit that has fallen waits for its nest has done what was asked, too.
  slips: ['wall', 'nest', 'outside', 'no_way', 'not_nest'],
};

// The first troop may well go to a star, and one click is no lesson: a second one is the win.
const STARS = 2;

const galaxy: Lesson = {
  order: { seats: ['human', 'house:random', 'house:random'], map: 'trefoil', ruleset: 'official', seed: SEED },
  won(view, side, { config, seats }) {
    const own = new Set(seats.filter((seat) => seat.side === side).map(({ seat }) => seat));
    const { owners } = view as GalaxyView;
    return (config as GalaxyConfig).map.strategic.filter(({ planet }) => own.has(owners[planet] ?? -1)).length >= STARS;
  },
  slips: ['foreign'],
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
