import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { GalaxyHand } from './play';
import en from './rules.en.md?raw';
import fa from './rules.fa.md?raw';
import fr from './rules.fr.md?raw';
import { scenes } from './scenes';
import { GalaxyStage } from './stage';
import type { Action, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Action> = {
  stage: (making) => new GalaxyStage(making),
  describe,
  play: (stage, seats, making, desk) => new GalaxyHand(stage as GalaxyStage, seats, making, desk),
  rules: { en, fa, fr },
  scenes,
  keys: [
    { key: '← ↑ → ↓', text: 'galaxy.key.cursor' },
    { key: 'Enter', text: 'galaxy.key.enter' },
    { key: '- + A', text: 'galaxy.key.amount' },
    { key: 'T', text: 'galaxy.key.ratio' },
    { key: 'S', text: 'galaxy.key.share' },
    { key: 'N', text: 'galaxy.key.next' },
    { key: 'Esc', text: 'galaxy.key.clear' },
  ],
};
