package heroes;

/** What the kit calls, once in every phase. */
public interface Player {
    /** Once, before the picks (5 s). */
    void preProcess(World world);

    /** Four times: pick one hero (0.2 s). */
    void pickTurn(World world);

    /** In each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then 0.2 s). */
    void moveTurn(World world);

    /** Once a turn, after the moves: every hero may use one ability (0.2 s). */
    void actionTurn(World world);
}
