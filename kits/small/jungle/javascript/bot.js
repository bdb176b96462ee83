const lines = require('node:readline').createInterface({ input: process.stdin });
const any = (list) => list[Math.floor(Math.random() * list.length)];
const away = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
let me, rows, spawns;
lines.on('line', (line) => {
  const m = JSON.parse(line);
  if (m.type === 'start') {
    [me, rows] = [m.seat, m.config.map.map((row) => [...row])];
    spawns = rows.flatMap((row, y) => row.flatMap((tile, x) => (tile === 'S' ? [{ x, y }] : [])));
  }
  if (m.type !== 'turn') return;
  const { teams, diamonds } = m.view;
  const loose = diamonds.filter(({ owner }) => owner === null).map(({ position }) => position);
  const order = ({ position: at, diamond }) => {
    if (at === null) return { spawn: any(spawns) };
    if (diamond === null) return loose.length > 0 ? { move: loose.reduce((a, b) => (away(at, b) < away(at, a) ? b : a)) } : 'none';
    if (diamonds[diamond].points < 30) return 'none';
    const beside = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y]) => ({ x: at.x + x, y: at.y + y }));
    return { drop: beside.find(({ x, y }) => '.D,'.includes(rows[y]?.[x] ?? '#')) };
  };
  const orders = teams[me].units.map((unit) => ({ unit: unit.unit, do: order(unit) }));
  console.log(JSON.stringify({ window: m.window, act: { orders } }));
});
