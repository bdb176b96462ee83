/**
 * Your thieves: change this file.
 * @module
 */

import { type Agent, type GameView, POLICE_STATION, type Phone, type Unit } from "./gotham.js";

/** Starts far from the police and always goes where the nearest enemy police unit is farthest away. */
export class ThiefAI implements Unit {
  /** To talk to the other thieves of the team. */
  protected readonly _phone: Phone;

  constructor(phone: Phone) {
    this._phone = phone;
  }

  /** Called once, before the first turn: where to hide. */
  getStartingNode(view: GameView): number {
    const stations = view.visibleAgents.filter((agent) => agent.isPoliceSide).map((agent) => agent.nodeId);
    const away = view.config.graph.distances(stations.length > 0 ? stations : [POLICE_STATION]);
    const far = [...away].sort(([a, one], [b, other]) => other - one || a - b);
    // Thieves that hide in one place are caught together.
    return far[(3 * rank(view)) % far.length]?.[0] ?? POLICE_STATION;
  }

  /** Called in each of your half-turns: the node to go to. Your own node means to stay. */
  move(view: GameView): number {
    const { graph } = view.config;
    const isEnemy = (agent: Agent): boolean => agent.isPoliceSide && agent.team !== view.viewer.team;
    const away = graph.distances(view.visibleAgents.filter(isEnemy).map((agent) => agent.nodeId));
    // Far from the police, then cheap, then with many ways out; of equal ones the first.
    const better = (best: number, to: number): number => {
      const far = (away.get(to) ?? 999) - (away.get(best) ?? 999);
      const cheap = graph.price(view.nodeId, best) - graph.price(view.nodeId, to);
      const open = graph.neighbours(to).length - graph.neighbours(best).length;
      return (far || cheap || open) > 0 ? to : best;
    };
    return graph.neighbours(view.nodeId, view.balance).reduce(better, view.nodeId);
  }
}

/** The Joker of the finals. One police unit alone cannot catch it; two can, or Batman. */
export class JokerAI extends ThiefAI {}

/** How many thieves of the own team come before this one. */
function rank(view: GameView): number {
  const own = view.visibleAgents.filter((agent) => agent.team === view.viewer.team && !agent.isPoliceSide);
  return own.filter((agent) => agent.id < view.id).length;
}
