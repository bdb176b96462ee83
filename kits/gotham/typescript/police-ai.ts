/**
 * Your police: change this file.
 * @module
 */

import type { Agent, GameView, Phone, Unit } from "./gotham.js";

/** Stands for a thief of whom only a message told. Real numbers are positive. */
const UNNAMED = 0;

/** Remembers where the thieves were seen, works out where they can be by now, and goes there. */
export class PoliceAI implements Unit {
  #phone: Phone;
  /** For each enemy thief that was seen: where it can be now. */
  #hideouts = new Map<number, Set<number>>();
  /** How many messages of the chat box were read. */
  #read = 0;
  /** How many stops of the patrol are behind this unit. */
  #tour = 0;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  /** Called once, before the first turn. Police start at their station whatever they answer. */
  getStartingNode(view: GameView): number {
    return view.nodeId;
  }

  /** Called in each of your half-turns: the node to go to. Your own node means to stay. */
  move(view: GameView): number {
    this.#look(view);
    this.#listen(view);
    this.#talk(view);
    return step(view, this.#target(view) ?? this.#patrol(view));
  }

  /** Thieves have moved since the last time, and none of them is where our police stand. */
  #look(view: GameView): void {
    for (const nodes of this.#hideouts.values()) {
      for (const node of [...nodes]) view.config.graph.neighbours(node).forEach((there) => nodes.add(there));
      for (const guard of ownPolice(view)) nodes.delete(guard.nodeId);
    }
    for (const agent of view.visibleAgents.filter((seen) => isPrey(view, seen))) {
      this.#hideouts.set(agent.id, new Set(agent.isDead ? [] : [agent.nodeId]));
    }
  }

  /** A message is the node where somebody saw a thief. It is worth something to whoever knows of none. */
  #listen(view: GameView): void {
    for (const chat of view.chatBox.slice(this.#read)) {
      const node = parseInt(chat.text, 2);
      if (chat.fromAgentId !== view.id && this.#wanted().length === 0) {
        this.#hideouts.set(UNNAMED, new Set([node, ...view.config.graph.neighbours(node)]));
      }
    }
    this.#read = view.chatBox.length;
  }

  /** Where sight is short, tells the others what they may not see. The units take turns, so that two messages never cross. */
  #talk(view: GameView): void {
    const crowd = ownPolice(view);
    const mine = crowd[Math.floor(view.turn.turnNumber / 2) % crowd.length]?.id === view.id;
    const seen = view.visibleAgents.find((agent) => isPrey(view, agent) && !agent.isDead);
    if (mine && seen && view.config.graph.visibleRadiusXPoliceThief > 0) {
      const text = seen.nodeId.toString(2);
      if (text.length * view.chatSettings.chatCostPerCharacter <= view.balance) this.#phone.sendMessage(text);
    }
  }

  /** The nearest place where the thief can be that this unit is after. */
  #target(view: GameView): number | undefined {
    const wanted = this.#wanted();
    const away = view.config.graph.distances([view.nodeId], view.balance);
    const nodes = [...(wanted[rank(view) % wanted.length] ?? [])].sort((a, b) => a - b);
    const nearer = (best: number, node: number): number =>
      (away.get(node) ?? 999) < (away.get(best) ?? 999) ? node : best;
    return nodes.length > 0 ? nodes.reduce(nearer) : undefined;
  }

  /** The hideouts of the thieves that can still be somewhere, by the thieves' numbers. */
  #wanted(): Set<number>[] {
    const known = [...this.#hideouts].filter(([, nodes]) => nodes.size > 0);
    return known.sort(([a], [b]) => a - b).map(([, nodes]) => nodes);
  }

  /** Nobody is known: walks about, each unit in a part of the city of its own. */
  #patrol(view: GameView): number {
    const { nodes } = view.config.graph;
    const stop = (): number => nodes[(7 * rank(view) + 11 * this.#tour) % nodes.length]?.id ?? view.nodeId;
    if (stop() === view.nodeId) this.#tour++;
    return stop();
  }
}

/** The Batman of the finals: catches thieves like any police unit, and a Joker without help. */
export class BatmanAI extends PoliceAI {}

/** One move towards a node, the cheapest of the shortest ones. */
function step(view: GameView, target: number): number {
  const { graph } = view.config;
  const away = graph.distances([target], view.balance);
  const better = (best: number, to: number): number => {
    const near = (away.get(best) ?? 999) - (away.get(to) ?? 999);
    const cheap = graph.price(view.nodeId, best) - graph.price(view.nodeId, to);
    return (near || cheap) > 0 ? to : best;
  };
  return graph.neighbours(view.nodeId, view.balance).reduce(better, view.nodeId);
}

/** Whether this is a thief of the other team. */
function isPrey(view: GameView, agent: Agent): boolean {
  return agent.team !== view.viewer.team && !agent.isPoliceSide;
}

/** The own police, this unit too, by their numbers. */
function ownPolice(view: GameView): Agent[] {
  const others = view.visibleAgents.filter((agent) => agent.team === view.viewer.team && agent.isPoliceSide);
  return [view.viewer, ...others].sort((a, b) => a.id - b.id);
}

/** How many police units of the own team come before this one. */
function rank(view: GameView): number {
  return ownPolice(view).findIndex((agent) => agent.id === view.id);
}
