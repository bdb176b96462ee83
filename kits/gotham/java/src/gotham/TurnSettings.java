package gotham;

import java.util.List;

/** The last turn, and the turns on which thieves show themselves. */
public record TurnSettings(int maxTurn, List<Integer> visibleTurns) {}
