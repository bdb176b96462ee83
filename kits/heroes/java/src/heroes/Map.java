package heroes;

import java.util.Arrays;
import java.util.function.Predicate;

import meydan.Json;

/** The map. */
public final class Map {
    private final Cell[][] cells;

    Map(Json config, int me) {
        Json walls = config.get("walls");
        Json mine = config.get("respawn").get(me);
        Json theirs = config.get("respawn").get(1 - me);
        Json objective = config.get("objective");
        cells = new Cell[walls.size()][walls.get(0).asText().length()];
        for (int row = 0; row < cells.length; row++) {
            for (int column = 0; column < cells[row].length; column++) {
                Cell cell = new Cell(row, column);
                cell.wall = has(walls, cell);
                cell.myRespawnZone = has(mine, cell);
                cell.oppRespawnZone = has(theirs, cell);
                cell.objectiveZone = has(objective, cell);
                cells[row][column] = cell;
            }
        }
    }

    /** All cells: {@code getCells()[row][column]}. */
    public Cell[][] getCells() {
        return cells;
    }

    /** The cell at these coordinates; null outside the map. */
    public Cell getCell(int row, int column) {
        return isInMap(row, column) ? cells[row][column] : null;
    }

    /** Whether these coordinates are on the map. */
    public boolean isInMap(int row, int column) {
        return row >= 0 && row < cells.length && column >= 0 && column < cells[0].length;
    }

    /** How many rows there are. */
    public int getRowNum() {
        return cells.length;
    }

    /** How many columns there are. */
    public int getColumnNum() {
        return cells[0].length;
    }

    /** Where your heroes come to life. */
    public Cell[] getMyRespawnZone() {
        return zone(Cell::isInMyRespawnZone);
    }

    /** Where the enemy's heroes come to life. */
    public Cell[] getOppRespawnZone() {
        return zone(Cell::isInOppRespawnZone);
    }

    /** Where standing scores. */
    public Cell[] getObjectiveZone() {
        return zone(Cell::isInObjectiveZone);
    }

    /** Sets which cells are seen now. */
    void see(Json rows) {
        for (Cell[] line : cells) {
            for (Cell cell : line) {
                cell.vision = has(rows, cell);
            }
        }
    }

    private Cell[] zone(Predicate<Cell> in) {
        return Arrays.stream(cells).flatMap(Arrays::stream).filter(in).toArray(Cell[]::new);
    }

    private static boolean has(Json rows, Cell cell) {
        return rows.get(cell.getRow()).asText().charAt(cell.getColumn()) == '#';
    }
}
