import type { Key } from '../lang/lang.svelte';
import type { GamePart } from '../stage/stage';

import galaxy from './galaxy/emblem.svg';
import gotham from './gotham/emblem.svg';
import heroes from './heroes/emblem.svg';
import jungle from './jungle/emblem.svg';
import labyrinth from './labyrinth/emblem.svg';

/** A game that the page knows. */
export interface Entry {
  game: string;
  title: Key;
  about: Key;
  emblem: string;
  /** Loaded when a match of this game is shown; null while its stage is not built: the state is shown as text. */
  load: (() => Promise<{ part: unknown }>) | null;
  /** One click: the seats a person takes, given how many there are, and how many seats a match has. */
  seats: number;
  person: number[];
  /** Where another set-up than the usual one is better to watch. */
  watch?: { seats: number; map: string };
  /** Where another set-up than the usual one is better to play. */
  play?: { seats: number; map: string };
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
  { game: 'gotham', title: 'gotham.title', about: 'gotham.about', emblem: gotham, load: null, seats: 2, person: [0] },
  { game: 'jungle', title: 'jungle.title', about: 'jungle.about', emblem: jungle, load: null, seats: 4, person: [0] },
  { game: 'galaxy', title: 'galaxy.title', about: 'galaxy.about', emblem: galaxy, load: null, seats: 3, person: [0] },
];

export const entryOf = (game: string) => STAGES.find((entry) => entry.game === game);

/** The game's part, without its own types: the shell hands a game only what that game's server made. */
export async function loadPart(game: string): Promise<GamePart | null> {
  const loaded = await entryOf(game)?.load?.();
  return loaded === undefined ? null : (loaded.part as GamePart);
}
