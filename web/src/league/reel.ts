import type { End, Frame, Opening, Seat, Side } from '../reel/types';

/** What a seat's own program said, by window; for its own people. */
export interface Words {
  notes: Map<number, [Seat, unknown][]>;
  stderr: Map<number, [Seat, string][]>;
}

type Line = Opening | Frame | End;

/**
 * A contest's reel as the viewer wants it: the seats have the names of their teams, and what one's own programs said is where they said
 * it, because the reel itself is for everybody. Where there is nothing to add, all but the first line goes through untouched.
 */
export function dressed(reel: ReadableStream<Uint8Array>, names: ReadonlyMap<Side, string>, words: Words | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let held = new Uint8Array();
  let first = true;
  return reel.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        if (!first && words === null) return out.enqueue(chunk);
        held = joined(held, chunk);
        for (let end = held.indexOf(10); end >= 0 && (first || words !== null); end = held.indexOf(10)) {
          out.enqueue(encoder.encode(`${edited(new TextDecoder().decode(held.subarray(0, end)), names, words)}\n`));
          held = held.slice(end + 1);
          first = false;
        }
        if (words !== null || first || held.length === 0) return;
        out.enqueue(held);
        held = new Uint8Array();
      },
      flush(out) {
        if (held.length > 0) out.enqueue(held);
      },
    }),
  );
}

function edited(text: string, names: ReadonlyMap<Side, string>, words: Words | null): string {
  let line: Line;
  try {
    line = JSON.parse(text) as Line;
  } catch {
    // What is damaged is for the reader of the reel to refuse.
    return text;
  }
  if (line.kind === 'opening') line.seats = line.seats.map((info) => ({ ...info, name: names.get(info.side) ?? info.name }));
  else if (line.kind === 'frame' && words !== null) {
    line.notes = [...line.notes, ...(words.notes.get(line.window) ?? [])];
    line.stderr = [...line.stderr, ...(words.stderr.get(line.window) ?? [])];
  } else return text;
  return JSON.stringify(line);
}

/** Reads the logs of sides: lines of JSON with a `window`, a `seat` and one of `stderr`, `note` or `ended`. Faults are in the reel already. */
export function readWords(logs: Iterable<[Seat, string]>): Words {
  const words: Words = { notes: new Map(), stderr: new Map() };
  const add = <T>(to: Map<number, [Seat, T][]>, window: number, seat: Seat, what: T) => to.set(window, [...(to.get(window) ?? []), [seat, what]]);
  for (const [first, log] of logs) {
    for (const text of log.split('\n')) {
      try {
        const { window, seat = first, stderr, note, ended } = JSON.parse(text) as { window: number; seat?: Seat; stderr?: string; note?: unknown; ended?: string };
        if (typeof stderr === 'string') add(words.stderr, window, seat, stderr);
        if (note !== undefined) add(words.notes, window, seat, note);
        if (typeof ended === 'string') add(words.stderr, window, seat, ended);
      } catch {
        // The last line may be empty.
      }
    }
  }
  return words;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
