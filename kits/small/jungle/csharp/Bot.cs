using System.Collections.Generic;
using System.Linq;
using Jungle;

/// <summary>Fetches the nearest diamond and keeps it until it is worth thirty points.</summary>
public sealed class Bot : IPlayer
{
    public List<Action> Turn(Tick tick) => tick.MyTeam().Units.Select(unit => Order(tick, unit)).ToList();

    private static Action Order(Tick tick, Unit unit)
    {
        var none = new Action(unit.Id, ActionType.None);
        bool IsFree(Position tile) => tick.TileAt(tile) == TileType.Empty && tick.UnitAt(tile) == null;
        if (!(unit.Position is Position at))
        {
            var nests = tick.SpawnTiles().Where(tile => tick.UnitAt(tile) == null);
            return nests.Select(nest => new Action(unit.Id, ActionType.Spawn, nest)).FirstOrDefault() ?? none;
        }
        if (tick.Diamond(unit.DiamondId) is Diamond held)
        {
            var beside = at.Neighbours().Where(tile => held.Points >= 30 && IsFree(tile));
            return beside.Select(tile => new Action(unit.Id, ActionType.Drop, tile)).FirstOrDefault() ?? none;
        }
        var ways = tick.Distances(at);
        var goals = tick.LooseDiamonds().Select(diamond => diamond.Position).Where(IsFree).OrderBy(tile => ways[tile.X, tile.Y]);
        return goals.Select(goal => new Action(unit.Id, ActionType.Move, goal)).FirstOrDefault() ?? none;
    }
}
