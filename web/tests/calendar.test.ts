import { describe, expect, test } from 'vitest';

import { dateLocale } from '../src/lang/message';
import { inCalendar, toGregorian } from '../src/pages/calendar';

describe('days', () => {
  test('a day of the Persian calendar and the Gregorian one', () => {
    expect(inCalendar('persian', '2026-11-18')).toEqual({ year: 1405, month: 8, day: 27 });
    expect(toGregorian('persian', { year: 1405, month: 8, day: 27 }, '2026-11-18')).toBe('2026-11-18');
    // The first and the last day of a year, and of one that is a day longer.
    for (const [year, month, day, gregorian] of [[1405, 1, 1, '2026-03-21'], [1404, 12, 29, '2026-03-20'], [1403, 12, 30, '2025-03-20'], [1400, 6, 31, '2021-09-22']] as const) {
      expect(toGregorian('persian', { year, month, day }, '2026-11-18')).toBe(gregorian);
      expect(inCalendar('persian', gregorian)).toEqual({ year, month, day });
    }
    // Only some years have it.
    expect(toGregorian('persian', { year: 1404, month: 12, day: 30 }, '2026-11-18')).toBe(null);
    expect(toGregorian('persian', { year: 1404, month: 8, day: 31 }, '2026-11-18')).toBe(null);
  });

  test('dates are written as the browser’s own variant of the language does', () => {
    expect([dateLocale('en', ['en-GB', 'en']), dateLocale('en', ['fa', 'en-US']), dateLocale('en', ['fa'])]).toEqual(['en-GB', 'en-US', 'en-GB']);
    expect([dateLocale('fa', ['en-US']), dateLocale('fa', ['fa']), dateLocale('fr', ['fr-CA'])]).toEqual(['fa-IR', 'fa-IR', 'fr']);
  });
});
