// To be generated from games/gotham (config, view, event, action); written by hand from its reels until then.

export type Ruleset = 'document' | 'official-prelim' | 'official';
export type Team = 'first' | 'second';
export type Kind = 'thief' | 'police' | 'joker' | 'batman';
export type Half = 'thieves' | 'police';
export type Way = 'walk' | 'bus' | 'metro';
export type Phase = 'pending' | 'ongoing' | 'finished';

export interface Node {
  id: number;
  x: number;
  y: number;
}

export interface Path {
  id: number;
  from: number;
  to: number;
  price: number;
  way: Way;
}

export interface Unit {
  id: number;
  team: Team;
  kind: Kind;
  node: number;
  balance: number;
}

export interface Income {
  police: number;
  thieves: number;
}

export interface ChatTerms {
  box_size: number;
  cost: number;
}

export interface Radii {
  thief: number;
  joker: number;
  batman: number;
}

export interface Config {
  ruleset: Ruleset;
  nodes: Node[];
  paths: Path[];
  units: Unit[];
  order: number[];
  income: Income;
  max_turns: number;
  visible_turns: number[];
  chat: ChatTerms;
  radii: Radii;
}

export interface Turn {
  number: number;
  half: Half;
}

export interface Message {
  from: number;
  text: string;
}

export interface UnitState {
  id: number;
  team: Team;
  kind: Kind;
  node: number;
  dead: boolean;
  caught_at: number;
  balance: number;
  ready: boolean;
  moved: boolean;
  sent: boolean;
}

export interface Sighting {
  id: number;
  team: Team;
  kind: Kind;
  node: number;
  dead: boolean;
}

export interface TeamChat {
  team: Team;
  thieves: Message[];
  police: Message[];
}

export interface Overview {
  units: UnitState[];
  chats: TeamChat[];
}

export interface View {
  phase: Phase;
  winner: Team | null;
  turn: Turn;
  visible_turn: boolean;
  me: UnitState | null;
  units: Sighting[];
  chat: Message[];
  overview: Overview | null;
}

export type Event =
  | { joined: { unit: number; node: number } }
  | { phase: { from: Phase; to: Phase } }
  | { turn: { number: number; half: Half; visible: boolean } }
  | { moved: { unit: number; from: number; to: number; price: number; balance: number } }
  | { said: { unit: number; text: string; price: number; balance: number } }
  | { caught: { unit: number; node: number } }
  | { joker_caught: { unit: number; node: number } }
  | { paid: { unit: number; wage: number; balance: number } }
  | { decided: { winner: Team } };

export type Act = { ready: { node: number } } | { move: { to: number } } | { say: { text: string } };
