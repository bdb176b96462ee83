package heroes;

/** An ability that was used in the last action phase, as far as you saw it. */
public final class CastAbility {
    private final int casterId;
    private final int[] targetHeroIds;
    private final Cell startCell;
    private final Cell endCell;
    private final AbilityName abilityName;

    CastAbility(int casterId, int[] targetHeroIds, Cell startCell, Cell endCell, AbilityName abilityName) {
        this.casterId = casterId;
        this.targetHeroIds = targetHeroIds;
        this.startCell = startCell;
        this.endCell = endCell;
        this.abilityName = abilityName;
    }

    /** -1 if you did not see who used it. */
    public int getCasterId() {
        return casterId;
    }

    /** The heroes it reached, of those you saw. */
    public int[] getTargetHeroIds() {
        return targetHeroIds;
    }

    /** {@link Cell#NONE} if you did not see it. */
    public Cell getStartCell() {
        return startCell;
    }

    /** {@link Cell#NONE} if you did not see it. */
    public Cell getEndCell() {
        return endCell;
    }

    /** Which ability it was. */
    public AbilityName getAbilityName() {
        return abilityName;
    }
}
