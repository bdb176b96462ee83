import type { KnobCard } from '../api';

/** What somebody typed or chose for each knob; an empty text is the default. */
export type Values = Record<string, string>;

/** The values that were asked for, as an order has them; null where nothing was. */
export function asked(knobs: readonly KnobCard[], values: Values): Record<string, string> | null {
  const given = knobs.flatMap(({ name }) => {
    const value = (values[name] ?? '').trim();
    return value === '' ? [] : [[name, value] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Whether a value is none that its knob takes; the server says the same in more words. */
export function misfit({ kind }: KnobCard, value: string): boolean {
  const text = value.trim();
  if (text === '' || kind.is !== 'number') return false;
  const number = Number(text);
  return !Number.isInteger(number) || number < kind.least || number > kind.most;
}
