import { say, type Key } from '../lang/lang.svelte';
import type { GamePart } from '../stage/stage';

import galaxy from './galaxy/emblem.svg';
import gotham from './gotham/emblem.svg';
import heroes from './heroes/emblem.svg';
import jungle from './jungle/emblem.svg';
import { daily, dailyResult } from './labyrinth/daily';
import labyrinth from './labyrinth/emblem.svg';
import { unpack } from './labyrinth/score';

/** Another set-up of a match than the usual one. */
export interface SetUp {
  seats: number;
  map: string;
  ruleset?: string;
  /** The house bot on all seats, where a mixture would be no match. */
  bot?: string;
}

/** A game that the page knows. */
export interface Entry {
  game: string;
  title: Key;
  about: Key;
  emblem: string;
  /** Loaded when a match of this game is shown. */
  load: () => Promise<{ part: unknown }>;
  /** One click: the seats a person takes, given how many there are, and how many seats a match has. */
  seats: number;
  person: number[];
  /** Where another set-up than the usual one is better to watch. */
  watch?: SetUp;
  /** Where another set-up than the usual one is better to play. */
  play?: SetUp;
  /** Its sides share a score that is several numbers in one: those in words. */
  shared?: (score: number) => string;
  /** The server can advise a person. */
  hints?: boolean;
  /** How many phases the game's course has, by which programs of a class can be judged. */
  phases?: number;
  /** The server can go through a match that is over. */
  comments?: boolean;
  /** The board of a day, the same for everybody, and how somebody did on it. */
  daily?: {
    order: (day: string) => { seed: string; board: Record<string, unknown> };
    result: (comment: unknown) => { won: boolean; rounds: number; best: number | null };
  };
}

/** The only list of games in the page. */
export const STAGES: readonly Entry[] = [
  {
    game: 'labyrinth',
    title: 'labyrinth.title',
    about: 'labyrinth.about',
    emblem: labyrinth,
    load: () => import('./labyrinth'),
    seats: 1,
    person: [0],
    watch: { seats: 4, map: 'company' },
    shared: (score) => say('labyrinth.standing', unpack(score)),
    hints: true,
    phases: 6,
    comments: true,
    daily: { order: daily, result: dailyResult },
  },
  {
    game: 'heroes',
    title: 'heroes.title',
    about: 'heroes.about',
    emblem: heroes,
    load: () => import('./heroes'),
    seats: 2,
    person: [0],
    watch: { seats: 2, map: 'pillars' },
    play: { seats: 2, map: 'duel' },
  },
  {
    game: 'gotham',
    title: 'gotham.title',
    about: 'gotham.about',
    emblem: gotham,
    load: () => import('./gotham'),
    seats: 2,
    person: [0],
    play: { seats: 2, map: 'harbour' },
  },
  {
    game: 'jungle',
    title: 'jungle.title',
    about: 'jungle.about',
    emblem: jungle,
    load: () => import('./jungle'),
    seats: 4,
    person: [0],
    watch: { seats: 4, map: 'grotto' },
    play: { seats: 4, map: 'grotto' },
  },
  {
    game: 'galaxy',
    title: 'galaxy.title',
    about: 'galaxy.about',
    emblem: galaxy,
    load: () => import('./galaxy'),
    seats: 3,
    person: [0],
    // The default ruleset ends most matches in the first turns of the fight, before a person has had one.
    watch: { seats: 3, map: 'trefoil', ruleset: 'official', bot: 'general' },
    play: { seats: 3, map: 'trefoil', ruleset: 'official' },
  },
];

export const entryOf = (game: string) => STAGES.find((entry) => entry.game === game);

/** The game's part, without its own types: the shell hands a game only what that game's server made. */
export async function loadPart(game: string): Promise<GamePart | null> {
  const loaded = await entryOf(game)?.load();
  return loaded === undefined ? null : (loaded.part as GamePart);
}
