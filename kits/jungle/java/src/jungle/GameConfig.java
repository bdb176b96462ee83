package jungle;

/** Numbers of the rules. */
public record GameConfig(
        int pointsPerDiamond, int maximumDiamondSummonLevel, int initialDiamondSummonLevel, int maximumUnitPerPosition,
        int warmUpPeriod) {}
