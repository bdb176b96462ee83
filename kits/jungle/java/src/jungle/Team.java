package jungle;

import java.util.List;

/** A team. {@code errors} say what was wrong with your last orders; those of others are hidden. */
public record Team(String id, String name, int score, List<Unit> units, List<String> errors, boolean isDead) {}
