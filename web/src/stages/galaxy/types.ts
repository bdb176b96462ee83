// To be generated from games/galaxy (config, view, event, action); written by hand from its reels until then.

export type Seat = number;
export type PlanetId = number;
export type Ruleset = 'document' | 'official';
export type EarlyWinCheck = 'action' | 'turn_end';
export type Phase = 'start' | 'main';
export type Stage = 'deploy' | 'attack' | 'move' | 'fort' | 'finished' | 'placed';
export type Reply = 'plain' | 'won' | 'not_won' | 'claimed_only' | 'stumbled';
export type TurnEnd = 'done' | 'timeout' | 'won';
export type MatchEnd = 'strategic' | 'turns';
/** Up to three dice in the order in which they fell. */
export type Dice = number[];

export interface Strategic {
  planet: PlanetId;
  score: number;
}

export interface Rules {
  ruleset: Ruleset;
  number_of_players: number;
  initial_troop: number;
  number_of_turns: number;
  minimum_number_of_turns: number;
  early_win_check: EarlyWinCheck;
  early_win_from_turn: number;
  number_of_strategic_nodes_to_win: number;
  number_of_troops_after_successful_attack: number;
  fort_coef: number;
  minimum_troops_per_turn: number;
}

export interface Config {
  rules: Rules;
  map: {
    name: string | null;
    planets: number;
    edges: [PlanetId, PlanetId][];
    strategic: Strategic[];
    /** Where each planet is drawn, from 0 to 100 both ways. */
    positions: [number, number][] | null;
  };
}

export interface View {
  me: Seat | null;
  turn: number;
  player: Seat;
  phase: Phase;
  stage: Stage;
  owners: (Seat | null)[];
  troops: number[];
  forts: number[];
  reserves: (number | null)[];
  fort_used: (boolean | null)[];
  moved: boolean;
  bonus: boolean;
  reply: Reply;
  decided: boolean;
  scores: number[];
}

export type Event =
  | { turn_started: { turn: number; player: Seat; income: number } }
  | { placed: { player: Seat; planet: PlanetId } }
  | { deployed: { player: Seat; planet: PlanetId; troops: number } }
  | { claimed: { player: Seat; planet: PlanetId } }
  | { attacked: { player: Seat; from: PlanetId; to: PlanetId } }
  | { rolled: { attacker: Dice; defender: Dice } }
  | {
      fought: {
        from: PlanetId;
        to: PlanetId;
        won: boolean;
        owner: Seat;
        from_troops: number;
        to_troops: number;
        to_forts: number;
      };
    }
  | { stumbled: { from: PlanetId; to: PlanetId } }
  | { moved: { player: Seat; from: PlanetId; to: PlanetId; troops: number } }
  | { passed: { planet: PlanetId } }
  | { fortified: { player: Seat; planet: PlanetId; troops: number; forts: number } }
  | { stage_changed: { stage: Stage } }
  | { turn_ended: { turn: number; why: TurnEnd } }
  | { ended: { why: MatchEnd; winner: Seat | null } }
  | { scored: { player: Seat; score: number } };

export type Act =
  | { place: { planet: PlanetId } }
  | { deploy: { planet: PlanetId; troops: number } }
  | { attack: { from: PlanetId; to: PlanetId; ratio: number; share: number } }
  | { move: { from: PlanetId; to: PlanetId; troops: number } }
  | { fort: { planet: PlanetId; troops: number } }
  | 'next';
