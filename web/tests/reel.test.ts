import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { LineCutter } from '../src/reel/lines';
import { Reel } from '../src/reel/reel.svelte';

const text = readFileSync(new URL('../e2e/fixtures/labyrinth-company.reel', import.meta.url), 'utf8');

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function cut(source: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(source);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));
}

describe('lines', () => {
  test('a character split between two chunks stays whole', () => {
    const [a, b] = cut('{"name":"میدان"}\nnext', 11) as [Uint8Array, Uint8Array];
    const cutter = new LineCutter();
    expect([...cutter.push(a), ...cutter.push(b), ...cutter.push(new Uint8Array()), ...cutter.finish()].length).toBeGreaterThan(0);
    const whole = new LineCutter();
    const lines = cut('{"name":"میدان"}\nnext', 3).flatMap((chunk) => whole.push(chunk));
    expect([...lines, ...whole.finish()]).toEqual(['{"name":"میدان"}', 'next']);
  });

  test('empty lines and carriage returns are no lines', () => {
    const cutter = new LineCutter();
    expect(cutter.push(new TextEncoder().encode('\n \r\na\n'))).toEqual(['a']);
  });
});

describe('a reel', () => {
  test.each([1, 7, 64, 100_000])('is read the same in chunks of %d bytes', async (size) => {
    const reel = new Reel();
    await reel.read(streamOf(...cut(text, size)));
    expect(reel.count).toBe(39);
    expect(reel.opening?.game).toBe('labyrinth');
    expect(reel.end?.outcome?.standings).toHaveLength(4);
    expect(reel.trouble).toBeNull();
    expect(reel.open).toBe(false);
  });

  test('gives the state after any number of windows', async () => {
    const reel = new Reel();
    await reel.read(streamOf(...cut(text, 4096)));
    expect(reel.view(0)).toBe(reel.opening?.view);
    expect(reel.view(5)).toBe(reel.frames[4]?.view);
    expect(reel.view(9999)).toBe(reel.frames[38]?.view);
    expect(reel.view(-3)).toBe(reel.opening?.view);
  });

  test('can be looked at while it comes', async () => {
    let push: (line: string) => void = () => undefined;
    let close = () => undefined as void;
    const live = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (line) => controller.enqueue(new TextEncoder().encode(`${line}\n`));
        close = () => controller.close();
      },
    });
    const lines = text.trimEnd().split('\n');
    const reel = new Reel();
    const reading = reel.read(live);
    push(lines[0] ?? '');
    push(lines[1] ?? '');
    await new Promise((next) => setTimeout(next, 5));
    expect([reel.count, reel.open]).toEqual([1, true]);
    push(lines[2] ?? '');
    await new Promise((next) => setTimeout(next, 5));
    expect(reel.count).toBe(2);
    close();
    await reading;
    expect(reel.trouble).toEqual({ key: 'trouble.cut', windows: 2 });
  });

  test('a damaged line ends it and says which; what came before stays', async () => {
    const lines = text.split('\n');
    const reel = new Reel();
    await reel.read(streamOf(...cut([...lines.slice(0, 4), '{"kind":"fra', ...lines.slice(4)].join('\n'), 999)));
    expect(reel.count).toBe(3);
    expect(reel.trouble).toEqual({ key: 'trouble.line', line: 5 });
  });

  test('what is no replay says so', async () => {
    const empty = new Reel();
    await empty.read(streamOf());
    expect(empty.trouble).toEqual({ key: 'trouble.empty' });
    const other = new Reel();
    await other.read(streamOf(...cut('<!doctype html>\n<p>', 50)));
    expect(other.trouble).toEqual({ key: 'trouble.line', line: 1 });
  });

  test('a match without an outcome tells why', async () => {
    const [opening = ''] = text.split('\n');
    const reel = new Reel();
    await reel.read(streamOf(...cut(`${opening}\n{"kind":"end","trouble":"the referee stopped"}\n`, 80)));
    expect(reel.trouble).toEqual({ key: 'trouble.said', text: 'the referee stopped' });
  });

  test('what seats say after the last window is not said in it', async () => {
    const reel = new Reel();
    const after = { faults: [{ seat: 1, window: 1, kind: 'gone', text: 'it has ended' }], notes: [[0, 'well played']], stderr: [[0, 'bye']], exceptions: [[0, 'ValueError']] };
    const lines = [{ kind: 'opening', game: 'x', view: {} }, { kind: 'frame', view: {} }, { kind: 'end', outcome: { reason: '', standings: [] }, after }];
    await reel.read(streamOf(...cut(lines.map((line) => JSON.stringify(line)).join('\n'), 60)));
    expect(reel.frames[0]).toMatchObject({ faults: [], notes: [], stderr: [] });
    expect(reel.frames[0]?.exceptions).toBeUndefined();
    expect(reel.end?.after).toEqual(after);
  });

  test('a frame of another version may lack lists', async () => {
    const reel = new Reel();
    const lines = ['{"kind":"opening","game":"x","view":{}}', '{"kind":"frame","view":{"a":1}}', '{"kind":"end","outcome":{"reason":"","standings":[]}}'];
    await reel.read(streamOf(...cut(lines.join('\n'), 30)));
    expect(reel.trouble).toBeNull();
    expect(reel.frames[0]?.events).toEqual([]);
    expect(reel.opening?.seats).toEqual([]);
  });
});
