import type { Graphics, Text } from 'pixi.js';

import { label, star, type LabelStyle } from '../../stage/draw';
import type { Ability } from './types';

/** The artwork of classes and abilities: each drawn around the origin, within about one radius. */

export interface Inks {
  /** The figure. */
  ink: string;
  /** What is cut out of it. */
  cut: string;
}

type Draw = (into: Graphics, r: number, inks: Inks) => void;

const CLASSES: Record<string, Draw> = {
  SENTRY: crosshair,
  BLASTER: bomb,
  HEALER: cross,
  GUARDIAN: shield,
  SHADOW: dagger,
};

/** Draws a class's figure; false where the class is a stranger and needs a letter instead. */
export function classIcon(into: Graphics, name: string, r: number, inks: Inks): boolean {
  const draw = CLASSES[name];
  draw?.(into, r, inks);
  return draw !== undefined;
}

/** How an ability looks: it follows from what it does, never from its name. */
export type Look = 'shot' | 'ray' | 'bomb' | 'dart' | 'heal' | 'fortify' | 'dodge';

export function lookOf({ kind, lobbing, area, range }: Ability): Look {
  if (kind === 'dodge' || kind === 'fortify') return kind;
  if (kind === 'defensive') return 'heal';
  if (lobbing) return area > 0 ? 'bomb' : 'dart';
  return range >= 20 ? 'ray' : 'shot';
}

const LOOKS: Record<Look, Draw> = { shot, ray, bomb, dart, heal: cross, fortify: shield, dodge };

export function abilityIcon(into: Graphics, look: Look, r: number, inks: Inks): void {
  LOOKS[look](into, r, inks);
}

/** A label for a world that is large and often drawn small: without mipmaps its edges would crumble. */
export function far(text: string, style: LabelStyle): Text {
  const made = label(text, style);
  made.resolution = 1.5;
  made.autoGenerateMipmaps = true;
  return made;
}

/** Changes a text only where it is another one: a new text is a new texture. */
export function write(text: Text | undefined, words: string): void {
  if (text !== undefined && text.text !== words) text.text = words;
}

function crosshair(into: Graphics, r: number, { ink }: Inks): void {
  into.circle(0, 0, r * 0.6).stroke({ width: r * 0.2, color: ink });
  for (const [x, y] of [[0, -1], [0, 1], [-1, 0], [1, 0]] as const) into.moveTo(x * r * 0.36, y * r * 0.36).lineTo(x * r, y * r);
  into.stroke({ width: r * 0.2, color: ink, cap: 'round' });
  into.circle(0, 0, r * 0.13).fill(ink);
}

function bomb(into: Graphics, r: number, { ink, cut }: Inks): void {
  into.circle(-r * 0.12, r * 0.2, r * 0.66).fill(ink);
  into.poly([r * 0.08, -r * 0.46, r * 0.36, -r * 0.62, r * 0.6, -r * 0.18, r * 0.3, 0], true).fill(ink);
  into.moveTo(r * 0.4, -r * 0.46).quadraticCurveTo(r * 0.5, -r * 0.86, r * 0.84, -r * 0.76).stroke({ width: r * 0.14, color: ink, cap: 'round' });
  into.poly(star(5, r * 0.26, r * 0.11).map((v, i) => v + (i % 2 === 0 ? r * 0.86 : -r * 0.78)), true).fill(ink);
  into.arc(-r * 0.12, r * 0.2, r * 0.42, Math.PI * 1.02, Math.PI * 1.42).stroke({ width: r * 0.13, color: cut, cap: 'round' });
}

function cross(into: Graphics, r: number, { ink }: Inks): void {
  into.roundRect(-r * 0.28, -r * 0.86, r * 0.56, r * 1.72, r * 0.16).roundRect(-r * 0.86, -r * 0.28, r * 1.72, r * 0.56, r * 0.16).fill(ink);
}

/** A shield around a place, as a path for fill or stroke. */
export function shieldPath(into: Graphics, r: number, { x, y } = { x: 0, y: 0 }): Graphics {
  return into
    .moveTo(x, y - r * 0.95)
    .quadraticCurveTo(x + r * 0.4, y - r * 0.68, x + r * 0.8, y - r * 0.66)
    .quadraticCurveTo(x + r * 0.92, y + r * 0.48, x, y + r)
    .quadraticCurveTo(x - r * 0.92, y + r * 0.48, x - r * 0.8, y - r * 0.66)
    .quadraticCurveTo(x - r * 0.4, y - r * 0.68, x, y - r * 0.95)
    .closePath();
}

function shield(into: Graphics, r: number, { ink, cut }: Inks): void {
  shieldPath(into, r).fill(ink);
  into.moveTo(-r * 0.38, -r * 0.16).lineTo(0, r * 0.2).lineTo(r * 0.38, -r * 0.16).stroke({ width: r * 0.2, color: cut, cap: 'round', join: 'round' });
}

function dagger(into: Graphics, r: number, { ink, cut }: Inks): void {
  into.poly([0, -r, r * 0.24, -r * 0.5, r * 0.16, r * 0.3, -r * 0.16, r * 0.3, -r * 0.24, -r * 0.5], true).fill(ink);
  into.roundRect(-r * 0.5, r * 0.26, r, r * 0.2, r * 0.1).roundRect(-r * 0.12, r * 0.4, r * 0.24, r * 0.56, r * 0.1).fill(ink);
  into.moveTo(0, -r * 0.62).lineTo(0, r * 0.14).stroke({ width: r * 0.1, color: cut, cap: 'round' });
}

function shot(into: Graphics, r: number, { ink }: Inks): void {
  into.moveTo(-r * 0.85, 0).lineTo(r * 0.3, 0).stroke({ width: r * 0.3, color: ink, cap: 'round' });
  into.poly([r * 0.1, -r * 0.62, r * 0.95, 0, r * 0.1, r * 0.62], true).fill(ink);
}

function ray(into: Graphics, r: number, { ink }: Inks): void {
  into.moveTo(-r * 0.85, r * 0.6).lineTo(r * 0.3, -r * 0.2).stroke({ width: r * 0.26, color: ink, cap: 'round' });
  into.poly(star(8, r * 0.62, r * 0.24).map((v, i) => v + (i % 2 === 0 ? r * 0.4 : -r * 0.3)), true).fill(ink);
}

function dart(into: Graphics, r: number, { ink }: Inks): void {
  into.moveTo(-r * 0.85, r * 0.5).quadraticCurveTo(-r * 0.1, -r * 1.1, r * 0.56, r * 0.14).stroke({ width: r * 0.24, color: ink, cap: 'round' });
  into.poly([r * 0.12, r * 0.3, r * 0.92, -r * 0.16, r * 0.76, r * 0.74], true).fill(ink);
}

function dodge(into: Graphics, r: number, { ink }: Inks): void {
  into.arc(-r * 0.04, r * 0.3, r * 0.62, Math.PI, Math.PI * 1.86).stroke({ width: r * 0.26, color: ink, cap: 'round' });
  into.poly([r * 0.2, r * 0.02, r * 0.98, r * 0.0, r * 0.66, r * 0.66], true).fill(ink);
  into.circle(-r * 0.66, r * 0.7, r * 0.17).fill(ink);
}
