/** What a pressed key means, whatever the layout: where the key marked D gives «ی», D is meant, and «۱» means 1. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1 || key <= '\u007f') return key;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? digit ?? key;
}
