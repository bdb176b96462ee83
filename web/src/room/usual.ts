import type { GameCard } from '../api';
import type { RoomWish } from '../api/rooms';
import { entryOf } from '../stages';

/** What people play first in a room: a map on which a person can play, with place for several where the game has it. */
export function usual(game: GameCard): { wish: RoomWish; seats: number } {
  const entry = entryOf(game.name);
  const wish: RoomWish = { game: game.name };
  if (entry?.play !== undefined) wish.map = entry.play.map;
  if (entry?.play?.ruleset !== undefined) wish.ruleset = entry.play.ruleset;
  return { wish, seats: Math.min(Math.max(entry?.play?.seats ?? 2, game.seats.least), game.seats.most) };
}
