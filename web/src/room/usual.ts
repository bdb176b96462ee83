import type { GameCard } from '../api';
import type { RoomWish } from '../api/rooms';
import { entryOf } from '../stages';

/** What people play first in a room: a map on which a person can play, with place for several where the game has it. */
export function usual(game: GameCard): { wish: RoomWish; seats: number } {
  const entry = entryOf(game.name);
  // Where people usually play alone, the map to be watched has several.
  const set = entry?.play ?? (entry?.seats === 1 ? entry.watch : undefined);
  const wish: RoomWish = { game: game.name };
  if (set !== undefined) wish.map = set.map;
  if (set?.ruleset !== undefined) wish.ruleset = set.ruleset;
  return { wish, seats: Math.min(Math.max(entry?.play?.seats ?? 2, game.seats.least), game.seats.most) };
}
