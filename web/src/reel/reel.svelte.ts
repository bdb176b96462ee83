import { LineCutter } from './lines';
import type { End, Frame, Opening } from './types';

type Line = Opening | Frame | End;

/** Why a reel is not whole, as a key of the page's words and the values to fill in. */
export type Trouble =
  | { key: 'trouble.cut'; windows: number }
  | { key: 'trouble.line'; line: number }
  | { key: 'trouble.empty' }
  | { key: 'trouble.said'; text: string };

/**
 * A match while it is read: everything that has arrived can be drawn at once, at random.
 * The frames are plain data outside Svelte's proxies; `count` is what views depend on.
 */
export class Reel {
  opening = $state.raw<Opening | null>(null);
  end = $state.raw<End | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  /** How many frames have arrived. */
  count = $state(0);
  /** Whether more may come. */
  open = $state(true);
  readonly frames: Frame[] = [];
  private lines = 0;

  /** The state after `n` windows; 0 is the state before the first. */
  view(n: number): unknown {
    if (n <= 0) return this.opening?.view;
    return this.frames[Math.min(n, this.frames.length) - 1]?.view ?? this.opening?.view;
  }

  /** Reads until the stream ends. What is damaged ends the reel; what came before stays. */
  async read(stream: ReadableStream<Uint8Array>, signal?: AbortSignal): Promise<void> {
    const cutter = new LineCutter();
    const reader = stream.getReader();
    const stop = () => void reader.cancel().catch(() => undefined);
    signal?.addEventListener('abort', stop);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (signal?.aborted) return;
        const lines = done ? cutter.finish() : cutter.push(value);
        if (!this.take(lines) || done) break;
      }
    } catch {
      if (signal?.aborted) return;
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
    this.finish();
  }

  /** Takes lines in order; false once one of them makes no sense or the end has come. */
  take(lines: string[]): boolean {
    const fresh: Frame[] = [];
    let more = true;
    for (const text of lines) {
      this.lines += 1;
      const line = parse(text);
      if (line?.kind === 'opening' && this.opening === null) this.opening = line;
      else if (line?.kind === 'frame' && this.opening !== null) fresh.push(line);
      else if (line?.kind === 'end') {
        this.end = line;
        if (line.trouble !== undefined) this.trouble = { key: 'trouble.said', text: line.trouble };
        more = false;
      } else {
        this.trouble = { key: 'trouble.line', line: this.lines };
        more = false;
      }
      if (!more) break;
    }
    this.frames.push(...fresh);
    this.count = this.frames.length;
    return more;
  }

  finish(): void {
    this.open = false;
    if (this.trouble !== null) return;
    if (this.opening === null) this.trouble = { key: 'trouble.empty' };
    else if (this.end === null) this.trouble = { key: 'trouble.cut', windows: this.count };
  }
}

function parse(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
    if (value.kind === 'opening') return opening(value);
    if (value.kind === 'frame') return frame(value);
    if (value.kind === 'end') return value as End;
    return null;
  } catch {
    return null;
  }
}

/** A frame or an opening from a newer or older version may lack a list: an absent list is an empty one. */
function frame(value: object): Frame | null {
  const line = value as Partial<Frame>;
  if (line.view === undefined) return null;
  return {
    kind: 'frame',
    window: line.window ?? 0,
    clock: line.clock ?? '',
    asked: line.asked ?? [],
    acts: line.acts ?? [],
    events: line.events ?? [],
    view: line.view,
    times: line.times ?? [],
    faults: line.faults ?? [],
    notes: line.notes ?? [],
    stderr: line.stderr ?? [],
    ...(line.exceptions === undefined ? {} : { exceptions: line.exceptions }),
    left: line.left ?? [],
  };
}

function opening(value: object): Opening | null {
  const line = value as Partial<Opening>;
  if (typeof line.game !== 'string' || line.view === undefined) return null;
  return {
    kind: 'opening',
    game: line.game,
    rules: line.rules ?? 0,
    ruleset: line.ruleset ?? '',
    map: line.map ?? '',
    seed: String(line.seed ?? ''),
    seats: line.seats ?? [],
    clocks: line.clocks ?? {},
    config: line.config,
    view: line.view,
  };
}
