import type { Place } from '../api';
import type { Seat } from '../reel/types';
import type { Turn } from '../stage/stage';
import type { FromBot, ToBot } from './messages';

/** What the server says on a person's socket (docs/protocol.md). */
type Heard = ToBot<unknown, unknown>;

/** An open window; `fresh` where the view is newer than the last frame of the reel. */
export interface OpenTurn extends Turn {
  fresh: boolean;
  /** When the person's time is up, by the clock of `performance.now()`; null where nobody is in a hurry. */
  until: number | null;
  /** What the latest act did: how things stood before it, and what happened. */
  deed: { before: unknown; events: unknown[] } | null;
}

/** How the server closes a socket (docs/server.md). */
const ELSEWHERE = 4000;
const ENDED = 4001;

/** `elsewhere`: the seat's key came from another page. `over`: the match is not played any more, for whatever reason. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'elsewhere' | 'over';

/** A person's seats: a socket for each, and the windows that are open. */
export class PlayLink {
  turns = $state.raw<ReadonlyMap<Seat, OpenTurn>>(new Map());
  /** What each seat was shown last. */
  views = $state.raw<ReadonlyMap<Seat, { window: number; view: unknown }>>(new Map());
  states = $state.raw<ReadonlyMap<Seat, LinkState>>(new Map());
  /** The last refusal, in the server's words. */
  refusal = $state.raw<{ text: string } | null>(null);
  /** Why the match stopped before its end, in the server's words. */
  stopped = $state.raw<string | null>(null);
  private readonly sockets = new Map<Seat, WebSocket>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private closed = false;

  constructor(
    private readonly place: Place,
    readonly keys: ReadonlyMap<Seat, string>,
    /** Whether the match is known to be played now. */
    running = false,
  ) {
    // A match that was stopped has no seats to sit down at: it is asked first.
    for (const seat of keys.keys()) {
      this.mark(seat, 'connecting');
      if (running) this.connect(seat, 0);
      else void this.again(seat, 0);
    }
  }

  readonly state: LinkState = $derived.by(() => {
    const all = [...this.states.values()];
    for (const state of ['lost', 'elsewhere', 'connecting', 'open'] as const) if (all.includes(state)) return state;
    return 'over';
  });

  send(seat: Seat, act: unknown): void {
    this.say(seat, { act });
  }

  done(seat: Seat): void {
    this.say(seat, { done: true });
    this.close(seat);
  }

  destroy(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets.values()) socket.close();
  }

  private say(seat: Seat, line: FromBot): void {
    const turn = this.turns.get(seat);
    const socket = this.sockets.get(seat);
    if (turn === undefined || socket?.readyState !== WebSocket.OPEN) return;
    this.refusal = null;
    const message: FromBot = { window: turn.window, ...line };
    socket.send(JSON.stringify(message));
  }

  private connect(seat: Seat, tries: number): void {
    if (this.closed) return;
    const socket = this.place.play(seat, this.keys.get(seat) ?? '');
    this.sockets.set(seat, socket);
    this.mark(seat, tries === 0 ? 'connecting' : 'lost');
    let heard = false;
    socket.addEventListener('open', () => this.mark(seat, 'open'));
    socket.addEventListener('message', (event) => {
      heard = true;
      if (typeof event.data === 'string') this.hear(seat, event.data);
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.closed || this.states.get(seat) === 'over') return;
      this.close(seat);
      // Two pages that both came back would take the seat from each other for ever.
      if (code === ELSEWHERE) return this.mark(seat, 'elsewhere');
      if (code === ENDED) return this.stop(seat, reason);
      this.mark(seat, 'lost');
      const wait = Math.min(500 * 2 ** (heard ? 0 : tries), 10_000);
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        void this.again(seat, heard ? 1 : tries + 1);
      }, wait);
      this.timers.add(timer);
    });
  }

  /** The match was taken up again: its seats are, too. */
  resume(): void {
    this.stopped = null;
    for (const [seat, state] of this.states) if (state === 'over') this.connect(seat, 0);
  }

  /** Connects again, unless there is nothing to come back to. */
  private async again(seat: Seat, tries: number): Promise<void> {
    const card = await this.place.standing().catch(() => null);
    if (card !== null && card.state !== 'running') this.stop(seat, card.reason ?? '');
    else this.connect(seat, tries);
  }

  private stop(seat: Seat, reason: string): void {
    if (reason !== '' && reason !== 'over') this.stopped = reason;
    this.mark(seat, 'over');
  }

  private hear(seat: Seat, text: string): void {
    let line: Heard;
    try {
      line = JSON.parse(text) as Heard;
    } catch {
      return;
    }
    const turn = this.turns.get(seat);
    switch (line.type) {
      case 'turn':
        if (line.errors !== undefined && line.errors.length > 0) this.refusal = { text: line.errors.join('; ') };
        this.put(seat, { seat, window: line.window, clock: line.clock.name, mode: line.mode, view: line.view, fresh: false, deed: null, until: line.clock.ms === 0 ? null : performance.now() + line.clock.ms });
        break;
      case 'ok':
        if (line.next === 'done') this.close(seat);
        else if (turn !== undefined) this.put(seat, { ...turn, view: line.view ?? turn.view, fresh: true, deed: { before: turn.view, events: line.events ?? [] } });
        break;
      case 'rejected':
        this.refusal = { text: line.reason };
        if (line.next === 'done') this.close(seat);
        else if (turn !== undefined) this.put(seat, { ...turn, deed: null });
        break;
      case 'end':
        this.close(seat);
        this.mark(seat, 'over');
        break;
      case 'start':
        break;
    }
  }

  private put(seat: Seat, turn: OpenTurn): void {
    this.views = new Map(this.views).set(seat, { window: turn.window, view: turn.view });
    // In the order of the seats, whichever socket was the fastest.
    this.turns = new Map([...new Map(this.turns).set(seat, turn)].sort(([a], [b]) => a - b));
  }

  private close(seat: Seat): void {
    if (!this.turns.has(seat)) return;
    const turns = new Map(this.turns);
    turns.delete(seat);
    this.turns = turns;
  }

  private mark(seat: Seat, state: LinkState): void {
    this.states = new Map(this.states).set(seat, state);
  }
}
