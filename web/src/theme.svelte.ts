import { keep, recall } from './kept';

/** All colours of the page and of the stages: one table, light and dark. */
export interface Palette {
  dark: boolean;
  /** Behind everything. */
  ground: string;
  /** Cards and panels. */
  surface: string;
  /** Raised or pressed things on a surface. */
  raised: string;
  line: string;
  ink: string;
  muted: string;
  accent: string;
  accentInk: string;
  good: string;
  bad: string;
  warn: string;
  /** The playing field: its floor, its other floor, its solid parts, its grid. */
  floor: string;
  floorAlt: string;
  solid: string;
  grid: string;
  /** Light of the core, stars, prizes. */
  glow: string;
  /** A danger that is on nobody's side. */
  danger: string;
  /** Sides: told apart with any kind of colour vision (after Okabe and Ito), and always with a mark or number besides. */
  sides: readonly string[];
  /** Ink to write on the sides' colours. */
  sideInk: readonly string[];
}

export const LIGHT: Palette = {
  dark: false,
  ground: '#eef1f6',
  surface: '#ffffff',
  raised: '#f3f5f9',
  line: '#d3d9e4',
  ink: '#1a2130',
  muted: '#566076',
  accent: '#2f5bd0',
  accentInk: '#ffffff',
  good: '#0a7a53',
  bad: '#b8341b',
  warn: '#8a5a00',
  floor: '#fbfcfe',
  floorAlt: '#eef2f8',
  solid: '#36415a',
  grid: '#dbe2ee',
  glow: '#f0a500',
  danger: '#a3123f',
  sides: ['#0072b2', '#d55e00', '#009e73', '#b0568a', '#3aa0dc', '#9a7d00', '#6a4fb3', '#5f6b7a'],
  sideInk: ['#ffffff', '#ffffff', '#ffffff', '#ffffff', '#04121c', '#ffffff', '#ffffff', '#ffffff'],
};

export const DARK: Palette = {
  dark: true,
  ground: '#0e121b',
  surface: '#161c29',
  raised: '#1f2738',
  line: '#2c364b',
  ink: '#e8ecf5',
  muted: '#9aa6bd',
  accent: '#8aaeff',
  accentInk: '#0b1020',
  good: '#4fd1a1',
  bad: '#ff8c70',
  warn: '#f2c14e',
  floor: '#1a2131',
  floorAlt: '#1e2638',
  solid: '#8b9bbd',
  grid: '#28324a',
  glow: '#ffce4a',
  danger: '#ff5d86',
  sides: ['#4aa8e8', '#ff8a3c', '#2fc79a', '#e08bbd', '#9bd4ff', '#e8cf4a', '#a992f0', '#a7b2c4'],
  sideInk: ['#06121c', '#1c0d02', '#02150f', '#1d0a15', '#06121c', '#191500', '#0d0820', '#0d1219'],
};

export type Choice = 'auto' | 'light' | 'dark';
const STORED = 'meydan.theme';

class Theme {
  choice = $state<Choice>(stored());
  private system = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  readonly palette = $derived((this.choice === 'auto' ? this.system : this.choice === 'dark') ? DARK : LIGHT);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => (this.system = event.matches));
  }

  switch(choice: Choice): void {
    this.choice = choice;
    keep(STORED, choice);
  }

  /** Hands the palette to the style sheet. */
  dress(root: HTMLElement): void {
    const { dark, sides, sideInk, ...colours } = this.palette;
    root.style.colorScheme = dark ? 'dark' : 'light';
    for (const [name, value] of Object.entries(colours)) root.style.setProperty(`--${name}`, value);
    sides.forEach((value, side) => root.style.setProperty(`--side-${side}`, value));
    sideInk.forEach((value, side) => root.style.setProperty(`--side-ink-${side}`, value));
  }
}

/** What the address asks for, as a frame on another page does, else what the reader chose. */
function stored(): Choice {
  const value = new URLSearchParams(globalThis.location?.search ?? '').get('theme') ?? recall(STORED);
  return value === 'light' || value === 'dark' ? value : 'auto';
}

export const theme = new Theme();

export function sideColour(palette: Palette, side: number): string {
  return palette.sides[side % palette.sides.length] ?? palette.muted;
}
