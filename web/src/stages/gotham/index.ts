import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { GothamStage } from './stage';
import type { Act, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Act> = {
  stage: (making) => new GothamStage(making),
  describe,
  play: null,
  rules: { en: '', fa: '', fr: '' },
  scenes: {},
};
