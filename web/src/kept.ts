/** What the reader chose. A page in a mail program or a strict frame may keep nothing, and is shown all the same. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds until the page is closed.
  }
}
