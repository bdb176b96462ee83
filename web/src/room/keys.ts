/** A key says who somebody is in a room; the browser keeps it, and the name that was used last. */
const place = (code: string) => `meydan.room.${code}`;
const NAME = 'meydan.name';

export const keyOf = (code: string): string | null => localStorage.getItem(place(code));

export function keep(code: string, key: string, name: string): void {
  localStorage.setItem(place(code), key);
  localStorage.setItem(NAME, name);
}

export const forget = (code: string): void => localStorage.removeItem(place(code));

export const lastName = (): string => localStorage.getItem(NAME) ?? '';

/** A code as the server writes it, however it was typed. */
export const plainCode = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
