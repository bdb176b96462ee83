import type { Listing } from '../api';
import { NAMELESS } from '../reel/nameless';
import { spanOf } from './day';

export const STATES = ['running', 'over', 'paused', 'void', 'cancelled'] as const;

/** What of the matches is shown; what is empty lets all of them through. */
export interface Filters {
  game: string;
  state: (typeof STATES)[number] | '';
  player: string;
  /** A day as the browser's date field has it. */
  day: string;
}

/** The filter that an address asks for. */
export function filtersOf(query: URLSearchParams): Filters {
  const day = query.get('day') ?? '';
  return {
    game: query.get('game') ?? '',
    state: STATES.find((name) => name === query.get('state')) ?? '',
    player: query.get('player') ?? '',
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : '',
  };
}

/** What the server is asked for. `nameless`: what the list calls people without a name; whoever types that means them. */
export function wantedOf({ game, state, player, day }: Filters, nameless: string): Listing {
  const typed = player.trim();
  const word = nameless.toLowerCase();
  const same = [word, word.split(' ').at(-1)].includes(typed.toLowerCase());
  return {
    ...(game === '' ? {} : { game }),
    ...(state === '' ? {} : { state }),
    ...(typed === '' ? {} : { player: same ? NAMELESS : typed }),
    ...spanOf(day),
  };
}
