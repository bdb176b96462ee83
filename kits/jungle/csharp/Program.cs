using Jungle;

/// <summary>Starts the bot.</summary>
public static class Program
{
    public static void Main()
    {
        Game.Play(() => new Bot());
    }
}
