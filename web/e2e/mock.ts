import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { WebSocketServer, type WebSocket } from 'ws';

import { LeagueMock } from './league';
import type { Real } from './real';

/**
 * A stand-in for the server, as small as the contract allows: it serves the built page with the server's own
 * content-security policy, recorded reels, a live match that grows, and a tiny labyrinth a person can win.
 */
const here = dirname(fileURLToPath(import.meta.url));
const DIST = join(here, '../dist');
const FIXTURES = join(here, 'fixtures');

export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors *";

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const reel = (name: string) => readFileSync(join(FIXTURES, `${name}.reel`), 'utf8').trimEnd().split('\n');

const RECORDED = ['labyrinth-solver', 'labyrinth-company', 'labyrinth-boxes', 'labyrinth-gauntlet'];
/** Matches of the other games: they are there, and not on the list. */
const STAGED = ['heroes-duel', 'gotham-harbour', 'gotham-finals', 'jungle-grotto', 'galaxy-turns', 'galaxy-stars'];

function infoOf(id: string) {
  const lines = reel(id);
  const opening = JSON.parse(lines[0] ?? '{}');
  const end = JSON.parse(lines.at(-1) ?? '{}');
  return {
    id, game: opening.game, ruleset: opening.ruleset, map: opening.map, state: 'over', reason: null, open: true,
    seats: opening.seats.map((seat: object) => ({ ...seat, kind: 'house' })),
    outcome: end.outcome ?? null, windows: lines.length - 2, started: 1_790_000_000_000,
  };
}

const GAMES = ['labyrinth', 'heroes', 'gotham', 'jungle', 'galaxy'].map((name) => ({
  name,
  about: name,
  seats: name === 'labyrinth' ? { least: 1, most: 128 } : name === 'galaxy' ? { least: 3, most: 3 } : { least: 2, most: 4 },
  maps: name === 'labyrinth' ? ['course', 'boxes', 'company'] : ['first', 'second'],
  rulesets: name === 'labyrinth' ? ['document'] : ['document', 'official'],
  clocks: [],
  house_bots: ['random', 'greedy', 'solver'],
  knobs: name === 'labyrinth' ? [{ name: 'rows', kind: { is: 'number', least: 2, most: 255 }, default: '8', about: 'rows' }, { name: 'runners', kind: { is: 'number', least: 1, most: 512 }, default: '1', about: 'runners' }] : [],
  options: [],
  wire: null,
}));

/** How the matches stand that exist only as broken or growing reels. */
const STANDING: Record<string, { state: string; windows: number }> = {
  live: { state: 'running', windows: 7 },
  torn: { state: 'running', windows: 8 },
  cut: { state: 'void', windows: 11 },
  garbled: { state: 'void', windows: 8 },
};

/** What the server says about a match that is over. */
const COMMENT = {
  result: 'victory', rounds: 10, best: { rounds: 8, shortest: true }, cut: false,
  moments: [
    { window: 0, round: 1, runner: 0, act: { move: 'up' }, best: { move: 'up' }, claim: null, win: { rounds: 8, shortest: true }, verdict: 'best' },
    { window: 12, round: 4, runner: 1, act: 'stay', best: { move: 'left' }, claim: null, win: { rounds: 5, shortest: true }, verdict: { slower: 2 } },
    { window: 20, round: 6, runner: 0, act: { move: 'down' }, best: { wall: { row: 1, col: 2, dir: 'h' } }, claim: null, win: { rounds: 3, shortest: true }, verdict: 'thrown_away' },
  ],
};

/** A two-by-three board without hunters: three steps and a person has won. Any number of people may lead runners. */
class SmallMatch {
  readonly lines: string[] = [];
  readonly readers = new Set<ServerResponse>();
  readonly sockets = new Map<number, WebSocket>();
  private window = 0;
  private round = 1;
  private turn: number | null = 0;
  private saved = false;
  private cancelled = false;
  private readonly at: [number, number][];
  private readonly status: string[];

  constructor(
    readonly id: string,
    readonly seats: number,
  ) {
    this.at = Array.from({ length: seats }, (_, i) => [1, 2 - (i % 2)]);
    this.status = this.at.map(() => 'on');
    this.put({
      kind: 'opening', game: 'labyrinth', rules: 1, ruleset: 'document', map: 'board', seed: '1',
      seats: this.info().seats, clocks: { turn: 0 }, config: this.config(), view: this.view(),
    });
  }

