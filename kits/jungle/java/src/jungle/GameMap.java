package jungle;

import java.util.List;

/** The tiles, {@code tiles[x][y]}, and the diamonds. */
public record GameMap(TileType[][] tiles, List<Diamond> diamonds) {}
