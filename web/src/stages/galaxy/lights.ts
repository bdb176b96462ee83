import { Container, Graphics } from 'pixi.js';

import type { Point, Tongue } from '../../stage/stage';
import type { Palette } from '../../theme.svelte';
import type { Chart } from './board';
import { Captions } from './captions';
import { along, arrow } from './effects';
import { radiusOf } from './pieces';
import type { PlanetId, View } from './types';

/** What a person's hand shows on the board: where an act can begin, what it would do, how it went. */
export class Lights {
  readonly root = new Container();
  private readonly shapes = new Graphics();
  private readonly captions = new Captions();
  private view: View | null = null;

  constructor(
    private readonly chart: Chart,
    private readonly palette: Palette,
    private readonly tongue: Tongue,
  ) {
    this.root.addChild(this.shapes, this.captions.root);
  }

  begin(view: View | null): void {
    this.view = view;
    this.shapes.clear();
    this.captions.begin();
  }

  end(): void {
    this.captions.end();
  }

  ring(planet: PlanetId, { strong = false, colour = this.palette.accent }: { strong?: boolean; colour?: string } = {}): void {
    const { x, y } = this.chart.place(planet);
    const radius = this.radius(planet) + 9;
    this.shapes.circle(x, y, radius).stroke({ width: strong ? 8 : 4, color: colour, alpha: strong ? 1 : 0.6 });
  }

  /** Where the keys are. */
  cursor(planet: PlanetId): void {
    const { x, y } = this.chart.place(planet);
    const radius = this.radius(planet) + 20;
    for (let i = 0; i < 4; i += 1) {
      const middle = (i * Math.PI) / 2 + Math.PI / 4;
      this.shapes.moveTo(x + Math.cos(middle - 0.4) * radius, y + Math.sin(middle - 0.4) * radius).arc(x, y, radius, middle - 0.4, middle + 0.4);
    }
    this.shapes.stroke({ width: 6, color: this.palette.accent, cap: 'round' });
  }

  arrow(from: PlanetId, to: PlanetId, strong: boolean): void {
    const [a, b] = [this.chart.place(from), this.chart.place(to)];
    const length = Math.max(Math.hypot(b.x - a.x, b.y - a.y), 1);
    const start = along(a, b, Math.min((this.radius(from) + 10) / length, 0.45));
    const end = along(a, b, Math.max(1 - (this.radius(to) + 10) / length, 0.55));
    arrow(this.shapes, start, end, 1, { width: strong ? 14 : 8, colour: this.palette.danger, alpha: strong ? 1 : 0.6 });
  }

  way(planets: readonly PlanetId[]): void {
    const [first, ...rest] = planets.map((planet) => this.chart.place(planet));
    if (first === undefined) return;
    this.shapes.moveTo(first.x, first.y);
    for (const { x, y } of rest) this.shapes.lineTo(x, y);
    this.shapes.stroke({ width: 12, color: this.palette.accent, alpha: 0.55, cap: 'round', join: 'round' });
  }

  /** A pill with a number beside a planet. */
  tag(planet: PlanetId, text: string, colour: string, strong = true): void {
    const { x, y } = this.chart.place(planet);
    const wide = 26 + text.length * 14;
    const at: Point = { x, y: y - this.radius(planet) - 34 };
    const { width } = this.chart.size;
    at.x = Math.min(Math.max(at.x, wide / 2 + 8), width - wide / 2 - 8);
    this.shapes.roundRect(at.x - wide / 2, at.y - 20, wide, 40, 20).fill(strong ? colour : this.palette.surface);
    this.shapes.roundRect(at.x - wide / 2, at.y - 20, wide, 40, 20).stroke({ width: 3, color: strong ? this.palette.floor : colour });
    this.captions.put(text, at, { size: 26, colour: strong ? this.palette.surface : colour });
  }

  percent(share: number): string {
    return this.tongue.number(share, { style: 'percent', maximumFractionDigits: 0 });
  }

  private radius(planet: PlanetId): number {
    return radiusOf(this.view?.owners[planet] ?? null, this.view?.troops[planet] ?? 0);
  }
}
