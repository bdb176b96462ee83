import { Container, Graphics, type Text } from 'pixi.js';

import { label, sideShape, star } from '../../stage/draw';
import type { Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';

/** How large a planet is drawn; armies grow faster than planets can. */
export const radiusOf = (owner: number | null, troops: number) =>
  owner === null ? 15 : Math.min(16 + 4.4 * Math.log2(1 + Math.max(troops, 0)), 40);

const NAME = 24;

export const inkOn = (palette: Palette, side: number) => palette.sideInk[side % palette.sideInk.length] ?? palette.ground;
/** Ink on the light of a star. */
export const starInk = (palette: Palette) => (palette.dark ? palette.ground : palette.ink);

/** One planet: its star, its owner's shape and colour, its troops, its fort. Drawn anew only where something changed. */
export class Planet {
  readonly root = new Container();
  private readonly back = new Graphics();
  private readonly body = new Graphics();
  private readonly count: Text;
  private readonly name: Text;
  private readonly badge: Container | null;
  private readonly shield = new Container();
  private readonly shieldCount: Text;
  private drawn = '';
  private counted = '';

  constructor(
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    private readonly worth: number | null,
    /** What the log calls it. */
    name: string,
  ) {
    this.name = label(name, { size: NAME, colour: palette.muted, weight: '700' });
    this.count = label('', { size: 25, colour: palette.ink, weight: '700' });
    this.badge = worth === null ? null : this.makeBadge(worth);
    this.shieldCount = label('', { size: 21, colour: palette.dark ? palette.ground : palette.surface, weight: '800' });
    this.shield.addChild(new Graphics().poly([-20, -15, 20, -15, 20, 5, 0, 20, -20, 5], true).fill(palette.solid).stroke({ width: 3, color: palette.floor, join: 'round' }));
    this.shieldCount.position.y = -2;
    this.shield.addChild(this.shieldCount);
    this.root.addChild(this.back, this.body, this.count, this.name, this.shield);
    if (this.badge !== null) this.root.addChild(this.badge);
  }

  /** `swell` is how much larger than usual the planet is for a moment. */
  show(owner: number | null, troops: number, forts: number, swell = 1): void {
    const key = `${owner},${troops},${forts !== 0}`;
    if (key !== this.drawn) {
      this.drawn = key;
      this.redraw(owner, troops, forts !== 0);
    }
    this.body.scale.set(swell);
    this.back.scale.set(0.5 + swell / 2);
    const counted = `${forts}`;
    if (counted !== this.counted) {
      this.counted = counted;
      this.shieldCount.text = this.tongue.number(forts);
      this.shieldCount.scale.set(Math.min(1, 34 / Math.max(this.shieldCount.width / this.shieldCount.scale.x, 1)));
    }
  }

  /** Writes the planet's name in at least this size. */
  call(size: number): void {
    this.name.scale.set(Math.max(size / NAME, 1));
  }

  private redraw(owner: number | null, troops: number, fortified: boolean): void {
    const { palette, back, body } = this;
    const radius = radiusOf(owner, troops);
    back.clear();
    body.clear();
    // The star's points reach over the wall.
    if (this.worth !== null) this.drawStar(radius + (fortified ? 9 : 0));
    if (fortified) this.drawWall(radius);
    if (owner === null) {
      body.circle(0, 0, radius).fill(palette.floor).circle(0, 0, radius).stroke({ width: 4, color: palette.muted, alpha: 0.75 });
      body.circle(0, 0, 4).fill({ color: palette.muted, alpha: 0.75 });
    } else this.drawOwned(owner, radius);
    this.count.visible = owner !== null;
    if (owner !== null) {
      this.count.text = this.tongue.number(troops);
      this.count.style.fill = inkOn(palette, owner);
      // Two digits and more grow with the planet, but stay inside it.
      const room = radius * (owner % 4 === 1 ? 1.25 : 1.5);
      this.count.scale.set(1);
      this.count.scale.set(Math.min(Math.max(radius / 22, 0.95), room / Math.max(this.count.width, 1)));
    }
    this.name.position.set(-radius * 0.72 - (this.worth === null ? 15 : 28), radius * 0.72 + (this.worth === null ? 10 : 22));
    this.shield.visible = fortified;
    this.shield.position.set(0, radius + 14);
    this.badge?.position.set(radius * 0.72 + 8, -radius * 0.72 - 8);
  }

  private drawOwned(owner: number, radius: number): void {
    const { palette, body } = this;
    body.ellipse(0, radius + 5, radius * 0.75, 5).fill({ color: '#000000', alpha: 0.14 });
    sideShape(body, owner, radius + 3).fill(palette.floor);
    sideShape(body, owner, radius).fill(sideColour(palette, owner));
    body.ellipse(-radius * 0.3, -radius * 0.5, radius * 0.3, radius * 0.16).fill({ color: '#ffffff', alpha: 0.3 });
  }

  private drawStar(radius: number): void {
    const { palette, back } = this;
    const points = star(8, radius + 25, radius + 10);
    back.circle(0, 0, radius + 32).fill({ color: palette.glow, alpha: palette.dark ? 0.1 : 0.16 });
    back.circle(0, 0, radius + 24).fill({ color: palette.glow, alpha: palette.dark ? 0.14 : 0.2 });
    back.poly(points, true).fill(palette.glow);
  }

  /** A wall with battlements around the planet. */
  private drawWall(radius: number): void {
    const { palette, back } = this;
    back.circle(0, 0, radius + 10).stroke({ width: 14, color: palette.floor });
    back.circle(0, 0, radius + 9).stroke({ width: 6, color: palette.solid });
    for (let i = 0; i < 12; i += 1) {
      const angle = (i / 12) * Math.PI * 2;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      back.moveTo(x * (radius + 9), y * (radius + 9)).lineTo(x * (radius + 17), y * (radius + 17));
    }
    back.stroke({ width: 9, color: palette.solid });
  }

  private makeBadge(worth: number): Container {
    const { palette } = this;
    const made = new Container();
    made.addChild(new Graphics().circle(0, 0, 16).fill(palette.glow).circle(0, 0, 16).stroke({ width: 3, color: palette.floor }));
    const text = label(this.tongue.number(worth), { size: 20, colour: starInk(palette), weight: '800' });
    text.scale.set(Math.min(1, 24 / text.width));
    made.addChild(text);
    return made;
  }
}
