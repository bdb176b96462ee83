import { entryOf } from '../stages';
import { say } from './words';

/** What a game is called. */
export function gameTitle(game: string): string {
  const entry = entryOf(game);
  return entry === undefined ? game : say(entry.title);
}
