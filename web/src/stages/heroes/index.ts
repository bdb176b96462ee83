import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { HeroesStage } from './stage';
import type { Act, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Act> = {
  stage: (making) => new HeroesStage(making),
  describe,
  play: null,
  rules: { en: '', fa: '', fr: '' },
  scenes: {},
};
