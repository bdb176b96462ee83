import { Container, Graphics, type Text } from 'pixi.js';

import { sideShape } from '../../stage/draw';
import type { Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { slotOf, teamOf, type Board } from './board';
import { classIcon, far, shieldPath, write, type Inks } from './icons';
import type { Picture, Piece } from './plot';

/** Heroes on the board: a team's shape, the class's figure, a number, a bar of health. */

export const inksOf = (palette: Palette, team: number): Inks => ({
  ink: palette.sideInk[team % palette.sideInk.length] ?? palette.surface,
  cut: sideColour(palette, team),
});

/** The colour of a bar that is this full. */
export function healthColour(palette: Palette, part: number): string {
  if (part > 0.5) return palette.good;
  return part > 0.25 ? palette.warn : palette.bad;
}

/** A hero's token: the shape tells the team, the figure the class. Without a team it is grey. */
export function makeToken(name: string, team: number | null, r: number, palette: Palette): Container {
  const body = new Container();
  const inks = team === null ? { ink: palette.surface, cut: palette.muted } : inksOf(palette, team);
  const pointed = team !== null && team % 2 === 1;
  const shape = new Graphics();
  shape.ellipse(0, r * 0.98, r * 0.72, r * 0.2).fill({ color: '#000000', alpha: 0.2 });
  // The diamond has less room inside than the disc.
  const size = pointed ? r * 1.04 : r;
  sideShape(shape, team ?? 0, size).fill(inks.cut);
  sideShape(shape, team ?? 0, size).stroke({ width: r * 0.13, color: palette.floor, join: 'round' });
  const figure = new Graphics();
  const known = classIcon(figure, name, r * (pointed ? 0.56 : 0.64), inks);
  body.addChild(shape, figure);
  if (!known) body.addChild(far(name.slice(0, 1), { size: r, colour: inks.ink, weight: '800' }));
  return body;
}

interface Token {
  body: Container;
  number: Container;
  bar: Graphics;
  bubble: Graphics;
  name: string;
  /** What the bar shows, so that it is drawn only when it changes. */
  shown: string;
}

const R = 42;
const BAR = { width: 84, height: 15, y: -49 };

export class Pieces {
  readonly root = new Container();
  private readonly pool = new Map<number, Token>();

  constructor(
    private readonly board: Board,
    private readonly palette: Palette,
    private readonly tongue: Tongue,
  ) {
    this.root.sortableChildren = true;
  }

  draw({ pieces }: Picture): void {
    for (const token of this.pool.values()) token.body.visible = false;
    for (const piece of pieces) this.put(piece);
  }

  private put(piece: Piece): void {
    const { hero, at, alpha, size, lift, shield } = piece;
    const token = this.take(hero.id, hero.class);
    token.body.visible = true;
    token.body.position.set(at.x, at.y - lift * 60);
    token.body.zIndex = at.y + lift * 1000;
    token.body.alpha = alpha;
    token.body.scale.set(size * (1 + lift * 0.25));
    token.bubble.visible = shield > 0;
    token.bubble.alpha = Math.min(shield, 1);
    this.drawBar(token, piece);
  }

  private take(id: number, name: string): Token {
    const known = this.pool.get(id);
    if (known?.name === name) return known;
    known?.body.destroy({ children: true });
    const made = this.make(id, name);
    this.pool.set(id, made);
    this.root.addChild(made.body);
    return made;
  }

  private make(id: number, name: string): Token {
    const { palette } = this;
    const team = teamOf(id);
    const body = new Container();
    const bubble = new Graphics();
    shieldPath(bubble, R * 1.5).fill({ color: palette.glow, alpha: 0.3 });
    shieldPath(bubble, R * 1.5).stroke({ width: 6, color: palette.glow });
    const bar = new Graphics();
    const number = new Container();
    number.addChild(
      new Graphics().circle(0, 0, 19).fill(palette.surface).circle(0, 0, 19).stroke({ width: 4, color: sideColour(palette, team) }),
      far(this.tongue.number(slotOf(id) + 1), { size: 30, colour: palette.ink, weight: '800' }),
    );
    number.position.set(32, 25);
    body.addChild(bubble, makeToken(name, team, R, palette), number, bar);
    return { body, number, bar, bubble, name, shown: '' };
  }

  private drawBar({ bar, ...token }: Token, { hero, hp }: Piece): void {
    const most = Math.max(this.board.classOf(hero.class)?.max_hp ?? 1, 1);
    const part = hp === null ? null : Math.min(Math.max(hp / most, 0), 1);
    const shown = part === null ? 'hidden' : part.toFixed(3);
    if (shown === token.shown) return;
    const known = this.pool.get(hero.id);
    if (known !== undefined) known.shown = shown;
    const { width, height, y } = BAR;
    const { palette } = this;
    bar.clear();
    bar.roundRect(-width / 2 - 3, y - 3, width + 6, height + 6, 8).fill({ color: palette.dark ? palette.ground : palette.ink, alpha: 0.85 });
    if (part === null) {
      // The enemy's health is a secret: a bar without a level.
      for (let i = 0; i < 5; i += 1) bar.rect(-width / 2 + 6 + i * 16, y + height / 2 - 2, 8, 4);
      bar.fill({ color: palette.dark ? palette.muted : palette.surface, alpha: 0.8 });
    } else if (part > 0) bar.roundRect(-width / 2, y, Math.max(width * part, 7), height, 6).fill(healthColour(BRIGHT(palette), part));
  }
}

/** On the bar's dark ground the light theme's inks would be too dim. */
const BRIGHT = (palette: Palette): Palette => (palette.dark ? palette : { ...palette, good: '#35c48d', warn: '#f2b632', bad: '#ff6b4a' });

/** Texts that come and go: kept, and written only when they change. */
export class Texts {
  readonly root = new Container();
  private readonly pool: Text[] = [];
  private used = 0;

  begin(): void {
    this.used = 0;
    for (const text of this.pool) text.visible = false;
  }

  put(words: string, colour: string, outline: string, size: number): Text {
    let text = this.pool[this.used];
    if (text === undefined) {
      text = far('', { size, colour, weight: '800' });
      this.pool.push(text);
      this.root.addChild(text);
    }
    this.used += 1;
    write(text, words);
    const { style } = text;
    if (style.fill !== colour) style.fill = colour;
    if (style.fontSize !== size) style.fontSize = size;
    if ((style.stroke as { color?: string } | null)?.color !== outline) style.stroke = { color: outline, width: size * 0.16, join: 'round' };
    text.visible = true;
    return text;
  }
}
