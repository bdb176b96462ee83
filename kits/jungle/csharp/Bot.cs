using System.Collections.Generic;
using System.Linq;
using Jungle;
using Meydan;
// With `using System;` beside it, `Action` would mean two things.
using Action = Jungle.Action;

/// <summary>Your bot: change this file. It fetches the nearest diamonds, raises them while nobody is near, and drops them for their
/// points when somebody comes.</summary>
public sealed class Bot : IPlayer
{
    /// <summary>What another unit of yours is about to take: tiles to stand on, diamonds to fetch.</summary>
    private readonly HashSet<Position> taken = new HashSet<Position>();

    /// <summary>Decides what each of your units does in this tick.</summary>
    public List<Action> Turn(Tick tick)
    {
        Team team = tick.MyTeam();
        foreach (string error in team.Errors)
        {
            Match.Log(error);
        }
        taken.Clear();
        return team.Units.Select(unit => Order(tick, unit)).ToList();
    }

    /// <summary>Decides what one unit does.</summary>
    private Action Order(Tick tick, Unit unit)
    {
        if (!(unit.Position is Position at))
        {
            return Spawn(tick, unit);
        }
        if (unit.IsSummoning)
        {
            return new Action(unit.Id, ActionType.None);
        }
        if (unit.HasDiamond)
        {
            return Hold(tick, unit, at);
        }
        if (tick.TileAt(at) == TileType.Empty)
        {
            foreach (var foe in tick.Foes())
            {
                if (foe.Unit.HasDiamond && foe.At.Distance(at) == 1)
                {
                    return new Action(unit.Id, ActionType.Attack, foe.At);
                }
            }
        }
        return Fetch(tick, unit, at);
    }

    /// <summary>Comes to life as near to a diamond as can be.</summary>
    private Action Spawn(Tick tick, Unit unit)
    {
        List<int[,]> ways = tick.Map.Diamonds.Select(diamond => tick.Distances(diamond.Position)).ToList();
        Position? best = null;
        int fewest = Tick.Far + 1;
        foreach (Position tile in tick.SpawnTiles())
        {
            int steps = ways.Select(way => way[tile.X, tile.Y]).DefaultIfEmpty(Tick.Far).Min();
            if (!taken.Contains(tile) && tick.UnitAt(tile) == null && steps < fewest)
            {
                best = tile;
                fewest = steps;
            }
        }
        if (!(best is Position goal))
        {
            return new Action(unit.Id, ActionType.None);
        }
        taken.Add(goal);
        return new Action(unit.Id, ActionType.Spawn, goal);
    }

    /// <summary>Makes the most of a diamond.</summary>
    private Action Hold(Tick tick, Unit unit, Position at)
    {
        Diamond? diamond = tick.Diamond(unit.DiamondId);
        if (diamond == null)
        {
            return new Action(unit.Id, ActionType.None);
        }
        int[,] way = tick.Distances(at);
        IEnumerable<int> hunters = tick.Foes().Where(foe => !foe.Unit.HasDiamond).Select(foe => way[foe.At.X, foe.At.Y]);
        int danger = hunters.DefaultIfEmpty(Tick.Far).Min();
        int left = tick.TotalTick - tick.Number;
        if (left == 1 || (danger <= 2 && diamond.Points > 0))
        {
            foreach (Position beside in at.Neighbours())
            {
                if (tick.TileAt(beside) == TileType.Empty && tick.UnitAt(beside) == null)
                {
                    return new Action(unit.Id, ActionType.Drop, beside);
                }
            }
        }
        int rising = diamond.SummonLevel + 1;
        bool low = diamond.SummonLevel < tick.GameConfig.MaximumDiamondSummonLevel;
        bool rises = low && danger > rising + 2 && left > 2 * rising;
        return new Action(unit.Id, rises ? ActionType.Summon : ActionType.None);
    }

    /// <summary>Goes for the nearest diamond that lies about, else for the nearest foe that carries one.</summary>
    private Action Fetch(Tick tick, Unit unit, Position at)
    {
        List<Position> goals = tick.LooseDiamonds().Select(diamond => diamond.Position)
            .Where(tile => IsGoal(tick, unit, tile)).ToList();
        if (goals.Count == 0)
        {
            goals = tick.Foes().Where(foe => foe.Unit.HasDiamond).SelectMany(foe => foe.At.Neighbours())
                .Where(tile => IsGoal(tick, unit, tile)).ToList();
        }
        Position? best = null;
        int fewest = Tick.Far;
        foreach (Position tile in goals)
        {
            int steps = tick.Distances(tile)[at.X, at.Y];
            if (steps < fewest)
            {
                best = tile;
                fewest = steps;
            }
        }
        if (!(best is Position goal))
        {
            return new Action(unit.Id, ActionType.None);
        }
        taken.Add(goal);
        return new Action(unit.Id, ActionType.Move, goal);
    }

    /// <summary>Whether the unit could stand on that tile and no other of yours is about to.</summary>
    private bool IsGoal(Tick tick, Unit unit, Position tile)
    {
        Unit? there = tick.UnitAt(tile);
        bool free = there == null || there.Id == unit.Id;
        return free && tick.TileAt(tile) == TileType.Empty && !taken.Contains(tile);
    }
}
