/** Each try is this much smaller than the one before, and none is smaller than the least. */
const SMALLER = 0.93;
const LEAST = 0.2;

/** Writes what is in a box smaller until all of it is seen: sizes in it are told by `--fit`. On a projector nobody scrolls, and names may be long. */
export function fitted(box: HTMLElement): () => void {
  const fit = () => {
    for (let share = 1; share > LEAST; share *= SMALLER) {
      box.style.setProperty('--fit', String(share));
      if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return;
    }
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(box);
  const words = new MutationObserver(fit);
  words.observe(box, { childList: true, characterData: true, subtree: true });
  fit();
  return () => {
    sizes.disconnect();
    words.disconnect();
  };
}