  info() {
    const seats = this.at.map((_, seat) => ({ seat, side: seat, label: `runner ${seat}`, name: 'human', kind: 'person' }));
    return {
      id: this.id, game: 'labyrinth', ruleset: 'document', map: 'board', seats,
      state: this.cancelled ? 'cancelled' : this.saved ? 'paused' : this.turn === null ? 'over' : 'running', reason: null, open: true, outcome: null, windows: this.window, started: 1_790_000_100_000,
    };
  }

  join(seat: number, socket: WebSocket) {
    this.sockets.set(seat, socket);
    socket.send(JSON.stringify({ type: 'start', protocol: 1, game: 'labyrinth', seat, side: seat, config: this.config() }));
    if (this.turn === seat) this.ask();
    socket.on('message', (data) => this.hear(seat, JSON.parse(String(data))));
  }

  watch(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(this.lines.join(''));
    if (this.turn === null) response.end();
    else this.readers.add(response);
  }

  hint() {
    return { act: { move: 'left' }, claim: { forced_win: { rounds: 3, line: ['stay', 'stay', 'stay'], shortest: true } }, text: 'you win in 3 rounds' };
  }

  comment() {
    return { result: 'victory', rounds: this.round, best: { rounds: 3, shortest: true }, moments: [], cut: false };
  }

  cancel() {
    this.cancelled = true;
    this.save();
  }

  save() {
    this.saved = true;
    this.turn = null;
    this.put({ kind: 'end', trouble: 'the match was saved' });
    for (const socket of this.sockets.values()) socket.close(4001, 'it was saved');
    for (const reader of this.readers) reader.end();
  }

  private hear(seat: number, line: { act?: { move?: string; wall?: object } | 'stay' }) {
    if (seat !== this.turn || line.act === undefined) return;
    const from = this.at[seat] ?? [0, 0];
    const steps: Record<string, [number, number]> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
    const move = typeof line.act === 'object' ? line.act.move : undefined;
    const by = steps[move ?? ''] ?? [0, 0];
    const to: [number, number] = [from[0] + by[0], from[1] + by[1]];
    if (to[0] < 0 || to[0] > 1 || to[1] < 0 || to[1] > 2) {
      this.sockets.get(seat)?.send(JSON.stringify({ type: 'rejected', window: this.window, next: 'more', reason: 'out of the board: move another way' }));
      return;
    }
    const events: object[] = move === undefined ? [{ stayed: { runner: seat, silent: false } }] : [{ moved: { runner: seat, from, to } }];
    this.at[seat] = to;
    if (to[0] === 0 && to[1] === 0) {
      this.status[seat] = 'arrived';
      events.push({ arrived: { runner: seat } }, { ended: { result: 'victory' } });
    }
    this.sockets.get(seat)?.send(JSON.stringify({ type: 'ok', window: this.window, next: 'done' }));
    const won = this.status.includes('arrived');
    const next = (seat + 1) % this.seats;
    if (next === 0 && !won) events.push({ round: { round: (this.round += 1) } });
    this.turn = won ? null : next;
    this.put({
      kind: 'frame', window: this.window, clock: 'turn', asked: [seat], acts: [[seat, line.act]], events, view: this.view(),
      times: [[seat, 12_000]], faults: [], notes: [], stderr: [], left: [],
    });
    this.window += 1;
    if (won) this.end('victory');
    else this.ask();
  }

  private ask() {
    this.sockets.get(this.turn ?? -1)?.send(
      JSON.stringify({ type: 'turn', window: this.window, clock: { name: 'turn', ms: 900_000 }, mode: 'live', view: this.view() }),
    );
  }

  private end(reason: string) {
    const outcome = { reason, standings: this.at.map((_, seat) => ({ seat, side: seat, rank: 1, score: 2_999_960_000_199_999 })) };
    this.turn = null;
    this.put({ kind: 'end', outcome });
    for (const socket of this.sockets.values()) socket.send(JSON.stringify({ type: 'end', outcome, view: this.view() }));
    for (const reader of this.readers) reader.end();
  }

  private put(line: object) {
    const text = `${JSON.stringify(line)}\n`;
    this.lines.push(text);
    for (const reader of this.readers) reader.write(text);
  }

  private config() {
    return {
      rows: 2, cols: 3, core: [0, 0], runners: this.at.map((_, i) => [1, 2 - (i % 2)]), hunters: [],
      walls: [{ row: 0, col: 1, dir: 'h' }], boxes: [], max_rounds: 50, seats: this.seats,
    };
  }

