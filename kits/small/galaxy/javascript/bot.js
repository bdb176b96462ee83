const lines = require('node:readline').createInterface({ input: process.stdin });
let me, edges, view;
lines.on('line', (line) => {
  const m = JSON.parse(line);
  if (m.type === 'start') {
    const ways = m.config.map.edges;
    [me, edges] = [m.seat, [...ways, ...ways.map(([a, b]) => [b, a])]];
  }
  if (m.type !== 'turn' && m.next !== 'more') return;
  view = m.view ?? view;
  const { owners, troops, reserves, stage, phase } = view;
  const free = owners.indexOf(null);
  const planet = free >= 0 ? free : owners.indexOf(me);
  let act = 'next';
  if (stage === 'deploy' && reserves[me] > 0 && planet >= 0) {
    act = phase === 'start' ? { place: { planet } } : { deploy: { planet, troops: reserves[me] } };
  }
  if (stage === 'attack') {
    const weak = ([a, b]) => owners[a] === me && owners[b] !== me && owners[b] !== null && troops[a] > 2 * troops[b] + 1;
    const way = edges.find(weak);
    if (way !== undefined) act = { attack: { from: way[0], to: way[1], ratio: 1, share: 0.6 } };
  }
  if (m.type === 'rejected') act = 'next';
  console.log(JSON.stringify({ window: m.window, act }));
});
