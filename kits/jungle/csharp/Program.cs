using Jungle;
using Meydan;

/// <summary>Starts the bot.</summary>
public static class Program
{
    public static void Main()
    {
        // Before the bot is made: what it prints then must not reach the match.
        Match.TakeOutput();
        Game.Play(() => new Bot());
    }
}
