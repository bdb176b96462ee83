import '../stage/kinds';
import { Container, Ticker, autoDetectRenderer, type Renderer } from 'pixi.js';

import type { Opening } from '../reel/types';
import { drawings } from '../stage/drawing';
import type { GamePart, Making, Stage } from '../stage/stage';

const WIDTH = 720;
const HIGHEST = 460;

/** Draws how a match begins, with the game's own stage: the address of an image, and how its sides are to each other. */
export async function takeOpening(part: GamePart, making: Making): Promise<{ address: string; width: number; height: number }> {
  const renderer = await renders();
  try {
    const { view } = making.opening;
    const stage = part.stage(making);
    stage.draw({ before: view, frame: null, after: view, p: 1, eyes: null });
    if (stage.cover !== undefined) stage.cover.visible = false;
    const address = develop(renderer, stage, WIDTH, HIGHEST * 2);
    const { width, height } = renderer.canvas;
    return { address, width, height };
  } finally {
    renderer.destroy();
  }
}

async function renders(): Promise<Renderer> {
  Ticker.system.autoStart = false;
  Ticker.system.stop();
  const renderer = await autoDetectRenderer({ preference: drawings(), antialias: true, backgroundAlpha: 0, width: 10, height: 10 });
  Ticker.system.stop();
  return renderer;
}

function develop(renderer: Renderer, stage: Stage, width: number, height: number): string {
  const scale = Math.min(width / stage.size.width, height / stage.size.height);
  const world = new Container();
  world.addChild(stage.root);
  world.scale.set(scale);
  renderer.resize(Math.ceil(stage.size.width * scale), Math.ceil(stage.size.height * scale));
  renderer.render(world);
  const address = (renderer.canvas as HTMLCanvasElement).toDataURL('image/png');
  world.removeChildren();
  stage.destroy();
  return address;
}

/** Draws a game's scenes once, off screen, with the game's own stage: name → address of an image. */
export async function takePictures(game: string, part: GamePart, making: Omit<Making, 'opening'>): Promise<Map<string, string>> {
  const renderer = await renders();
  const pictures = new Map<string, string>();
  try {
    for (const [name, scene] of Object.entries(part.scenes)) {
      const sides = scene.sides ?? 4;
      const seats = Array.from({ length: sides }, (_, seat) => ({ seat, side: seat, label: '', name: '' }));
      const opening: Opening = {
        kind: 'opening', game, rules: 1, ruleset: 'document', map: '', seed: '0', seats, clocks: {},
        config: scene.config, view: scene.before,
      };
      const stage = part.stage({ opening, ...making });
      stage.draw({
        before: scene.before,
        frame: scene.frame ?? null,
        after: scene.frame?.view ?? scene.before,
        p: scene.p ?? 1,
        eyes: null,
      });
      pictures.set(name, develop(renderer, stage, WIDTH, HIGHEST));
    }
  } finally {
    renderer.destroy();
  }
  return pictures;
}
