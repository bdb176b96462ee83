package heroes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Rays, sight and shortest paths, exactly as the engine computes them. */
final class Geometry {
    private static final int[][] STEPS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    private Geometry() {}

    static int distance(Cell a, Cell b) {
        return Math.abs(a.getRow() - b.getRow()) + Math.abs(a.getColumn() - b.getColumn());
    }

    /**
     * The cells whose inside the line between the two centres crosses, the start first. Walls stop the ray unless it is
     * lobbing. Where the line goes exactly through a corner, a wall on either side of that corner stops it too.
     */
    static List<Cell> ray(Map map, Cell start, Cell target, boolean lobbing) {
        Cell[][] cells = map.getCells();
        int rows = Math.abs(target.getRow() - start.getRow());
        int columns = Math.abs(target.getColumn() - start.getColumn());
        int rowStep = Integer.signum(target.getRow() - start.getRow());
        int columnStep = Integer.signum(target.getColumn() - start.getColumn());
        int row = start.getRow();
        int column = start.getColumn();
        List<Cell> ray = new ArrayList<>();
        ray.add(cells[row][column]);
        for (int i = 0, j = 0; i < rows || j < columns; ) {
            // On one scale: where the line meets the next border between rows, and between columns.
            int toRow = (2 * i + 1) * columns;
            int toColumn = (2 * j + 1) * rows;
            int nextRow = toRow <= toColumn ? row + rowStep : row;
            int nextColumn = toColumn <= toRow ? column + columnStep : column;
            boolean wall = cells[nextRow][nextColumn].isWall()
                    || toRow == toColumn && (cells[row][nextColumn].isWall() || cells[nextRow][column].isWall());
            if (wall && !lobbing) {
                break;
            }
            i += toRow <= toColumn ? 1 : 0;
            j += toColumn <= toRow ? 1 : 0;
            row = nextRow;
            column = nextColumn;
            ray.add(cells[row][column]);
        }
        return ray;
    }

    /** Whether two cells see each other. Walls neither see nor are seen; heroes never block sight. */
    static boolean sees(Map map, Cell a, Cell b) {
        Cell[][] cells = map.getCells();
        if (cells[a.getRow()][a.getColumn()].isWall() || cells[b.getRow()][b.getColumn()].isWall()) {
            return false;
        }
        List<Cell> ray = ray(map, a, b, false);
        return ray.get(ray.size() - 1).equals(b);
    }

    /** Breadth first over free cells, neighbours in the order of {@link Direction}. Heroes are ignored. */
    static Direction[] path(Map map, Cell start, Cell target, Cell[] blocked) {
        boolean[][] closed = new boolean[map.getRowNum()][map.getColumnNum()];
        for (Cell[] line : map.getCells()) {
            for (Cell cell : line) {
                closed[cell.getRow()][cell.getColumn()] = cell.isWall();
            }
        }
        for (Cell cell : blocked) {
            if (map.isInMap(cell.getRow(), cell.getColumn())) {
                closed[cell.getRow()][cell.getColumn()] = true;
            }
        }
        if (closed[start.getRow()][start.getColumn()] || closed[target.getRow()][target.getColumn()]) {
            return new Direction[0];
        }
        closed[start.getRow()][start.getColumn()] = true;
        Direction[][] came = new Direction[map.getRowNum()][map.getColumnNum()];
        Deque<Cell> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty() && came[target.getRow()][target.getColumn()] == null) {
            Cell cell = queue.remove();
            for (Direction way : Direction.values()) {
                int row = cell.getRow() + STEPS[way.ordinal()][0];
                int column = cell.getColumn() + STEPS[way.ordinal()][1];
                if (map.isInMap(row, column) && !closed[row][column]) {
                    closed[row][column] = true;
                    came[row][column] = way;
                    queue.add(map.getCell(row, column));
                }
            }
        }
        List<Direction> path = new ArrayList<>();
        int row = target.getRow();
        int column = target.getColumn();
        while (came[row][column] != null) {
            Direction way = came[row][column];
            path.add(0, way);
            row -= STEPS[way.ordinal()][0];
            column -= STEPS[way.ordinal()][1];
        }
        return path.toArray(Direction[]::new);
    }
}
