import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { GothamHand } from './play';
import en from './rules.en.md?raw';
import fa from './rules.fa.md?raw';
import fr from './rules.fr.md?raw';
import { scenes } from './scenes';
import { GothamStage } from './stage';
import type { Action, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Action> = {
  stage: (making) => new GothamStage(making),
  describe,
  play: (stage, seats, making, desk) => new GothamHand(stage as GothamStage, seats, making, desk),
  rules: { en, fa, fr },
  scenes,
  keys: [
    { key: '← ↑ → ↓', text: 'gotham.key.choose' },
    { key: 'Enter', text: 'gotham.key.go' },
    { key: 'S', text: 'gotham.key.stay' },
    { key: '0 1', text: 'gotham.key.say' },
    { key: '⌫', text: 'gotham.key.clear' },
  ],
};
