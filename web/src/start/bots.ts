/** Whole bots in a few lines are written down once, in `docs/`: the page shows them as they stand there. */
const PAGES = import.meta.glob<string>('../../../docs/{protocol,heroes,gotham,jungle,galaxy}.md', { query: '?raw', import: 'default' });
/** The kits that the program carries, as folders; only their names are of interest here. */
const KITS = Object.keys(import.meta.glob('../../../kits/*/*/meydan.toml', { query: '?raw' }));

/** The first Python block of a text, or null. */
export const pythonOf = (text: string): string | null => /^```python\n([\s\S]*?)^```/m.exec(text)?.[1] ?? null;

/** A whole bot of a game. The labyrinth's is the example of the protocol's own page. */
export async function smallBot(game: string): Promise<string | null> {
  const page = PAGES[`../../../docs/${game === 'labyrinth' ? 'protocol' : game}.md`];
  return page === undefined ? null : pythonOf(await page());
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
export async function kitBot(game: string, kit: string): Promise<{ file: string; text: string } | null> {
  const root = `../../../kits/${game}/${kit}/`;
  const found = Object.entries(FILES).find(([path]) => path.startsWith(root));
  return found === undefined ? null : { file: found[0].slice(root.length), text: await found[1]() };
}
