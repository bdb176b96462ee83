import type { ContestCard } from './league';
import type { Frame, Opening, Seat } from '../reel/types';
import type { GameCard } from './games';
import { LineCutter } from '../reel/lines';
import type { Branch, Created, MatchCard, MatchList, MatchState, News, Order, Resume } from './arena';

export type { GameCard, KnobCard } from './games';
export type { Branch, Created, MatchCard, MatchList, MatchState, News, Order, Resume, SeatCard } from './arena';

/** What the server refused, in its own words; the code is for programs. */
export class Refusal extends Error {
  constructor(
    text: string,
    readonly code = '',
  ) {
    super(text);
  }
}

/** Throws what an answer says went wrong. */
export async function refuse(response: Response): Promise<never> {
  const text = await response.text();
  let words = text.slice(0, 500) || `${response.status} ${response.statusText}`;
  let code = '';
  try {
    const body = JSON.parse(text) as { code?: unknown; error?: unknown };
    if (typeof body.error === 'string') words = body.error;
    if (typeof body.code === 'string') code = body.code;
  } catch {
    // The answer was not JSON: its text has to do.
  }
  throw new Refusal(words, code);
}

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (!response.ok) return refuse(response);
  return (await response.json()) as T;
}

/** A key is shown in a header, so that it is in no address and in no log. */
export const showing = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });

export const post = (body: unknown, key?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...showing(key) },
  body: JSON.stringify(body),
});

const at = (id: string, rest = '') => `/api/matches/${encodeURIComponent(id)}${rest}`;

async function tell(path: string, method: string, key: string): Promise<void> {
  const response = await fetch(path, { method, headers: showing(key) });
  if (!response.ok) await refuse(response);
}

/** A socket cannot show a header; its key is one of the protocols that are offered. */
export function playSocket(path: string, key?: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${path}`, key === undefined ? ['meydan'] : ['meydan', `key.${key}`]);
}

/** Which matches are wanted. */
export interface Listing {
  after?: string;
  limit?: number;
  game?: string;
  state?: MatchState;
  /** In the name of somebody who plays. */
  player?: string;
  /** Begun from then on and before then, in milliseconds since 1970. */
  since?: number;
  until?: number;
}

function listAddress(listing: Listing): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(listing)) if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size === 0 ? '/api/matches' : `/api/matches?${query}`;
}

export const api = {
  games: () => ask<GameCard[]>('/api/games'),
  bots: () => ask<string[]>('/api/bots'),
  matches: (listing: Listing = {}) => ask<MatchList>(listAddress(listing)),
  match: (id: string) => ask<MatchCard>(at(id)),
  contests: () => ask<ContestCard[]>('/api/v1/contests'),
  /** What a match would look like before its first step. */
  preview: (order: Order, signal: AbortSignal) => ask<Opening>('/api/preview', { ...post(order), signal }),
  begin: (order: Order | Resume | Branch, owner?: string) => ask<Created>('/api/matches', post(order, owner)),
  hint: (id: string, seat: Seat, key: string) =>
    ask<{ act: unknown; claim: unknown; text: string }>(at(id, `/hint?seat=${seat}`), { headers: showing(key) }),
  advice: (id: string, window: number, seat: Seat) => ask<Counsel>(at(id, `/advice?window=${window}&seat=${seat}`)),
  save: (id: string, key: string) => tell(at(id, '/save'), 'POST', key),
  cancel: (id: string, owner: string) => tell(at(id, '/cancel'), 'POST', owner),
  remove: (id: string, owner: string) => tell(at(id), 'DELETE', owner),
};

/** What the strongest house bot would have done, and the frame that would have come of it. */
export interface Counsel {
  bot: string;
  seat: Seat;
  window: number;
  acts: unknown[];
  frame: Frame | null;
}

/** A match on the server, as the viewer needs it. */
export interface Place {
  id: string;
  /** Where its record can be had once it is over. */
  trace: string;
  play(seat: Seat, key: string): WebSocket;
  standing(): Promise<{ state: string; reason: string | null; windows?: number | null; seats?: readonly { kind?: string }[] }>;
  hint?(seat: Seat, key: string): Promise<{ act: unknown; claim: unknown; text: string }>;
  save?(key: string): Promise<void>;
  /** What the strongest house bot would have done in a window, once the match is over. */
  advice?(window: number, seat: Seat): Promise<Counsel>;
}

/** A match that somebody began from the games. */
export function freeMatch(id: string): Place {
  return {
    id,
    trace: at(id, '/trace'),
    play: (seat, key) => playSocket(at(id, `/play?seat=${seat}`), key),
    standing: () => api.match(id),
    hint: (seat, key) => api.hint(id, seat, key),
    save: (key) => api.save(id, key),
    advice: (window, seat) => api.advice(id, window, seat),
  };
}

/** Where a reel comes from; it can be asked for again with other eyes. */
export interface Source {
  /** What the tab and the heading say where the match itself is not named. */
  name: string;
  open(eyes: Seat | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Whether the seats' own views can be asked for. */
  eyes: boolean;
  /** What is to be said about the match when it is over, in games that know. */
  comment?(): Promise<unknown>;
}

export async function stream(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok) return refuse(response);
  if (response.body === null) throw new Refusal(`${response.status}`);
  return response.body;
}

export function matchSource(id: string, keys: ReadonlyMap<Seat, string>): Source {
  return {
    name: id,
    eyes: true,
    async open(eyes, signal) {
      const path = eyes === null ? '/reel' : `/reel?eyes=${eyes}`;
      const key = eyes === null ? undefined : keys.get(eyes);
      return stream(await fetch(at(id, path), { headers: showing(key), signal }));
    },
    comment: () => ask(at(id, '/comment')),
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
    comment: () => ask('/api/replay/comment'),
  };
}

/** Hears of every further match that is played and of every build that failed, until somebody stops it; at once if nothing ever comes. */
export async function news(hear: (news: News) => void, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch('/api/replay/news', { signal });
    if (response.status !== 200 || response.body === null) return;
    const cutter = new LineCutter();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of cutter.push(value)) hear(JSON.parse(line) as News);
    }
  } catch {
    // The program has ended; what was shown stays.
  }
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
    async comment() {
      if (await isReel) throw new Refusal('a reel cannot be gone through; open the replay file itself');
      return ask('/api/comment', { method: 'POST', body: file });
    },
  };
}
