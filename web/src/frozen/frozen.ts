/** A contest that was frozen into files: one page that opens without a server, also from a disk. `meydan arena archive` writes it. */
export interface Frozen {
  /** The contest's name in addresses. */
  slug: string;
  /** When it was frozen, in milliseconds. */
  made: number;
}

declare global {
  /** Set by `archive.js` before the page begins; elsewhere there is none. */
  var meydanFrozen: Frozen | undefined;
}

export const frozen: Frozen | null = globalThis.meydanFrozen ?? null;

/** What the page asks the server for, and the file beside the page that has it; null: what is not in an archive. */
export function fileOf(address: string): string | null {
  const [, rest] = /^\/api\/v1\/([\w/.-]+)$/.exec(address) ?? [];
  if (rest === undefined || rest.includes('..')) return null;
  const [, id] = /^matches\/([\w-]+)\/trace$/.exec(rest) ?? [];
  if (id !== undefined) return `traces/${id}.trace`;
  const [, table] = /^contests\/[\w-]+\/(history|duels|statistics)\.csv$/.exec(rest) ?? [];
  if (table !== undefined) return `tables/${table}.csv`;
  const [, team] = /^teams\/([\w-]+)\/history\.csv$/.exec(rest) ?? [];
  if (team !== undefined) return `tables/teams/${team}.csv`;
  return null;
}