  private view() {
    return {
      round: this.round, turn: this.turn, push: null, result: this.turn === null ? 'victory' : null,
      runners: this.at.map((at, i) => ({ at, status: this.status[i], walls: 1 })), hunters: [], walls: [], boxes: [],
      arrived: this.status.filter((s) => s === 'arrived').length, needed: 1, walls_used: 0,
    };
  }
}

export interface Mock {
  url: string;
  server: Server;
  /** Makes `/api/replay` answer with a fixture, as `meydan view FILE` does. */
  replay: string | null;
  /** With this the match is played again at every save, as `meydan dev` does; who follows that is told here. */
  works: boolean;
  save(): void;
  /** The contest layer. */
  league: LeagueMock;
  /** How many matches a page of the list has. */
  page: number;
  /** Whether the server does not answer whoever was cut off. */
  away: boolean;
  close(): Promise<void>;
}

/** With a real server behind it, only the page is served from here. */
export async function startMock(real: Real | null = null): Promise<Mock> {
  const small = new Map<string, SmallMatch>();
  const mock: Mock = { url: '', server: createServer(handle), replay: null, works: false, save, league: new LeagueMock(reel), page: 50, away: false, close };
  const sockets = new WebSocketServer({ noServer: true });
  const open = new Set<Socket>();
  mock.server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });

  mock.server.on('upgrade', (request, socket, head) => {
    if (real !== null) return real.upgrade(request, socket as Socket, head);
    const url = new URL(request.url ?? '/', mock.url);
    const match = small.get(/^\/api\/matches\/([^/]+)\/play$/.exec(url.pathname)?.[1] ?? '');
    const seat = Number(url.searchParams.get('seat'));
    if (match === undefined || !String(request.headers['sec-websocket-protocol']).includes(`key.key${seat}`)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (made) => match.join(seat, made));
  });

  let saved = 1;
  const followers = new Set<ServerResponse>();
  const tell = (response: ServerResponse) => response.write(`${JSON.stringify({ number: saved, trouble: null })}\n`);

  function save(): void {
    saved += 1;
    followers.forEach(tell);
  }

  let tears = 0;

  function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', mock.url);
    response.setHeader('content-security-policy', CSP);
    if (url.pathname.startsWith('/api/') && real !== null) real.forward(request, response);
    else if (url.pathname.startsWith('/api/v1/')) void read(request).then((body) => mock.league.answer(request, response, url, body));
    else if (url.pathname.startsWith('/api/')) void answer(request, response, url);
    else page(response, url.pathname);
  }

  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , first, id, what] = url.pathname.split('/');
    const body = request.method === 'POST' ? await read(request) : Buffer.alloc(0);
    if (first === 'games') return json(response, GAMES);
    if (first === 'preview') return json(response, JSON.parse(reel('labyrinth-solver')[0] ?? '{}'));
    if (first === 'bots') return json(response, ['./my-bot']);
    if (first === 'replay') {
      if (request.url?.includes('/news') === true) {
        if (!mock.works) return response.writeHead(204).end();
        response.writeHead(200);
        followers.add(response);
        response.on('close', () => followers.delete(response));
        return tell(response);
      }
      if (mock.replay === null) return response.writeHead(204).end();
      return sendReel(response, reel(mock.replay));
    }
    if (first === 'reel') {
      const text = body.toString('latin1');
      if (!text.startsWith('TRACE')) return json(response, { code: 'wrong', error: 'this is no trace: the first bytes are wrong' }, 400);
      return sendReel(response, reel('labyrinth-solver'));
    }
    if (first === 'matches' && id === undefined && request.method === 'POST') return begin(response, JSON.parse(body.toString()));
    if (first === 'matches' && id === undefined) return json(response, list(url));
    const match = small.get(id ?? '');
    if (match !== undefined) {
      if (what === undefined && request.method === 'DELETE') {
        small.delete(match.id);
        return response.writeHead(204).end();
      }
      if (what === undefined) return json(response, match.info());
      if (what === 'reel') return match.watch(response);
      if (what === 'hint') return json(response, match.hint());
      if (what === 'comment') return json(response, match.comment());
      if (what === 'cancel') {
        match.cancel();
        return response.writeHead(204).end();
      }
      if (what === 'save') {
        match.save();
        return response.writeHead(204).end();
      }
    }
    if (what === 'reel' && id === 'live') return live(response);
    if (what === 'reel' && id === 'torn') return torn(response);
    const shape = what === undefined ? STANDING[id ?? ''] : undefined;
    while (id === 'torn' && tears > 0 && mock.away) await new Promise((next) => setTimeout(next, 50));
    if (shape !== undefined) return json(response, { ...infoOf('labyrinth-company'), id, outcome: null, ...shape });
    if (what === 'reel' && id === 'cut') return sendReel(response, reel('labyrinth-company').slice(0, 12));
    if (what === 'reel' && id === 'garbled') return sendReel(response, [...reel('labyrinth-company').slice(0, 9), '{"kind":', '…']);
    if (what === 'reel' && id === 'heroes') return existsSync(join(FIXTURES, 'heroes.reel')) ? sendReel(response, reel('heroes')) : json(response, { code: 'missing', error: 'none' }, 404);
    if (id !== undefined && [...RECORDED, ...STAGED].includes(id)) {
      if (what === undefined) return json(response, infoOf(id));
      if (what === 'reel') return sendReel(response, reel(id));
      if (what === 'comment') return json(response, COMMENT);
    }
    return json(response, { code: 'missing', error: `there is no match \`${id}\`` }, 404);
  }

  /** Newest first, as many as are asked for; the name of the last one leads to the next page. */
  function list(url: URL) {
    const all = [...[...small.values()].map((m) => m.info()), ...RECORDED.map(infoOf)];
    const fits = all.filter(({ game, state }) => ['game', 'state'].every((name) => {
      const wanted = url.searchParams.get(name);
      return wanted === null || wanted === (name === 'game' ? game : state);
    })).filter(({ seats, started }) => {
      const [player, since, until] = ['player', 'since', 'until'].map((name) => url.searchParams.get(name));
      const sits = (seats as { name: string }[]).some(({ name }) => name.includes(player ?? ''));
      return sits && started >= Number(since ?? 0) && started < Number(until ?? Infinity);
    });
    const from = fits.findIndex(({ id }) => id === url.searchParams.get('after')) + 1;
    const matches = fits.slice(from, from + Number(url.searchParams.get('limit') ?? mock.page));
    const more = from + matches.length < fits.length;
    return { matches, next: more ? (matches.at(-1)?.id ?? null) : null };
  }

  function begin(response: ServerResponse, wish: { seats?: string[]; resume?: string }) {
    const people = (wish.seats ?? []).filter((seat) => seat === 'human').length;
    if (wish.resume !== undefined || people > 0) {
      const id = `small${small.size}`;
      small.set(id, new SmallMatch(id, Math.max(people, 1)));
      return json(response, { id, owner: 'owner', humans: Array.from({ length: Math.max(people, 1) }, (_, seat) => ({ seat, key: `key${seat}` })) }, 201);
    }
    return json(response, { id: (wish.seats ?? []).length > 1 ? 'labyrinth-company' : 'labyrinth-gauntlet', owner: 'owner', humans: [] }, 201);
  }

  function sendReel(response: ServerResponse, lines: string[]) {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(`${lines.join('\n')}\n`);
  }

  /** The first who asks is cut off; whoever asks again gets the rest. */
  function torn(response: ServerResponse) {
    const lines = reel('labyrinth-company');
    tears += 1;
    if (tears > 1) return sendReel(response, lines);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${lines.slice(0, 9).join('\n')}\n`);
    setTimeout(() => response.destroy(), 700);
  }

  /** A match that is being played: some windows are there, the others come one by one. */
  function live(response: ServerResponse) {
    const lines = reel('labyrinth-company');
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${lines.slice(0, 8).join('\n')}\n`);
    let next = 8;
    const timer = setInterval(() => {
      const line = lines[next];
      if (line === undefined || next >= 30) return;
      next += 1;
      response.write(`${line}\n`);
    }, 300);
    response.on('close', () => clearInterval(timer));
  }

  function page(response: ServerResponse, path: string) {
    const wanted = join(DIST, normalize(path));
    const file = wanted.startsWith(DIST) && existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(DIST, 'index.html');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  }

  async function close() {
    for (const socket of open) socket.destroy();
    sockets.close();
    mock.server.closeAllConnections();
    await new Promise((done) => mock.server.close(done));
  }

  await new Promise<void>((done) => mock.server.listen(0, '127.0.0.1', done));
  const address = mock.server.address();
  mock.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return mock;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
