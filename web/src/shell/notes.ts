/**
 * What a bot's note may ask to be drawn. A text, or an object's `text`, stands beside the bot's piece; `marks` is a list
 * of `{"at": PLACE, "text": …}`, where a place is what the game's JSON calls one. Everything else is only listed.
 */
const LONGEST = 280;
const MOST = 60;

/** A stranger's words, in which nothing turns the direction of what follows: that could make a line read as something else. */
export const straight = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

export function noteText(note: unknown): string | null {
  if (typeof note === 'string') return straight(note.slice(0, LONGEST));
  if (typeof note === 'number' || typeof note === 'boolean') return String(note);
  if (typeof note === 'object' && note !== null && 'text' in note && typeof note.text === 'string') return straight(note.text.slice(0, LONGEST));
  return null;
}

export function noteMarks(note: unknown): { at: unknown; text: string }[] {
  if (typeof note !== 'object' || note === null || !('marks' in note) || !Array.isArray(note.marks)) return [];
  const marks: { at: unknown; text: string }[] = [];
  for (const mark of note.marks.slice(0, MOST) as unknown[]) {
    if (typeof mark !== 'object' || mark === null || !('at' in mark)) continue;
    const text = 'text' in mark ? straight(String(mark.text).slice(0, 24)) : '';
    marks.push({ at: mark.at, text });
  }
  return marks;
}

/** A note as a line of the log. */
export function noteLine(note: unknown): string {
  return straight(typeof note === 'string' ? note : JSON.stringify(note));
}

/** A bot's error output comes in the pieces in which it was read: a line break of its own is nothing to show. */
export const stderrLine = (text: string): string => straight(text.replace(/^[\r\n]+|[\r\n]+$/g, ''));
