import type { Branch, MatchCard, Order } from '../api';
import { sameAgain } from './name';

/** How many people sit down for a match: each but the first has to be sent a link. */
export const peopleIn = ({ seats }: Pick<Order, 'seats'>): number => seats.filter((seat) => seat === 'human' || seat.startsWith('human:')).length;

/** Whether a match is begun again with the usual settings because those it had are not known: a card does not tell them, an order and a branch do. */
export const unset = (again: Order | Branch | null, asked: Order | undefined): boolean => again !== null && asked === undefined && 'game' in again;

/**
 * What plays a match once more: what was asked for when it was begun, where this browser knows it, with another chance unless the
 * board itself comes of it. Others have what the card tells; on a board that has no name of its own they begin that match anew.
 */
export function rematchOf(card: MatchCard, maps: readonly string[], asked: Order | undefined): Order | Branch | null {
  if (asked !== undefined) {
    const { seed, ...rest } = asked;
    return asked.board === undefined || seed === undefined ? rest : asked;
  }
  const sides = [...new Map(card.seats.map((seat) => [seat.side, seat])).values()].sort((a, b) => a.side - b.side);
  if (sides.some(({ kind }) => kind !== 'person' && kind !== 'house')) return null;
  const seats = sides.map(sameAgain);
  if (maps.includes(card.map)) return { game: card.game, map: card.map, ruleset: card.ruleset, seats };
  // The same house bots on the same board with the same chance would play the same match.
  return sides.some(({ kind }) => kind === 'person') ? { from: card.id, windows: 0, seats } : null;
}
