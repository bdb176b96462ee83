package gotham;

/** What the kit calls: one unit of your team. */
public interface Unit {
    /** Once, before the first turn: where to start. Police start at their station whatever they answer. */
    int getStartingNode(GameView view);

    /** In each of your half-turns: the node to go to. Your own node means to stay. */
    int move(GameView view);
}
