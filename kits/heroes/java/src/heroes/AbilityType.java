package heroes;

/** What an ability is for. */
public enum AbilityType {
    DEFENSIVE,
    DODGE,
    OFFENSIVE
}
