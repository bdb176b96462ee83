import type { Opening, Seat } from '../reel/types';

/** The same reel with other names in its first line; everything after it goes through untouched. */
export function naming(reel: ReadableStream<Uint8Array>, names: ReadonlyMap<Seat, string>): ReadableStream<Uint8Array> {
  let held = new Uint8Array();
  let done = false;
  return reel.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        if (done) return out.enqueue(chunk);
        held = joined(held, chunk);
        const end = held.indexOf(10);
        if (end < 0) return;
        done = true;
        out.enqueue(new TextEncoder().encode(`${renamed(new TextDecoder().decode(held.subarray(0, end)), names)}\n`));
        if (end + 1 < held.length) out.enqueue(held.subarray(end + 1));
      },
      flush(out) {
        if (!done && held.length > 0) out.enqueue(held);
      },
    }),
  );
}

function renamed(line: string, names: ReadonlyMap<Seat, string>): string {
  try {
    const opening = JSON.parse(line) as Opening;
    return JSON.stringify({ ...opening, seats: opening.seats.map((info) => ({ ...info, name: names.get(info.seat) ?? info.name })) });
  } catch {
    // What is no opening is for the reader of the reel to refuse.
    return line;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
