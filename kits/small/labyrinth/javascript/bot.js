// Goes the shortest way to the Light Core, whoever hunts it.
const WAYS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
let board, walls, steps;

const key = (row, col) => `${row} ${col}`;
function beside([row, col]) {
  return Object.entries(WAYS).flatMap(([way, [down, right]]) => {
    const to = [row + down, col + right];
    const wall = `${Math.min(row, to[0])} ${Math.min(col, to[1])} ${down ? 'h' : 'v'}`;
    const inside = to[0] >= 0 && to[0] < board.rows && to[1] >= 0 && to[1] < board.cols;
    return inside && !walls.has(wall) ? [{ way, to }] : [];
  });
}

require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'start') {
    board = message.config;
    walls = new Set(board.walls.map(({ row, col, dir }) => `${row} ${col} ${dir}`));
    steps = new Map([[key(...board.core), 0]]);
    const queue = [board.core];
    for (const cell of queue) {
      for (const { to } of beside(cell)) {
        if (steps.has(key(...to))) continue;
        steps.set(key(...to), steps.get(key(...cell)) + 1);
        queue.push(to);
      }
    }
  } else if (message.type === 'turn' || message.next === 'more') {
    const { runners, turn } = message.view;
    const far = ({ to }) => steps.get(key(...to)) ?? 999;
    const move = beside(runners[turn].at).sort((a, b) => far(a) - far(b))[0].way;
    console.log(JSON.stringify({ window: message.window, act: { move } }));
  }
});
