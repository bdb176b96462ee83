import 'pixi.js/unsafe-eval';
import { Container, Ticker, autoDetectRenderer } from 'pixi.js';

import type { Opening } from '../reel/types';
import type { GamePart, Making } from '../stage/stage';

const WIDTH = 720;
const HIGHEST = 460;

/** Draws a game's scenes once, off screen, with the game's own stage: name → address of an image. */
export async function takePictures(game: string, part: GamePart, making: Omit<Making, 'opening'>): Promise<Map<string, string>> {
  Ticker.system.autoStart = false;
  Ticker.system.stop();
  const renderer = await autoDetectRenderer({ preference: 'webgl', antialias: true, backgroundAlpha: 0, width: 10, height: 10 });
  Ticker.system.stop();
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
      const scale = Math.min(WIDTH / stage.size.width, HIGHEST / stage.size.height);
      const world = new Container();
      world.addChild(stage.root);
      world.scale.set(scale);
      renderer.resize(Math.ceil(stage.size.width * scale), Math.ceil(stage.size.height * scale));
      renderer.render(world);
      pictures.set(name, (renderer.canvas as HTMLCanvasElement).toDataURL('image/png'));
      world.removeChildren();
      stage.destroy();
    }
  } finally {
    renderer.destroy();
  }
  return pictures;
}
