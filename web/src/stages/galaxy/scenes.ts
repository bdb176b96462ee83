import type { Frame } from '../../reel/types';
import type { Scene } from '../../stage/stage';
import type { Config, Event, View } from './types';

/** The pictures of the rules: one small map, drawn by the stage. */

const config: Config = {
  rules: {
    ruleset: 'document',
    number_of_players: 3,
    initial_troop: 35,
    number_of_turns: 165,
    minimum_number_of_turns: 126,
    early_win_check: 'action',
    early_win_from_turn: 1,
    number_of_strategic_nodes_to_win: 4,
    number_of_troops_after_successful_attack: 3,
    fort_coef: 2,
    minimum_troops_per_turn: 3,
  },
  map: {
    name: null,
    planets: 9,
    edges: [[0, 1], [1, 2], [2, 3], [0, 4], [1, 5], [2, 6], [3, 7], [4, 5], [5, 6], [6, 7], [5, 8], [6, 8]],
    strategic: [{ planet: 0, score: 5 }, { planet: 3, score: 2 }, { planet: 8, score: 4 }, { planet: 5, score: 1 }, { planet: 7, score: 3 }],
    positions: [[0, 4], [30, 0], [66, 2], [100, 6], [6, 30], [36, 27], [66, 28], [96, 34], [50, 48]],
  },
};

const start: View = {
  me: null, turn: 22, player: 1, phase: 'start', stage: 'deploy',
  owners: [0, 0, null, 1, 0, null, 2, null, 2],
  troops: [3, 1, 0, 5, 1, 0, 2, 0, 4],
  forts: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  reserves: [28, 28, 28], fort_used: [false, false, false], moved: false, bonus: false, reply: 'plain', decided: false,
  scores: [3605, 2505, 2756],
};

const fight: View = {
  ...start, turn: 107, player: 2, phase: 'main', stage: 'attack',
  owners: [0, 0, 1, 1, 0, 0, 2, 1, 2],
  troops: [3, 8, 2, 6, 2, 4, 9, 1, 2],
  reserves: [4, 3, 0], scores: [7617, 5509, 2761],
};

function scene(before: View, events: Event[], view: Partial<View>, p: number): Scene<Config, View, Event> {
  const frame: Frame<View, Event> = {
    kind: 'frame', window: 0, clock: 'turn', asked: [before.player], acts: [], events,
    view: { ...before, ...view }, times: [], faults: [], notes: [], stderr: [], left: [],
  };
  return { config, before, frame, p, sides: 3 };
}

const list = (values: readonly number[], ...changes: [planet: number, value: number][]) => changes.reduce((made, [planet, value]) => made.with(planet, value), [...values]);

export const scenes: Record<string, Scene<Config, View, Event>> = {
  board: { config, before: start, sides: 3 },
  deploy: scene(
    { ...fight, stage: 'deploy', reserves: [4, 3, 6] },
    [{ deployed: { player: 2, planet: 6, troops: 4 } }],
    { troops: list(fight.troops, [6, 13]), reserves: [4, 3, 2] },
    0.5,
  ),
  dice: scene(
    fight,
    [
      { attacked: { player: 2, from: 6, to: 5 } },
      { rolled: { attacker: [2, 6, 4], defender: [5, 4] } },
      { fought: { from: 6, to: 5, won: false, owner: 0, from_troops: 8, to_troops: 3, to_forts: 0 } },
    ],
    { troops: list(fight.troops, [5, 3], [6, 8]) },
    0.6,
  ),
  won: scene(
    { ...fight, troops: list(fight.troops, [5, 1]) },
    [
      { attacked: { player: 2, from: 6, to: 5 } },
      { rolled: { attacker: [6, 5, 3], defender: [2] } },
      { fought: { from: 6, to: 5, won: true, owner: 2, from_troops: 2, to_troops: 7, to_forts: 0 } },
    ],
    { owners: [0, 0, 1, 1, 0, 2, 2, 1, 2], troops: list(fight.troops, [5, 7], [6, 2]), reserves: [4, 3, 3] },
    0.91,
  ),
  move: scene(
    { ...fight, stage: 'move', player: 0 },
    [
      { moved: { player: 0, from: 1, to: 4, troops: 7 } },
      { passed: { planet: 1 } },
      { passed: { planet: 0 } },
      { passed: { planet: 4 } },
    ],
    { troops: list(fight.troops, [1, 1], [4, 9]) },
    0.42,
  ),
  fort: scene(
    { ...fight, stage: 'fort', player: 1 },
    [{ fortified: { player: 1, planet: 3, troops: 4, forts: 8 } }],
    { troops: list(fight.troops, [3, 2]), forts: list(fight.forts, [3, 8]) },
    1,
  ),
  victory: {
    config,
    before: {
      ...fight, turn: 121, decided: true, owners: [0, 2, 2, 2, 0, 2, 2, 2, 2], troops: [6, 3, 1, 8, 1, 5, 2, 3, 4],
      reserves: [2, 3, 3], scores: [2607, 0, 29159],
    },
    sides: 3,
  },
};
