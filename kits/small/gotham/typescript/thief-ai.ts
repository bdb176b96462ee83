// Thieves hide far from the police station and then keep away from the police they see.
import { type GameView, POLICE_STATION, type Phone, type Unit } from "./gotham.js";

export class ThiefAI implements Unit {
  constructor(_phone: Phone) {}

  getStartingNode(view: GameView): number {
    const [farthest] = [...view.config.graph.distances([POLICE_STATION])].sort(([, a], [, b]) => b - a);
    return farthest?.[0] ?? POLICE_STATION;
  }

  move(view: GameView): number {
    const police = view.visibleAgents.filter((agent) => agent.isPoliceSide && agent.team !== view.viewer.team);
    const away = view.config.graph.distances(police.map((agent) => agent.nodeId));
    const free = view.config.graph.neighbours(view.nodeId, 0);
    return free.sort((a, b) => (away.get(b) ?? 0) - (away.get(a) ?? 0))[0] ?? view.nodeId;
  }
}

export class JokerAI extends ThiefAI {}
