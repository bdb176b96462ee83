package gotham;

/** A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro. */
public record Path(int id, int firstNodeId, int secondNodeId, double price) {}
