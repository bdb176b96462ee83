// Your bot: change this file.

/** Takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones before others. */
export class Bot {
  #fortUsed = false;

  /** A turn of the start phase: one troop. */
  async initializer(game) {
    await game.putOneTroop(this.place(game));
    await game.nextState();
  }

  /** The best free strategic planet, else the weakest strategic planet of ours, else any free planet. */
  place(game) {
    const owners = game.getOwners();
    const troops = game.getTroopsCount();
    const strategic = game.getStrategicNodes();
    const me = game.getPlayerId();
    const free = [...strategic.keys()].filter((planet) => owners[planet] === -1);
    if (free.length > 0) return most(free, (planet) => strategic.get(planet));
    let mine = [...strategic.keys()].filter((planet) => owners[planet] === me);
    if (mine.length === 0) mine = [...owners.keys()].filter((planet) => owners[planet] === me);
    return mine.length > 0 ? most(mine, (planet) => -troops[planet]) : owners.indexOf(-1);
  }

  /** A turn of the main phase: put troops, attack, move, fortify. */
  async turn(game) {
    const goal = this.front(game);
    if (goal !== null && game.getNumberOfTroopsToPut() > 0) {
      await game.putTroop(goal, game.getNumberOfTroopsToPut());
    }
    await game.nextState();
    for (let attack; (attack = this.bestAttack(game)); ) {
      await game.attack(attack[0], attack[1], 1.0, 0.7);
    }
    await game.nextState();
    const move = this.bestMove(game);
    if (move) await game.moveTroop(...move);
    await game.nextState();
    await this.fortify(game);
    await game.nextState();
  }

  /** What a planet is worth to us. */
  value(game, planet) {
    return 10 + 10 * (game.getStrategicNodes().get(planet) ?? 0);
  }

  /** Pairs of a planet of ours and a neighbour of another player. */
  fronts(game) {
    const owners = game.getOwners();
    const me = game.getPlayerId();
    const pairs = game.getAdj().flatMap((beside, a) => (owners[a] === me ? beside.map((b) => [a, b]) : []));
    return pairs.filter(([, b]) => owners[b] !== -1 && owners[b] !== me);
  }

  /** Where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere. */
  front(game) {
    const troops = game.getTroopsCount();
    const forts = game.getNumberOfFortTroops();
    const owners = game.getOwners();
    const gain = ([a, b]) => this.value(game, b) + 2 * (troops[a] - troops[b] - forts[b]);
    const fronts = this.fronts(game);
    if (fronts.length > 0) return most(fronts, gain)[0];
    const anywhere = owners.indexOf(game.getPlayerId());
    if (anywhere >= 0) return anywhere;
    return owners.includes(-1) ? owners.indexOf(-1) : null;
  }

  /** The most valuable attack in which we are about twice as strong. */
  bestAttack(game) {
    const troops = game.getTroopsCount();
    const forts = game.getNumberOfFortTroops();
    const isStrong = ([a, b]) => troops[a] > 1 && troops[a] >= 2 * (troops[b] + forts[b]);
    const attacks = this.fronts(game).filter(isStrong);
    return attacks.length > 0 ? most(attacks, ([, b]) => this.value(game, b)) : null;
  }

  /** The largest garrison that stands behind the lines goes to the first front it can reach. */
  bestMove(game) {
    const owners = game.getOwners();
    const troops = game.getTroopsCount();
    const fronts = this.fronts(game).map(([a]) => a);
    const isBehind = (planet) => owners[planet] === game.getPlayerId() && !fronts.includes(planet) && troops[planet] > 1;
    const behind = [...owners.keys()].filter(isBehind);
    if (behind.length === 0) return null;
    const source = most(behind, (planet) => troops[planet]);
    const reached = game.getReachable(source).find((planet) => fronts.includes(planet));
    return reached === undefined ? null : [source, reached, troops[source] - 1];
  }

  /** Once three strategic planets are ours, the strongest of them gets a fort for half of its troops. */
  async fortify(game) {
    const owners = game.getOwners();
    const troops = game.getTroopsCount();
    const mine = [...game.getStrategicNodes().keys()].filter((planet) => owners[planet] === game.getPlayerId());
    if (this.#fortUsed || mine.length < 3) return;
    const planet = most(mine, (planet) => troops[planet]);
    if (troops[planet] < 4) return;
    await game.fort(planet, Math.floor(troops[planet] / 2));
    this.#fortUsed = true;
  }
}

/** The first of the things that are worth most. */
function most(things, worth) {
  return things.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}
