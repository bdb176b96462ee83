import { afterEach, expect, test, vi } from 'vitest';

import { copies } from '../src/clipboard';

afterEach(() => vi.unstubAllGlobals());

/** As much of a browser as copying needs; `old` is what the old way of copying answers. */
function browser(clipboard: object | undefined, old: () => boolean) {
  const said = { selected: '', gone: false };
  const area = { value: '', style: {}, select: () => (said.selected = area.value), remove: () => (said.gone = true) };
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', { activeElement: null, createElement: () => area, body: { append: () => undefined }, execCommand: old });
  return said;
}

test('a text is copied where there is a clipboard', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  browser({ writeText }, () => false);
  expect(await copies('a link')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a link');
});

test('without TLS it is copied the old way, and nobody is told that it is copied when it is not', async () => {
  const said = browser(undefined, () => true);
  expect(await copies('a link')).toBe(true);
  expect(said).toEqual({ selected: 'a link', gone: true });
  browser(undefined, () => false);
  expect(await copies('a link')).toBe(false);
  browser({ writeText: () => Promise.reject(new Error('not allowed')) }, () => { throw new Error('nor this'); });
  expect(await copies('a link')).toBe(false);
});
