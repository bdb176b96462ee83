using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using Meydan;

// The jungle as a bot sees it: one Tick after another, under the names of the rule document.
namespace Jungle
{
    /// <summary>A tile: X to the right, Y down.</summary>
    public readonly struct Position : IEquatable<Position>
    {
        /// <summary>A tile of these coordinates.</summary>
        public Position(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <summary>The column, from the left.</summary>
        public int X { get; }
        /// <summary>The row, from the top.</summary>
        public int Y { get; }

        /// <summary>Steps to another tile if there were no walls.</summary>
        public int Distance(Position other)
        {
            return Math.Abs(X - other.X) + Math.Abs(Y - other.Y);
        }

        /// <summary>The four tiles beside this one: above, below, left, right. They may be off the map.</summary>
        public IEnumerable<Position> Neighbours()
        {
            yield return new Position(X, Y - 1);
            yield return new Position(X, Y + 1);
            yield return new Position(X - 1, Y);
            yield return new Position(X + 1, Y);
        }

        bool IEquatable<Position>.Equals(Position other) => X == other.X && Y == other.Y;
        /// <inheritdoc/>
        public override int GetHashCode() => HashCode.Combine(X, Y);
        /// <inheritdoc/>
        public override string ToString() => $"({X}, {Y})";
    }

    /// <summary>What a tile is.</summary>
    public enum TileType
    {
        Empty,
        Wall,
        Spawn,
    }

    /// <summary>What a unit can do.</summary>
    public enum ActionType
    {
        Spawn,
        Move,
        Summon,
        Drop,
        Vine,
        Attack,
        None,
    }

    /// <summary>One order for one unit. A target is needed by all but Summon and None.</summary>
    public sealed class Action
    {
        /// <summary>An order; the target is needed by all but Summon and None.</summary>
        public Action(string unitId, ActionType type, Position? target = null)
        {
            UnitId = unitId;
            Type = type;
            Target = target;
        }

        /// <summary>For whom.</summary>
        public string UnitId { get; }
        /// <summary>What to do.</summary>
        public ActionType Type { get; }
        /// <summary>Where; all but Summon and None need it.</summary>
        public Position? Target { get; }

        /// <summary>The order as the match reads it.</summary>
        public object Wire()
        {
            object deed = Type.ToString().ToLowerInvariant();
            if (Target is Position at && Type != ActionType.Summon && Type != ActionType.None)
            {
                var place = new Dictionary<string, int> { ["x"] = at.X, ["y"] = at.Y };
                deed = new Dictionary<string, object> { [(string)deed] = place };
            }
            // A unit or target that makes no sense is an error for this order alone; the match says which.
            int unit = int.TryParse(UnitId, out int number) ? number : 0;
            return new Dictionary<string, object> { ["unit"] = unit, ["do"] = deed };
        }
    }

    /// <summary>A diamond. While it is carried, OwnerId is its carrier and Position the carrier's.</summary>
    public sealed class Diamond
    {
        internal Diamond(string id, JsonElement seen)
        {
            Id = id;
            Position = Read.Position(seen.GetProperty("position")) ?? default;
            SummonLevel = seen.GetProperty("level").GetInt32();
            Points = seen.GetProperty("points").GetInt32();
            OwnerId = Read.Number(seen.GetProperty("owner"));
        }

        /// <summary>Its id.</summary>
        public string Id { get; }
        /// <summary>Where it is.</summary>
        public Position Position { get; }
        /// <summary>How far it has been raised, from 1.</summary>
        public int SummonLevel { get; }
        /// <summary>What it has earned since it was picked up; whoever drops it gets them.</summary>
        public int Points { get; }
        /// <summary>The unit that carries it.</summary>
        public string? OwnerId { get; }
    }

    /// <summary>The tiles, Tiles[x, y], and the diamonds.</summary>
    public sealed class Map
    {
        internal Map(TileType[,] tiles, List<Diamond> diamonds)
        {
            Tiles = tiles;
            Diamonds = diamonds;
        }

        /// <summary>What each tile is, by column and row.</summary>
        public TileType[,] Tiles { get; }
        /// <summary>All diamonds, carried ones too.</summary>
        public IReadOnlyList<Diamond> Diamonds { get; }
    }

    /// <summary>What befell a unit in the last tick; null where nothing did.</summary>
    public sealed class LastState
    {
        internal LastState(JsonElement seen)
        {
            PositionBefore = Read.Position(seen.GetProperty("position"));
            PositionBeforeDying = Read.Position(seen.GetProperty("died_at"));
            WasAttackedBy = Read.Number(seen.GetProperty("attacked_by"));
            WasVinedBy = Read.Number(seen.GetProperty("vined_by"));
        }

        /// <summary>Where it was before.</summary>
        public Position? PositionBefore { get; }
        /// <summary>Where it was struck down, if it was.</summary>
        public Position? PositionBeforeDying { get; }
        /// <summary>Who struck it down, if somebody did.</summary>
        public string? WasAttackedBy { get; }
        /// <summary>Who pulled it, if somebody did.</summary>
        public string? WasVinedBy { get; }
        /// <summary>Whether it finished raising a diamond.</summary>
        public bool HasSummoned { get; } = false;
    }

    /// <summary>A unit; without a Position it is not on the map and must be spawned.</summary>
    public sealed class Unit
    {
        internal Unit(string teamId, JsonElement seen, List<string> diamonds)
        {
            JsonElement diamond = seen.GetProperty("diamond");
            Id = Read.Number(seen.GetProperty("unit")) ?? "";
            TeamId = teamId;
            Position = Read.Position(seen.GetProperty("position"));
            Path = seen.GetProperty("path").EnumerateArray().Select(step => Read.Position(step) ?? default).ToList();
            DiamondId = diamond.ValueKind == JsonValueKind.Null ? null : diamonds[diamond.GetInt32()];
            IsSummoning = seen.GetProperty("summoning").GetBoolean();
            LastState = new LastState(seen);
        }

        /// <summary>Its id.</summary>
        public string Id { get; }
        /// <summary>The id of its team.</summary>
        public string TeamId { get; }
        /// <summary>Where it stands.</summary>
        public Position? Position { get; }
        /// <summary>The way it is on.</summary>
        public IReadOnlyList<Position> Path { get; }
        /// <summary>Whether it carries a diamond.</summary>
        public bool HasDiamond => DiamondId != null;
        /// <summary>The diamond it carries.</summary>
        public string? DiamondId { get; }
        /// <summary>Whether it is on the map.</summary>
        public bool HasSpawned => Position != null;
        /// <summary>Whether it is raising its diamond.</summary>
        public bool IsSummoning { get; }
        /// <summary>What befell it in the last tick.</summary>
        public LastState LastState { get; }
    }

    /// <summary>A team. Errors say what was wrong with your last orders; those of others are hidden.</summary>
    public sealed class Team
    {
        internal Team(string id, string name, JsonElement seen, List<string> diamonds)
        {
            Id = id;
            Name = name;
            Score = seen.GetProperty("score").GetInt32();
            Units = seen.GetProperty("units").EnumerateArray().Select(unit => new Unit(id, unit, diamonds)).ToList();
            Errors = seen.GetProperty("errors").EnumerateArray().Select(error => error.GetString() ?? "").ToList();
            IsDead = seen.GetProperty("left").GetBoolean();
        }

        /// <summary>Its id.</summary>
        public string Id { get; }
        /// <summary>Its name.</summary>
        public string Name { get; }
        /// <summary>Its points so far.</summary>
        public int Score { get; }
        /// <summary>Its units.</summary>
        public IReadOnlyList<Unit> Units { get; }
        /// <summary>What was wrong with its last orders; those of others are hidden.</summary>
        public IReadOnlyList<string> Errors { get; }
        /// <summary>Whether it has left the match.</summary>
        public bool IsDead { get; }
    }

    /// <summary>Numbers of the rules.</summary>
    public sealed class GameConfig
    {
        /// <summary>What a level of a carried diamond earns in a tick.</summary>
        public int PointsPerDiamond { get; } = 1;
        /// <summary>The highest level of a diamond.</summary>
        public int MaximumDiamondSummonLevel { get; } = 5;
        /// <summary>The level of a diamond at first.</summary>
        public int InitialDiamondSummonLevel { get; } = 1;
        /// <summary>How many units fit on a tile.</summary>
        public int MaximumUnitPerPosition { get; } = 1;

        /// <summary>The ticks in which nothing scores; there are none.</summary>
        public int WarmUpPeriod { get; } = 0;
    }

    /// <summary>The game as it is now.</summary>
    public sealed class Tick
    {
        /// <summary>The number of steps where there is no way.</summary>
        public const int Far = 999;

        internal Tick(int number, int total, Map map, Dictionary<int, List<string>> orderings, string teamId, List<Team> teams)
        {
            Number = number;
            TotalTick = total;
            Map = map;
            TeamPlayOrderings = orderings;
            TeamId = teamId;
            Teams = teams;
        }

        /// <summary>The document's `tick`.</summary>
        public int Number { get; }
        /// <summary>How many ticks the match has.</summary>
        public int TotalTick { get; }
        /// <summary>The tiles and the diamonds.</summary>
        public Map Map { get; }
        /// <summary>Numbers of the rules.</summary>
        public GameConfig GameConfig { get; } = new GameConfig();
        /// <summary>In which order the teams play, by tick.</summary>
        public IReadOnlyDictionary<int, List<string>> TeamPlayOrderings { get; }
        /// <summary>The id of your team.</summary>
        public string TeamId { get; }
        /// <summary>All teams.</summary>
        public IReadOnlyList<Team> Teams { get; }

        /// <summary>Your team.</summary>
        public Team MyTeam()
        {
            return Teams.First(team => team.Id == TeamId);
        }

        /// <summary>The units of the other teams that are on the map, and where.</summary>
        public List<(Unit Unit, Position At)> Foes()
        {
            var found = new List<(Unit, Position)>();
            foreach (Unit unit in Teams.Where(team => team.Id != TeamId).SelectMany(team => team.Units))
            {
                if (unit.Position is Position at)
                {
                    found.Add((unit, at));
                }
            }
            return found;
        }

        /// <summary>What the tile is; Wall off the map.</summary>
        public TileType TileAt(Position at)
        {
            bool inside = at.X >= 0 && at.X < Map.Tiles.GetLength(0) && at.Y >= 0 && at.Y < Map.Tiles.GetLength(1);
            return inside ? Map.Tiles[at.X, at.Y] : TileType.Wall;
        }

        /// <summary>The unit that stands there, or null.</summary>
        public Unit? UnitAt(Position at)
        {
            return Teams.SelectMany(team => team.Units).FirstOrDefault(unit => unit.Position is Position there && there.Distance(at) == 0);
        }

        /// <summary>The diamond of that id, or null.</summary>
        public Diamond? Diamond(string? id)
        {
            return Map.Diamonds.FirstOrDefault(diamond => diamond.Id == id);
        }

        /// <summary>The diamonds that nobody carries.</summary>
        public List<Diamond> LooseDiamonds()
        {
            return Map.Diamonds.Where(diamond => diamond.OwnerId == null).ToList();
        }

        /// <summary>Where units may come to life.</summary>
        public List<Position> SpawnTiles()
        {
            var found = new List<Position>();
            for (int x = 0; x < Map.Tiles.GetLength(0); x++)
            {
                for (int y = 0; y < Map.Tiles.GetLength(1); y++)
                {
                    if (Map.Tiles[x, y] == TileType.Spawn)
                    {
                        found.Add(new Position(x, y));
                    }
                }
            }
            return found;
        }

        /// <summary>How many steps a unit needs to get to a tile from everywhere, around walls and through other units: steps[x, y], Far
        /// where there is no way. Nobody can step from the floor onto a spawn tile.</summary>
        public int[,] Distances(Position to)
        {
            var steps = new int[Map.Tiles.GetLength(0), Map.Tiles.GetLength(1)];
            for (int x = 0; x < steps.GetLength(0); x++)
            {
                for (int y = 0; y < steps.GetLength(1); y++)
                {
                    steps[x, y] = Far;
                }
            }
            steps[to.X, to.Y] = 0;
            var queue = new Queue<Position>();
            queue.Enqueue(to);
            while (queue.Count > 0)
            {
                Position at = queue.Dequeue();
                foreach (Position beside in at.Neighbours())
                {
                    TileType tile = TileAt(beside);
                    bool entered = tile == TileType.Empty && TileAt(at) == TileType.Spawn;
                    if (tile != TileType.Wall && !entered && steps[beside.X, beside.Y] == Far)
                    {
                        steps[beside.X, beside.Y] = steps[at.X, at.Y] + 1;
                        queue.Enqueue(beside);
                    }
                }
            }
            return steps;
        }
    }

    /// <summary>A bot: it is asked once in every tick.</summary>
    public interface IPlayer
    {
        /// <summary>Decides what each of its units does in this tick.</summary>
        List<Action> Turn(Tick tick);
    }

    /// <summary>Makes ticks out of what the match says.</summary>
    public sealed class Game
    {
        private readonly int seat;
        private readonly int ticks;
        private readonly TileType[,] tiles;
        private readonly List<string> names;
        private readonly List<string> diamonds;

        /// <summary>Reads the first message of a match.</summary>
        public Game(JsonElement start)
        {
            JsonElement config = start.GetProperty("config");
            seat = start.GetProperty("seat").GetInt32();
            ticks = config.GetProperty("ticks").GetInt32();
            names = config.GetProperty("teams").EnumerateArray().Select(team => team.GetProperty("name").GetString() ?? "").ToList();
            diamonds = config.GetProperty("diamond_ids").EnumerateArray().Select(id => id.GetString() ?? "").ToList();
            List<string> rows = config.GetProperty("map").EnumerateArray().Select(row => row.GetString() ?? "").ToList();
            tiles = new TileType[rows[0].Length, rows.Count];
            for (int y = 0; y < rows.Count; y++)
            {
                for (int x = 0; x < rows[y].Length; x++)
                {
                    bool wall = rows[y][x] == '#' || rows[y][x] == '~';
                    tiles[x, y] = wall ? TileType.Wall : rows[y][x] == 'S' ? TileType.Spawn : TileType.Empty;
                }
            }
        }

        /// <summary>Plays one match: the bot that is made is asked for a list of actions in every tick.</summary>
        public static void Play(Func<IPlayer> makeBot)
        {
            Match match = Match.Open();
            Game? game = null;
            IPlayer? bot = null;
            while (match.Receive() is JsonElement message)
            {
                string type = message.GetProperty("type").GetString() ?? "";
                if (type == "end")
                {
                    return;
                }
                if (type == "start")
                {
                    game = new Game(message);
                    bot = makeBot();
                }
                else if (type == "turn" && game != null && bot != null)
                {
                    if (message.TryGetProperty("errors", out JsonElement errors))
                    {
                        errors.EnumerateArray().ToList().ForEach(error => Match.Log(error.GetString() ?? ""));
                    }
                    var orders = new List<object>();
                    try
                    {
                        orders.AddRange(bot.Turn(game.Tick(message.GetProperty("view"))).Select(action => action.Wire()));
                    }
                    catch (Exception error)
                    {
                        Match.Log(error);
                    }
                    int window = message.GetProperty("window").GetInt32();
                    match.Act(window, new Dictionary<string, object> { ["orders"] = orders });
                }
            }
        }

        /// <summary>The game as a view tells it.</summary>
        public Tick Tick(JsonElement view)
        {
            int now = view.GetProperty("tick").GetInt32();
            List<Diamond> gems = view.GetProperty("diamonds").EnumerateArray()
                .Select((seen, place) => new Diamond(diamonds[place], seen)).ToList();
            Dictionary<int, List<string>> orderings = view.GetProperty("orders").EnumerateArray()
                .Select((order, ahead) => (now + ahead, order.EnumerateArray().Select(team => Read.Number(team) ?? "").ToList()))
                .ToDictionary(pair => pair.Item1, pair => pair.Item2);
            List<Team> teams = view.GetProperty("teams").EnumerateArray()
                .Select((seen, place) => new Team(place.ToString(), names[place], seen, diamonds)).ToList();
            return new Tick(now, ticks, new Map(tiles, gems), orderings, seat.ToString(), teams);
        }
    }

    /// <summary>Reads what may be null.</summary>
    internal static class Read
    {
        internal static Position? Position(JsonElement at)
        {
            if (at.ValueKind == JsonValueKind.Null)
            {
                return null;
            }
            return new Position(at.GetProperty("x").GetInt32(), at.GetProperty("y").GetInt32());
        }

        internal static string? Number(JsonElement value)
        {
            return value.ValueKind == JsonValueKind.Null ? null : value.GetInt32().ToString();
        }
    }
}
