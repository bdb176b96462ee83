package gotham;

/** A message in the chat box. */
public record Chat(int fromAgentId, String text) {}
