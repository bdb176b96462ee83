import { createSubscriber } from 'svelte/reactivity';

import { dateFormat, number, speech } from '../lang/lang.svelte';
import { LOCALES } from '../lang/message';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, MINUTE / 4);
  return () => clearInterval(timer);
});

/** The present; whoever shows it is told when it has moved on. */
export function now(): number {
  ticking();
  return Date.now();
}

/** A date with its time. */
export function date(at: number): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Near times as a distance from now, others as a date. */
export function near(at: number, from: number): string {
  const away = at - from;
  const far = Math.abs(away);
  if (far >= 2 * DAY) return date(at);
  const words = new Intl.RelativeTimeFormat(LOCALES[speech.lang].locale, { numeric: 'auto' });
  if (far < MINUTE) return words.format(Math.round(away / 1000), 'second');
  if (far < HOUR) return words.format(Math.round(away / MINUTE), 'minute');
  return words.format(Math.round(away / HOUR), 'hour');
}

/** How long something took. */
export function span(ms: number): string {
  const unit = (value: number, name: string, digits = 0) =>
    number(value, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits });
  if (ms < 1000) return unit(ms, 'millisecond');
  if (ms < MINUTE) return unit(ms / 1000, 'second', 1);
  return `${unit(Math.floor(ms / MINUTE), 'minute')} ${unit(Math.round((ms % MINUTE) / 1000), 'second')}`;
}

/** How large something is. As on the server, a megabyte has 1024 times 1024 bytes. */
export function size(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let [value, step] = [bytes, 0];
  while (value >= 1024 && step < steps.length - 1) {
    value /= 1024;
    step += 1;
  }
  return number(value, { style: 'unit', unit: steps[step] ?? 'byte', unitDisplay: speech.lang === 'fa' ? 'long' : 'short', maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** A part of the whole. */
export const share = (part: number): string => number(part, { style: 'percent', maximumFractionDigits: 0 });

/** A rating, without false precision. */
export const rating = (value: number): string => number(value, { maximumFractionDigits: 0, useGrouping: false });

/** A time as `datetime-local` has it, in the reader's own zone; nothing for no time. */
export function toInput(at: number | null | undefined): string {
  if (at === null || at === undefined || at === 0) return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE);
  return local.toISOString().slice(0, 16);
}

/** What such a field holds as a date of the reader's own calendar, where that is another one than browsers show there. */
export function inCalendar(text: string): string | undefined {
  const at = fromInput(text);
  const { calendar } = new Intl.DateTimeFormat(LOCALES[speech.lang].locale).resolvedOptions();
  return at === 0 || calendar === 'gregory' ? undefined : date(at);
}

/** The other way; 0 for no time, as the server has it. */
export function fromInput(text: string): number {
  const at = text === '' ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? 0 : at;
}
