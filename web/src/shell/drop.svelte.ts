/** Who takes files that are dropped on the page; a replay is opened where nobody else wants them. */
export interface Taker {
  /** What the page says while something is held over it. */
  words: () => string;
  take: (files: DataTransfer) => void;
}

class Dropping {
  taker = $state.raw<Taker | null>(null);
}

export const dropping = new Dropping();
