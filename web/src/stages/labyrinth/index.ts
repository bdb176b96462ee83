import type { GamePart } from '../../stage/stage';
import { remarks } from './comment';
import { describe } from './describe';
import { LabyrinthHand } from './play';
import en from './rules.en.md?raw';
import fa from './rules.fa.md?raw';
import fr from './rules.fr.md?raw';
import { scenes } from './scenes';
import { LabyrinthStage } from './stage';
import type { Action, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Action> = {
  stage: (making) => new LabyrinthStage(making),
  describe,
  remarks,
  play: (stage, seats, making, desk) => new LabyrinthHand(stage as LabyrinthStage, seats, making, desk),
  rules: { en, fa, fr },
  scenes,
  keys: [
    { key: '← ↑ → ↓', text: 'labyrinth.key.move' },
    { key: 'W', text: 'labyrinth.key.wall' },
    { key: 'S', text: 'labyrinth.key.stay' },
  ],
};
