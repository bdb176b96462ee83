package gotham;

/** What a character costs, and how long a message may be. */
public record ChatSettings(double chatCostPerCharacter, int chatBoxMaxSize) {}
