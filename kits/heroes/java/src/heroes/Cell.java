package heroes;

/** A cell of the map. Two cells are equal if they have the same row and column. */
public final class Cell {
    /** The cell of a hero that is dead or that you do not see. */
    public static final Cell NONE = new Cell(-1, -1);

    private final int row;
    private final int column;
    boolean wall;
    boolean myRespawnZone;
    boolean oppRespawnZone;
    boolean objectiveZone;
    boolean vision;

    /** A cell of these coordinates. */
    public Cell(int row, int column) {
        this.row = row;
        this.column = column;
    }

    /** The row, from the top. */
    public int getRow() {
        return row;
    }

    /** The column, from the left. */
    public int getColumn() {
        return column;
    }

    /** Whether nobody can stand here. */
    public boolean isWall() {
        return wall;
    }

    /** Whether your heroes come to life here. */
    public boolean isInMyRespawnZone() {
        return myRespawnZone;
    }

    /** Whether the enemy's heroes come to life here. */
    public boolean isInOppRespawnZone() {
        return oppRespawnZone;
    }

    /** Whether standing here scores. */
    public boolean isInObjectiveZone() {
        return objectiveZone;
    }

    /** Whether one of your heroes sees this cell now. */
    public boolean isInVision() {
        return vision;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cell && ((Cell) other).row == row && ((Cell) other).column == column;
    }

    @Override
    public int hashCode() {
        return 1009 * row + column;
    }

    @Override
    public String toString() {
        return "(" + row + ", " + column + ")";
    }
}
