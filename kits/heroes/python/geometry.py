"""Rays, sight and shortest paths, exactly as the engine computes them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Tuple

if TYPE_CHECKING:
    from heroes import Cell, Map

#: What a step up, down, left or right adds to row and column, in the order in which paths are looked for.
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def distance(a: Cell, b: Cell) -> int:
    return abs(a.row - b.row) + abs(a.column - b.column)


def ray(board: Map, start: Cell, target: Cell, lobbing: bool) -> Iterator[Cell]:
    """The cells whose inside the line between the two centres crosses, the start first.

    Walls stop the ray unless it is lobbing. Where the line goes exactly through a corner, a wall on either side of that
    corner stops it too.
    """
    rows, columns = abs(target.row - start.row), abs(target.column - start.column)
    row_step = 1 if target.row > start.row else -1
    column_step = 1 if target.column > start.column else -1
    row, column, i, j = start.row, start.column, 0, 0
    yield board.cells[row][column]
    while i < rows or j < columns:
        # On one scale: where the line meets the next border between rows, and between columns.
        next_row, next_column = (2 * i + 1) * columns, (2 * j + 1) * rows
        by_row, by_column = next_row <= next_column, next_column <= next_row
        after_row = row + row_step if by_row else row
        after_column = column + column_step if by_column else column
        if not lobbing:
            touched = [(after_row, after_column)]
            if by_row and by_column:
                touched += [(row, after_column), (after_row, column)]
            if any(board.cells[r][c].is_wall for r, c in touched):
                return
        row, column, i, j = after_row, after_column, i + by_row, j + by_column
        yield board.cells[row][column]


def sees(board: Map, a: Cell, b: Cell) -> bool:
    """Whether two cells see each other. Walls neither see nor are seen; heroes never block sight."""
    if board.cells[a.row][a.column].is_wall:
        return False
    *_, last = ray(board, a, b, lobbing=False)
    return last == b and not last.is_wall


def shortest_path(board: Map, start: Cell, target: Cell, blocked: Iterable[Cell]) -> List[int]:
    """The steps of a shortest path, as indexes of STEPS: breadth first over free cells, heroes ignored."""
    closed = {(cell.row, cell.column) for cell in blocked}
    first, goal = (start.row, start.column), (target.row, target.column)
    if any(at in closed or board.cells[at[0]][at[1]].is_wall for at in (first, goal)):
        return []
    closed.add(first)
    came: Dict[Tuple[int, int], Tuple[Tuple[int, int], int]] = {}
    queue = deque([first])
    while queue and goal not in came:
        at = queue.popleft()
        for step, (down, right) in enumerate(STEPS):
            there = (at[0] + down, at[1] + right)
            if there in closed or not board.is_in_map(*there) or board.cells[there[0]][there[1]].is_wall:
                continue
            closed.add(there)
            came[there] = (at, step)
            queue.append(there)
    path: List[int] = []
    at = goal
    while at in came:
        at, step = came[at]
        path.append(step)
    return path[::-1]
