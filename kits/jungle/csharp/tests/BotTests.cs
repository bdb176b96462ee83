using System;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using Jungle;
using Action = Jungle.Action;

/// <summary>Marks a test.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class TestAttribute : Attribute
{
}

/// <summary>The unit tests: every method marked with [Test] is run. Add your own here.</summary>
public static class BotTests
{
    private const string Corner = "{'x':3,'y':0}";
    private static readonly string Away = UnitText(2, "null", "null");
    private static int failed;

    public static int Main()
    {
        int passed = 0;
        const BindingFlags all = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        foreach (MethodInfo test in typeof(BotTests).GetMethods(all).Where(method => method.IsDefined(typeof(TestAttribute))))
        {
            int before = failed;
            test.Invoke(null, null);
            passed += failed == before ? 1 : 0;
        }
        Console.WriteLine($"{passed} tests passed" + (failed == 0 ? "" : ", something is wrong"));
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    [Test]
    private static void ATickHasTheDocumentsNames()
    {
        Tick tick = Now(UnitText(1, Corner, "0"), Away, "1", 4);
        Check(tick.Map.Tiles[0, 0] == TileType.Spawn && tick.Map.Tiles[0, 1] == TileType.Wall, "tiles");
        Check(tick.TeamPlayOrderings[6].SequenceEqual(new[] { "1", "0" }), "orderings");
        Unit mine = tick.MyTeam().Units[0];
        Check(mine.Id == "1" && mine.HasDiamond && mine.DiamondId == "gem", "unit");
        Check(tick.Diamond("gem")?.OwnerId == "1", "diamond");
        Check(!tick.Teams[1].Units[0].HasSpawned, "spawned");
    }

    [Test]
    private static void NobodyStepsFromTheFloorOntoASpawnTile()
    {
        int[,] ways = Now(Away, Away, "null", 0).Distances(new Position(0, 0));
        Check(ways[1, 0] == 1 && ways[2, 0] == Tick.Far, "ways");
    }

    [Test]
    private static void ActionsAreWrittenAsTheMatchReadsThem()
    {
        string move = JsonSerializer.Serialize(new Action("3", ActionType.Move, new Position(1, 2)).Wire());
        Check(move == "{\"unit\":3,\"do\":{\"move\":{\"x\":1,\"y\":2}}}", move);
        string summon = JsonSerializer.Serialize(new Action("3", ActionType.Summon).Wire());
        Check(summon == "{\"unit\":3,\"do\":\"summon\"}", summon);
    }

    [Test]
    private static void TheBotComesToLifeNearTheDiamondAndFetchesIt()
    {
        Says(Now(UnitText(1, "null", "null"), Away, "null", 0), ActionType.Spawn, new Position(1, 0));
        Says(Now(UnitText(1, "{'x':1,'y':2}", "null"), Away, "null", 0), ActionType.Move, new Position(3, 0));
    }

    [Test]
    private static void TheBotRaisesADiamondAndDropsItWhenAFoeComes()
    {
        string mine = UnitText(1, Corner, "0");
        Says(Now(mine, Away, "1", 0), ActionType.Summon, null);
        Says(Now(mine, UnitText(2, "{'x':3,'y':2}", "null"), "1", 7), ActionType.Drop, new Position(3, 1));
    }

    [Test]
    private static void TheBotAttacksACarrierBesideIt()
    {
        string mine = UnitText(1, "{'x':2,'y':0}", "null");
        Says(Now(mine, UnitText(2, Corner, "0"), "2", 9), ActionType.Attack, new Position(3, 0));
    }

    private static string UnitText(int number, string at, string diamond)
    {
        return $"{{'unit':{number},'position':{at},'path':[],'diamond':{diamond},'summoning':false,"
            + "'died_at':null,'attacked_by':null,'vined_by':null}";
    }

    private static Tick Now(string mine, string theirs, string owner, int points)
    {
        const string start = "{'seat':0,'config':{'map':['SS.D','##..','S...'],'teams':[{'name':'us'},{'name':'them'}],"
            + "'ticks':300,'diamond_ids':['gem']}}";
        const string team = "{'score':0,'left':false,'errors':[],'units':[";
        string view = "{'tick':5,'orders':[[0,1],[1,0]],'diamonds':[{'position':" + Corner + ",'level':1,'points':" + points
            + ",'owner':" + owner + "}],'teams':[" + team + mine + "]}," + team + theirs + "]}]}";
        return new Game(Parse(start)).Tick(Parse(view));
    }

    private static JsonElement Parse(string text)
    {
        return JsonDocument.Parse(text.Replace('\'', '"')).RootElement;
    }

    private static void Says(Tick tick, ActionType type, Position? target)
    {
        Action action = new Bot().Turn(tick).Single();
        Check(action.Type == type && Nullable.Equals(action.Target, target), $"the bot says {action.Type} {action.Target}");
    }

    private static void Check(bool holds, string what)
    {
        if (!holds)
        {
            failed++;
            Console.Error.WriteLine("not so: " + what);
        }
    }
}
