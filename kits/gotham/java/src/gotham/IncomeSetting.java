package gotham;

/** What a unit earns in a turn. */
public record IncomeSetting(double policeIncomeEachTurn, double thievesIncomeEachTurn) {}
