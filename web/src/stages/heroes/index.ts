import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { HeroesHand } from './play';
import en from './rules.en.md?raw';
import fa from './rules.fa.md?raw';
import fr from './rules.fr.md?raw';
import { scenes } from './scenes';
import { HeroesStage } from './stage';
import type { Action, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Action> = {
  stage: (making) => new HeroesStage(making),
  describe,
  play: (stage, seats, making, desk) => new HeroesHand(stage as HeroesStage, seats, making, desk),
  rules: { en, fa, fr },
  scenes,
  keys: [
    { key: '1 2 3 4', text: 'heroes.key.hero' },
    { key: '← ↑ → ↓', text: 'heroes.key.move' },
    { key: 'Q W E', text: 'heroes.key.ability' },
    { key: 'U C', text: 'heroes.key.back' },
    { key: 'S', text: 'heroes.key.onwards' },
    { key: 'Enter', text: 'heroes.key.done' },
  ],
};
