import type { MatchQuery } from '../api/league';

const WORDS = ['team', 'against', 'house', 'kind', 'state', 'map', 'tag', 'text'] as const;

/** The filter that an address asks for. */
export function matchQuery(query: URLSearchParams): MatchQuery {
  const found: MatchQuery = {};
  for (const name of WORDS) {
    const value = query.get(name);
    if (value !== null && value !== '') found[name] = value;
  }
  const round = Number.parseInt(query.get('round') ?? '', 10);
  if (round > 0) found.round = round;
  return found;
}

/** The same filter with one value changed; an empty one goes. */
export function changed(query: MatchQuery, name: keyof MatchQuery, value: string): MatchQuery {
  const rest: MatchQuery = { ...query };
  delete rest[name];
  if (value === '') return rest;
  return name === 'round' || name === 'before' || name === 'limit' ? { ...rest, [name]: Number(value) } : { ...rest, [name]: value };
}
