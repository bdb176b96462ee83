import type { LeagueMatch, WallMatch, WallPage } from '../api/league';
import type { Frame, Opening } from '../reel/types';

/** A board on the wall. */
export interface Tile {
  card: LeagueMatch;
  opening: Opening | null;
  /** How the match stands; undefined before its first picture. */
  view: unknown;
  place: number;
  /** Since when it is not played any more, in milliseconds. */
  ended: number | null;
}

/** How long a match that has ended stays on the wall. */
export const STAYS = 8000;

const named = (opening: Opening, card: LeagueMatch): Opening => ({
  ...opening,
  seats: opening.seats.map((seat) => ({ ...seat, name: card.seats.find(({ side }) => side === seat.side)?.name ?? seat.name })),
});

function tile(old: Tile | undefined, found: WallMatch): Tile {
  const { card, place } = found;
  const opening = found.opening === null ? (old?.opening ?? null) : named(JSON.parse(found.opening) as Opening, card);
  if (found.frame === null && old !== undefined) return { ...old, card, opening, ended: null };
  const view = found.frame === null ? opening?.view : (JSON.parse(found.frame) as Frame).view;
  return { card, opening, view, place, ended: null };
}

/** The wall with what has come: boards keep their places, new ones come last, and what has ended goes after a while. */
export function hung(tiles: readonly Tile[], page: WallPage, now: number): Tile[] {
  const found = new Map(page.matches.map((match) => [match.card.id, match]));
  const kept = tiles.flatMap((old) => {
    const match = found.get(old.card.id);
    if (match !== undefined) return [tile(old, match)];
    const ended = old.ended ?? now;
    return now - ended < STAYS ? [{ ...old, ended }] : [];
  });
  const known = new Set(kept.map(({ card }) => card.id));
  const fresh = page.matches.filter(({ card }) => !known.has(card.id)).reverse();
  return [...kept, ...fresh.map((match) => tile(undefined, match))];
}

/** What the server need not send again. */
export const seenOf = (tiles: readonly Tile[]): string =>
  tiles.filter(({ opening, ended }) => opening !== null && ended === null).map(({ card, place }) => `${card.id}:${place}`).join(',');
