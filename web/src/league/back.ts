import { parseRoute } from '../route.svelte';

const DOORS = ['signin', 'signup', 'reset', 'lost'];

/** Where to go after signing in: only one of our own pages, whatever the address says. */
export function wayBack(to: string | null): string {
  const usual = '/contests';
  if (to === null || !/^\/(?![/\\])/.test(to)) return usual;
  const url = new URL(to, 'http://here.invalid');
  return url.host !== 'here.invalid' || DOORS.includes(parseRoute(url.pathname).page) ? usual : url.pathname + url.search;
}

/** The door, which leads back to where one is. */
export function signInAddress(): string {
  return `/signin?to=${encodeURIComponent(location.pathname + location.search)}`;
}
