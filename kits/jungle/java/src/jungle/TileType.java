package jungle;

/** What a tile is. */
public enum TileType {
    EMPTY,
    WALL,
    SPAWN,
}
