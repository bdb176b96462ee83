package jungle;

/** What befell a unit in the last tick; null where nothing did. */
public record LastState(
        Position positionBefore, Position positionBeforeDying, String wasAttackedBy, String wasVinedBy, boolean hasSummoned) {}
