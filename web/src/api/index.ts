import type { Seat } from '../reel/types';
import type { GameCard } from './games';
import type { Created, MatchCard, Order, Resume } from './hall';

export type { GameCard } from './games';
export type { Created, MatchCard, Order, Resume } from './hall';

/** What the server refused, in its own words. */
export class Refusal extends Error {}

async function refuse(response: Response): Promise<never> {
  const text = await response.text();
  let words = text.slice(0, 500) || `${response.status} ${response.statusText}`;
  try {
    const body = JSON.parse(text) as { error?: unknown };
    if (typeof body.error === 'string') words = body.error;
  } catch {
    // The answer was no JSON: its text has to do.
  }
  throw new Refusal(words);
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) return refuse(response);
  return (await response.json()) as T;
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const at = (id: string, rest = '') => `/api/matches/${encodeURIComponent(id)}${rest}`;

export const api = {
  games: () => ask<GameCard[]>('/api/games'),
  bots: () => ask<string[]>('/api/bots'),
  matches: () => ask<MatchCard[]>('/api/matches'),
  match: (id: string) => ask<MatchCard>(at(id)),
  begin: (order: Order | Resume) => ask<Created>('/api/matches', post(order)),
  hint: (id: string, seat: Seat, key: string) =>
    ask<{ act: unknown; claim: unknown; text: string }>(at(id, `/hint?seat=${seat}&key=${encodeURIComponent(key)}`)),
  save: async (id: string, seat: Seat, key: string) => {
    const response = await fetch(at(id, `/save?seat=${seat}&key=${encodeURIComponent(key)}`), { method: 'POST' });
    if (!response.ok) await refuse(response);
  },
  traceAddress: (id: string) => at(id, '/trace'),
  playAddress: (id: string, seat: Seat, key: string) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}${at(id, `/play?seat=${seat}&key=${encodeURIComponent(key)}`)}`;
  },
};

/** Where a reel comes from; it can be asked for again with other eyes. */
export interface Source {
  /** What the tab and the heading say where the match itself is not named. */
  name: string;
  open(eyes: Seat | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Whether the seats' own views can be asked for. */
  eyes: boolean;
}

async function stream(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok) return refuse(response);
  if (response.body === null) throw new Refusal(`${response.status}`);
  return response.body;
}

export function matchSource(id: string, keys: ReadonlyMap<Seat, string>): Source {
  return {
    name: id,
    eyes: true,
    async open(eyes, signal) {
      const query = new URLSearchParams();
      if (eyes !== null) {
        query.set('eyes', String(eyes));
        const key = keys.get(eyes);
        if (key !== undefined) query.set('key', key);
      }
      const tail = query.size === 0 ? '' : `?${query}`;
      return stream(await fetch(at(id, `/reel${tail}`), { signal }));
    },
  };
}

/** The file named on the command line, if there is one. */
export function replaySource(): Source {
  return {
    name: 'replay',
    eyes: true,
    async open(eyes, signal) {
      const response = await fetch(eyes === null ? '/api/replay' : `/api/replay?eyes=${eyes}`, { signal });
      if (response.status === 204) throw new Refusal('no replay was given to this server');
      return stream(response);
    },
  };
}

export async function hasReplay(): Promise<boolean> {
  const stop = new AbortController();
  try {
    const response = await fetch('/api/replay', { signal: stop.signal });
    return response.status === 200;
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}

/** A file from the reader's own disk: a reel is read here, a trace is turned into a reel by the server. */
export function fileSource(file: File): Source {
  const isReel = file.slice(0, 64).text().then((text) => /^\s*\{\s*"kind"\s*:\s*"opening"/.test(text));
  return {
    name: file.name,
    eyes: true,
    async open(eyes, signal) {
      if (await isReel) {
        if (eyes !== null) throw new Refusal('a reel holds one view only; open the replay file itself');
        return file.stream();
      }
      const path = eyes === null ? '/api/reel' : `/api/reel?eyes=${eyes}`;
      return stream(await fetch(path, { method: 'POST', body: file, signal }));
    },
  };
}
