/** Small bots are written down once: in `kits/small/GAME/LANGUAGE`, or, in Python, in `docs/`. `kits/check.py` lets each of them play. */
const SMALL = import.meta.glob<string>('../../../kits/small/*/*/**/*', { query: '?raw', import: 'default' });
const PAGES = import.meta.glob<string>('../../../docs/{heroes,gotham,jungle,galaxy}.md', { query: '?raw', import: 'default' });
/** The kits that the program carries, as folders; only their names are of interest here. */
const KITS = Object.keys(import.meta.glob('../../../kits/*/*/meydan.toml', { query: '?raw' }));

/** The first Python block of a text, or null. */
export const pythonOf = (text: string): string | null => /^```python\n([\s\S]*?)^```/m.exec(text)?.[1] ?? null;

/** Languages in which a small bot is one file that needs nothing else, and how it is started. In the others a kit reads and writes the lines. */
const ALONE: Record<string, string> = { python: 'python3 bot.py', javascript: 'node bot.js' };

/** A file, as it is called and what is in it. */
export interface Source {
  file: string;
  text: string;
}

/** A whole bot in a few lines: its files, and how it is started where it needs no kit. */
export interface Small {
  files: Source[];
  start: string | null;
}

/** The small bot of a game in a language, or null where there is none. */
export async function smallBot(game: string, language: string): Promise<Small | null> {
  const root = `../../../kits/small/${game}/${language}/`;
  const start = ALONE[language] ?? null;
  // Thieves come before the police, as in the kits' own words.
  const found = Object.entries(SMALL).filter(([path]) => path.startsWith(root)).reverse();
  if (found.length > 0) return { files: await Promise.all(found.map(async ([path, text]) => ({ file: path.slice(root.length), text: await text() }))), start };
  const page = language === 'python' ? PAGES[`../../../docs/${game}.md`] : undefined;
  const text = page === undefined ? null : pythonOf(await page());
  return text === null ? null : { files: [{ file: 'bot.py', text }], start };
}

/** The languages in which a game has a kit, by their names on the command line. */
export const kitsOf = (game: string): string[] => KITS.flatMap((path) => new RegExp(`/kits/${game}/([a-z]+)/`).exec(path)?.[1] ?? []).sort();

/** What languages are called by people; on the command line they have plain letters. */
const CALLED: Record<string, string> = { c: 'C', cpp: 'C++', csharp: 'C#', go: 'Go', java: 'Java', javascript: 'JavaScript', python: 'Python', rust: 'Rust', typescript: 'TypeScript' };
export const languageOf = (kit: string): string => CALLED[kit] ?? kit;

/** The file of each kit that its author changes; the others are the game's names and the protocol. */
const FILES = import.meta.glob<string>(
  ['../../../kits/*/*/{bot,Bot,ai,thief_ai,thief-ai}.{py,js,ts,go,c,cpp,cs}', '../../../kits/*/*/src/{bot.rs,ai.rs,thief_ai.rs,Bot.java,AI.java,ThiefAI.java}'],
  { query: '?raw', import: 'default' },
);

/** The bot of a kit: its file's name in the kit, and what is in it. */
export async function kitBot(game: string, kit: string): Promise<Source | null> {
  const root = `../../../kits/${game}/${kit}/`;
  const found = Object.entries(FILES).find(([path]) => path.startsWith(root));
  return found === undefined ? null : { file: found[0].slice(root.length), text: await found[1]() };
}
