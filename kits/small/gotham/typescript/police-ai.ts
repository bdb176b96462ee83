// Police go after the thieves they see, and walk about while they see none.
import type { GameView, Phone, Unit } from "./gotham.js";

export class PoliceAI implements Unit {
  constructor(_phone: Phone) {}

  getStartingNode(view: GameView): number {
    return view.nodeId;
  }

  move(view: GameView): number {
    const free = view.config.graph.neighbours(view.nodeId, 0);
    const thief = view.visibleAgents.find((agent) => agent.team !== view.viewer.team && !agent.isPoliceSide && !agent.isDead);
    if (thief) {
      const away = view.config.graph.distances([thief.nodeId]);
      free.sort((a, b) => (away.get(a) ?? 999) - (away.get(b) ?? 999));
      return free[0] ?? view.nodeId;
    }
    return free[(Math.floor(view.turn.turnNumber / 2) + view.id) % free.length] ?? view.nodeId;
  }
}

export class BatmanAI extends PoliceAI {}
