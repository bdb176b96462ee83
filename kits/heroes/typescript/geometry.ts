// Rays, sight and shortest paths, exactly as the engine computes them.

import type { Cell, Direction, Map } from "./heroes.js";

/** In the order in which paths are looked for. */
const STEPS: [Direction, number, number][] = [
  ["UP", -1, 0],
  ["DOWN", 1, 0],
  ["LEFT", 0, -1],
  ["RIGHT", 0, 1],
];

export function distance(a: Cell, b: Cell): number {
  return Math.abs(a.row - b.row) + Math.abs(a.column - b.column);
}

/**
 * The cells whose inside the line between the two centres crosses, the start first. Walls stop the ray unless it is lobbing. Where
 * the line goes exactly through a corner, a wall on either side of that corner stops it too.
 */
export function ray(map: Map, start: Cell, target: Cell, lobbing: boolean): Cell[] {
  const at = (row: number, column: number): Cell => map.cells[row]![column]!;
  const [rows, columns] = [target.row - start.row, target.column - start.column];
  let { row, column } = start;
  const found = [start];
  for (let i = 0, j = 0; i < Math.abs(rows) || j < Math.abs(columns); ) {
    // On one scale: where the line meets the next border between rows, and between columns.
    const toRow = (2 * i + 1) * Math.abs(columns);
    const toColumn = (2 * j + 1) * Math.abs(rows);
    const nextRow = toRow <= toColumn ? row + Math.sign(rows) : row;
    const nextColumn = toColumn <= toRow ? column + Math.sign(columns) : column;
    const touched = [at(nextRow, nextColumn)];
    if (toRow === toColumn) touched.push(at(row, nextColumn), at(nextRow, column));
    if (!lobbing && touched.some((cell) => cell.isWall)) break;
    if (toRow <= toColumn) i++;
    if (toColumn <= toRow) j++;
    [row, column] = [nextRow, nextColumn];
    found.push(at(row, column));
  }
  return found;
}

/** Whether two cells see each other. Walls neither see nor are seen; heroes never block sight. */
export function sees(map: Map, a: Cell, b: Cell): boolean {
  return !a.isWall && !b.isWall && ray(map, a, b, false).at(-1) === b;
}

/** Breadth first over free cells. Heroes are ignored. */
export function path(map: Map, start: Cell, target: Cell, blocked: Cell[]): Direction[] {
  const closed = new Set(blocked.map((cell) => map.getCell(cell.row, cell.column)));
  const isFree = (cell: Cell | undefined): cell is Cell => cell !== undefined && !cell.isWall && !closed.has(cell);
  if (!isFree(start) || !isFree(target)) return [];
  closed.add(start);
  const came = new globalThis.Map<Cell, [Cell, Direction]>();
  const queue = [start];
  for (const cell of queue) {
    if (cell === target) break;
    for (const [way, rows, columns] of STEPS) {
      const next = map.getCell(cell.row + rows, cell.column + columns);
      if (!isFree(next)) continue;
      closed.add(next);
      came.set(next, [cell, way]);
      queue.push(next);
    }
  }
  const found: Direction[] = [];
  for (let step = came.get(target); step; step = came.get(step[0])) found.unshift(step[1]);
  return found;
}
