package jungle;

/** A diamond. While it is carried, {@code ownerId} is its carrier and {@code position} the carrier's; else there is no owner. */
public record Diamond(String id, Position position, int summonLevel, int points, String ownerId) {}
