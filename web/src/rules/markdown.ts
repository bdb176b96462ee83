/**
 * The small Markdown in which rules are written: headings (`##`), paragraphs, lists (`-`, `1.`), tables, `**bold**`,
 * `` `code` ``, `[links](https://…)`, and pictures `![caption](scene:NAME)` on a line of their own. It becomes data, not markup;
 * a link leads to the web or to one of our own pages, and nothing else is one.
 */
export type Span = { kind: 'text' | 'bold' | 'code'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; spans: Span[] }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'picture'; scene: string; caption: string };

export function parseMarkdown(source: string): Block[] {
  return source
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(block);
}

function block(part: string): Block {
  const picture = /^!\[(.*)\]\(scene:([\w-]+)\)$/s.exec(part);
  if (picture?.[1] !== undefined && picture[2] !== undefined) return { kind: 'picture', caption: picture[1], scene: picture[2] };
  const heading = /^#{1,6}\s+(.*)$/s.exec(part);
  if (heading?.[1] !== undefined) return { kind: 'heading', spans: spans(heading[1]) };
  const lines = part.split('\n').map((line) => line.trim());
  if (lines.every((line) => line.startsWith('|'))) return table(lines);
  if (/^([-*]|\d+\.)\s/.test(part)) return list(lines);
  return { kind: 'text', spans: spans(lines.join(' ')) };
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item?.[1] !== undefined) items.push(item[1]);
    else items.push(`${items.pop() ?? ''} ${line}`);
  }
  return { kind: 'list', ordered: /^\d/.test(lines[0] ?? ''), items: items.map(spans) };
}

function table(lines: string[]): Block {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim())));
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
}

/** To the web, or to a page of ours; `//` and `/\` would lead elsewhere. */
const LINK = /^\[([^\]]+)\]\(((?:https?:\/\/|\/(?![/\\]))[^\s)]*)\)$/;

export function spans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^\s)]*\))/)
    .filter((piece) => piece !== '')
    .map((piece): Span => {
      if (/^\*\*[^*]+\*\*$/.test(piece)) return { kind: 'bold', text: piece.slice(2, -2) };
      if (/^`[^`]+`$/.test(piece)) return { kind: 'code', text: piece.slice(1, -1) };
      const link = LINK.exec(piece);
      if (link?.[1] !== undefined && link[2] !== undefined) return { kind: 'link', text: link[1], href: link[2] };
      return { kind: 'text', text: piece };
    });
}
