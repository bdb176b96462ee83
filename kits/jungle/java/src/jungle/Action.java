package jungle;

import java.util.Locale;
import meydan.Json;

/** One order for one unit. {@code target} is needed by all but SUMMON and NONE. */
public record Action(String unitId, ActionType action, Position target) {
    /** An order that needs no target. */
    public Action(String unitId, ActionType action) {
        this(unitId, action, null);
    }

    /** The order as the match reads it. */
    public Json wire() {
        String deed = action.name().toLowerCase(Locale.ROOT);
        boolean plain = target == null || action == ActionType.SUMMON || action == ActionType.NONE;
        Object what = plain ? deed : Json.object(deed, Json.object("x", target.x(), "y", target.y()));
        // A unit or target that makes no sense is an error for this order alone; the match says which.
        int unit = unitId != null && unitId.matches("[0-9]{1,9}") ? Integer.parseInt(unitId) : 0;
        return Json.object("unit", unit, "do", what);
    }
}
