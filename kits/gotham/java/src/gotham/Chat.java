package gotham;

/** A message in the chat box. */
public record Chat(String id, int fromAgentId, String text) {}
