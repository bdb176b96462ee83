/**
 * Where the spectator is in a match, and how that changes with time. A position is a real number: 3 is the state after
 * three windows, 3.4 is on the way from it to the next. Playing backwards is the same thing with a minus sign.
 * It knows no frames, no picture and no clock on the wall: the page tells it the time that has passed.
 */
export interface Film {
  /** How many windows there are so far. */
  count(): number;
  /** Whether more may come. */
  open(): boolean;
  /** How long, in milliseconds at speed 3, the way from state `n` to state `n + 1` takes. */
  length(n: number): number;
  /** The windows a spectator may want to jump to, in order: positions, so window `w` is `w + 1`. */
  marks(): number[];
}

/** Speeds 1 to 9; the third is the natural one. */
export const RATES = [0.25, 0.5, 1, 1.5, 2, 3, 5, 9, 20] as const;
export const NATURAL = 3;

/** How far a follower may be behind a running match, in milliseconds: the more there is to catch up with, the faster it goes. */
const BEHIND_MS = 900;
/** More windows than this are not worth being seen in haste: the oldest of them are left out. */
export const MOST_BEHIND = 24;

export class Player {
  at = $state(0);
  playing = $state(false);
  reverse = $state(false);
  speed = $state(NATURAL);
  /** At the head of a running match and staying there. */
  following = $state(false);
  /** A single step that is being drawn: where it ends. */
  private target = $state<number | null>(null);

  constructor(private readonly film: Film) {}

  /** Whether time changes anything now. Where it does not, the page draws nothing. */
  get moving(): boolean {
    if (this.target !== null) return true;
    if (this.following) return this.at < this.film.count();
    if (!this.playing) return false;
    return this.reverse ? this.at > 0 : this.at < this.film.count();
  }

  /** The window the spectator looks at: the one being drawn, else the one just drawn. -1: before the first. */
  get window(): number {
    return Math.ceil(this.at - 1e-9) - 1;
  }

  play(): void {
    this.target = null;
    if (!this.reverse && this.at >= this.film.count() && !this.film.open()) this.at = 0;
    if (this.reverse && this.at <= 0) this.at = this.film.count();
    this.playing = true;
    this.following = false;
  }

  pause(): void {
    this.playing = false;
    this.following = false;
    this.target = null;
  }

  toggle(): void {
    if (this.playing || this.following) this.pause();
    else this.play();
  }

  /** Turns the direction round and plays. */
  turn(): void {
    this.reverse = !this.reverse;
    this.play();
  }

  setSpeed(speed: number): void {
    this.speed = Math.min(Math.max(Math.round(speed), 1), RATES.length);
  }

  /** One window on or back, with its motion. */
  step(by: 1 | -1): void {
    const from = this.target ?? this.at;
    this.pause();
    const to = by > 0 ? Math.floor(from + 1e-9) + 1 : Math.ceil(from - 1e-9) - 1;
    const target = this.inside(to);
    // A second step while the first is still drawn: be there, then start the next.
    if (Math.abs(target - this.at) > 1) this.at = target - by;
    this.target = target === this.at ? null : target;
  }

  /** Straight to a position, without motion. */
  seek(to: number): void {
    this.target = null;
    this.following = false;
    this.at = this.inside(to);
    if (this.over) this.playing = false;
  }

  /** To the head of a running match, or from where one is towards it, and on with it. */
  follow(from = this.film.count()): void {
    this.target = null;
    this.reverse = false;
    this.playing = false;
    this.following = true;
    this.at = this.inside(from);
  }

  jump(by: 1 | -1): void {
    const marks = this.film.marks();
    const here = this.target ?? this.at;
    const next = by > 0 ? marks.find((m) => m > here + 1e-9) : marks.findLast((m) => m < here - 1e-9);
    this.pause();
    this.at = this.inside(next ?? (by > 0 ? this.film.count() : 0));
  }

  /** Lets `ms` milliseconds pass. */
  advance(ms: number): void {
    if (this.target !== null) this.approach(this.target, ms);
    else if (this.following) this.chase(ms);
    else if (this.playing) this.run(ms);
  }

  private approach(target: number, ms: number): void {
    const direction = Math.sign(target - this.at);
    const next = this.at + (direction * ms * this.rate()) / this.lengthAt(direction);
    const arrived = direction > 0 ? next >= target : next <= target;
    this.at = arrived ? target : next;
    if (arrived) this.target = null;
  }

  private chase(ms: number): void {
    const head = this.film.count();
    this.at = Math.max(this.at, head - MOST_BEHIND);
    let behind = 0;
    for (let n = Math.floor(this.at + 1e-9); n < head; n += 1) behind += Math.max(this.film.length(n), 1) * Math.min(n + 1 - this.at, 1);
    this.go(1, ms * Math.max(this.rate(), behind / BEHIND_MS));
    if (this.at >= head && !this.film.open()) this.following = false;
  }

  private run(ms: number): void {
    this.go(this.reverse ? -1 : 1, ms * this.rate());
    if (this.over) this.playing = false;
  }

  /** Goes on for `ms` milliseconds of the windows' own lengths. */
  private go(direction: 1 | -1, ms: number): void {
    let left = ms;
    // Several short windows may fit into one picture.
    for (let guard = 0; left > 0 && guard < 1000; guard += 1) {
      const edge = direction > 0 ? Math.floor(this.at + 1e-9) + 1 : Math.ceil(this.at - 1e-9) - 1;
      if (edge > this.film.count() || edge < 0) break;
      const length = this.lengthAt(direction);
      const need = Math.abs(edge - this.at) * length;
      if (need > left) {
        this.at += (direction * left) / length;
        left = 0;
      } else {
        this.at = edge;
        left -= need;
      }
    }
    // A hair's breadth before a window is at it: otherwise the way there would never end.
    const near = Math.round(this.at);
    if (Math.abs(this.at - near) < 1e-9) this.at = near;
  }

  /** Whether there is nothing left to play in this direction. */
  private get over(): boolean {
    return this.reverse ? this.at <= 0 : this.at >= this.film.count() && !this.film.open();
  }

  private rate(): number {
    return RATES[this.speed - 1] ?? 1;
  }

  private lengthAt(direction: number): number {
    const n = direction > 0 ? Math.floor(this.at + 1e-9) : Math.ceil(this.at - 1e-9) - 1;
    return Math.max(this.film.length(Math.max(n, 0)), 1);
  }

  private inside(to: number): number {
    return Math.min(Math.max(to, 0), this.film.count());
  }
}
