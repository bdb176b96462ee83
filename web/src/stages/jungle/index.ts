import type { GamePart } from '../../stage/stage';
import { describe } from './describe';
import { JungleHand } from './play';
import en from './rules.en.md?raw';
import fa from './rules.fa.md?raw';
import fr from './rules.fr.md?raw';
import { scenes } from './scenes';
import { JungleStage } from './stage';
import type { Action, Config, Event, View } from './types';

export const part: GamePart<Config, View, Event, Action> = {
  stage: (making) => new JungleStage(making),
  describe,
  play: (stage, seats, making, desk) => new JungleHand(stage as JungleStage, seats, making, desk),
  rules: { en, fa, fr },
  scenes,
  keys: [
    { key: '1 2 …', text: 'jungle.key.units' },
    { key: '← ↑ → ↓', text: 'jungle.key.goal' },
    { key: 'A V U T', text: 'jungle.key.deeds' },
    { key: 'W C', text: 'jungle.key.stand' },
    { key: 'Enter', text: 'jungle.key.send' },
    { key: 'D', text: 'jungle.key.chart', when: 'always' },
    { key: 'G', text: 'jungle.key.grid', when: 'always' },
    { key: 'P', text: 'jungle.key.paths', when: 'always' },
    { key: 'S', text: 'jungle.key.counts', when: 'always' },
    { key: '← →', text: 'jungle.key.events', when: 'watching' },
    { key: ', .', text: 'jungle.key.step', when: 'watching' },
    { key: 'Z X', text: 'jungle.key.ends', when: 'watching' },
    { key: '0', text: 'jungle.key.fastest', when: 'watching' },
  ],
  // The keys of the original's viewer, which its document promises.
  shortcuts: { z: 'home', x: 'end', ',': 'arrowleft', '.': 'arrowright', arrowleft: 'p', arrowright: 'n', 0: '9' },
};
