import { Container, Graphics, type Text } from 'pixi.js';

import { empty, sideShape } from '../../stage/draw';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import type { Board } from './board';
import { abilityIcon, far, lookOf, write } from './icons';
import { makeToken } from './pieces';
import { className } from './names';
import type { HeroClass, View } from './types';

/** While heroes are picked the board shows the classes to choose from, and who has taken what. */

const CARD = { width: 480, height: 760, gap: 36 };

export class Gallery {
  readonly root = new Container();
  private readonly taken = new Container();
  private readonly title: Text;
  private readonly cards: { name: string; x: number; y: number }[] = [];
  private drawn: View | null = null;

  constructor(
    private readonly board: Board,
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    size: { width: number; height: number },
  ) {
    const classes = board.config.heroes;
    const columns = classes.length <= 4 && size.width >= size.height * 1.4 ? classes.length : Math.ceil(classes.length / 2);
    const rows = Math.ceil(classes.length / Math.max(columns, 1));
    const width = columns * (CARD.width + CARD.gap) + CARD.gap;
    const height = rows * (CARD.height + CARD.gap) + CARD.gap + 130;
    const scale = Math.min((size.width * 0.96) / width, (size.height * 0.96) / height);
    const back = new Graphics().roundRect(0, 0, width, height, 60).fill({ color: palette.raised, alpha: 0.96 });
    back.roundRect(0, 0, width, height, 60).stroke({ width: 6, color: palette.line });
    this.title = far('', { size: 84, colour: palette.ink, weight: '700' });
    this.title.position.set(width / 2, 94);
    this.root.addChild(back, this.title);
    classes.forEach((made, index) => {
      const x = CARD.gap + (index % columns) * (CARD.width + CARD.gap);
      const y = 166 + Math.floor(index / columns) * (CARD.height + CARD.gap);
      this.cards.push({ name: made.name, x, y });
      this.root.addChild(this.makeCard(made, index, x, y));
    });
    this.root.addChild(this.taken);
    this.root.scale.set(scale);
    this.root.position.set((size.width - width * scale) / 2, (size.height - height * scale) / 2);
  }

  draw(view: View, alpha: number): void {
    this.root.visible = alpha > 0;
    this.root.alpha = alpha;
    if (alpha <= 0 || this.drawn === view) return;
    this.drawn = view;
    write(this.title, this.tongue.say(view.phase === 'init' ? 'heroes.gallery.init' : 'heroes.gallery.pick', { pick: Math.min(view.turn + 1, 4) }));
    empty(this.taken);
    for (const { name, x, y } of this.cards) this.drawTaken(view, name, x, y);
  }

  /** The class whose card is at a place of the board. */
  classAt(point: Point): string | null {
    const scale = this.root.scale.x;
    const [px, py] = [(point.x - this.root.x) / scale, (point.y - this.root.y) / scale];
    return this.cards.find(({ x, y }) => px >= x && px <= x + CARD.width && py >= y && py <= y + CARD.height)?.name ?? null;
  }

  /** The frame of a class's card on the board. */
  frameOf(name: string): { x: number; y: number; width: number; height: number } | null {
    const card = this.cards.find((other) => other.name === name);
    if (card === undefined) return null;
    const scale = this.root.scale.x;
    return { x: this.root.x + card.x * scale, y: this.root.y + card.y * scale, width: CARD.width * scale, height: CARD.height * scale };
  }

  private drawTaken(view: View, name: string, x: number, y: number): void {
    for (const team of [0, 1] as const) {
      const count = view.heroes[team].filter((hero) => hero.class === name).length;
      for (let i = 0; i < count; i += 1) {
        const sign = new Graphics();
        const [cx, cy] = [x + (team === 0 ? 46 + i * 50 : CARD.width - 46 - i * 50), y + CARD.height - 50];
        sideShape(sign, team, 21).fill(sideColour(this.palette, team));
        this.taken.addChild(sign);
        sign.position.set(cx, cy);
      }
    }
  }

  private makeCard(made: HeroClass, index: number, x: number, y: number): Container {
    const { palette, tongue } = this;
    const card = new Container();
    card.position.set(x, y);
    const back = new Graphics().roundRect(0, 0, CARD.width, CARD.height, 40).fill(palette.surface);
    back.roundRect(0, 0, CARD.width, CARD.height, 40).stroke({ width: 5, color: palette.line });
    const token = makeToken(made.name, null, 96, palette);
    token.position.set(CARD.width / 2, 134);
    const name = far(className(tongue, made.name), { size: 70, colour: palette.ink, weight: '800' });
    name.position.set(CARD.width / 2, 290);
    name.scale.set(Math.min(1, (CARD.width - 40) / name.width));
    const facts = far(tongue.say('heroes.gallery.facts', { hp: made.max_hp, cost: made.move_cost }), { size: 46, colour: palette.muted, weight: '600' });
    facts.position.set(CARD.width / 2, 364);
    facts.scale.set(Math.min(1, (CARD.width - 40) / facts.width));
    const key = far(tongue.number(index + 1), { size: 50, colour: palette.muted, weight: '700' });
    key.position.set(44, 46);
    card.addChild(back, token, name, facts, key);
    made.abilities.slice(0, 3).forEach((ability, row) => card.addChild(this.makeRow(ability, 446 + row * 84)));
    return card;
  }

  /** An ability in signs: its look, its power, its cost. */
  private makeRow(name: string, y: number): Container {
    const { palette, tongue, board } = this;
    const row = new Container();
    const ability = board.ability(name);
    if (ability === undefined) return row;
    const look = lookOf(ability);
    const icon = new Graphics().roundRect(-34, -34, 68, 68, 16).fill(palette.muted);
    abilityIcon(icon, look, 24, { ink: palette.surface, cut: palette.muted });
    icon.position.set(74, y);
    const power = look === 'dodge' || look === 'fortify' ? '' : `${look === 'heal' ? '+' : '−'}${tongue.number(ability.power)}`;
    const words = look === 'dodge' ? tongue.say('heroes.gallery.reach', { range: ability.range }) : look === 'fortify' ? tongue.say('heroes.gallery.shield') : power;
    const text = far(words, { size: 50, colour: look === 'heal' ? palette.good : palette.ink, weight: '700', anchor: 0 });
    text.position.set(132, y);
    const cost = far(tongue.say('heroes.gallery.cost', { cost: ability.cost }), { size: 44, colour: palette.muted, weight: '600', anchor: 1 });
    cost.position.set(CARD.width - 34, y);
    text.scale.set(Math.min(1, (CARD.width - 190 - cost.width) / text.width));
    row.addChild(icon, text, cost);
    return row;
  }
}
