package gotham;

/** A place in the city. {@code x} and {@code y} are for drawing. */
public record Node(int id, double x, double y) {}
