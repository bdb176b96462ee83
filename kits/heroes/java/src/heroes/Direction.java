package heroes;

/** A way to step, in the order in which paths are looked for. */
public enum Direction {
    UP,
    DOWN,
    LEFT,
    RIGHT
}
