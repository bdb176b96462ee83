/** Copies a text, and says whether it did: nobody is told that something is copied which is not. */
export async function copies(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiesAsBefore(text);
  }
}

/** A page without TLS, as in most classrooms, has no clipboard; what browsers did before still works there. */
function copiesAsBefore(text: string): boolean {
  const before = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  area.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0';
  // What is behind an open dialog cannot be selected.
  (before?.closest('dialog') ?? document.body).append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // Nothing was copied.
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** Marks what could not be copied, so that the reader can do it. */
export function mark(element: Element | null | undefined): void {
  if (element !== null && element !== undefined) getSelection()?.selectAllChildren(element);
}
