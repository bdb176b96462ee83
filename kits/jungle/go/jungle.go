package main

// The jungle as a bot sees it: one Tick after another, under the names of the rule document.

import (
	"runtime/debug"
	"strconv"
	"strings"
)

// Position is a tile: X to the right, Y down.
type Position struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Distance is the steps to another tile if there were no walls.
func (p Position) Distance(other Position) int {
	return abs(p.X-other.X) + abs(p.Y-other.Y)
}

// Neighbours are the four tiles beside this one: above, below, left, right. They may be off the map.
func (p Position) Neighbours() [4]Position {
	return [4]Position{{p.X, p.Y - 1}, {p.X, p.Y + 1}, {p.X - 1, p.Y}, {p.X + 1, p.Y}}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// TileType is what a tile is.
type TileType string

// What a tile is.
const (
	TileEmpty TileType = "EMPTY"
	TileWall  TileType = "WALL"
	TileSpawn TileType = "SPAWN"
)

// ActionType is what a unit can do.
type ActionType string

// What a unit can do.
const (
	Spawn  ActionType = "SPAWN"
	Move   ActionType = "MOVE"
	Summon ActionType = "SUMMON"
	Drop   ActionType = "DROP"
	Vine   ActionType = "VINE"
	Attack ActionType = "ATTACK"
	None   ActionType = "NONE"
)

// Action is one order for one unit. Target is needed by all but Summon and None.
type Action struct {
	UnitID string
	Action ActionType
	Target Position
}

// Wire is the order as the match reads it.
func (a Action) Wire() any {
	unit, _ := strconv.Atoi(a.UnitID)
	deed := strings.ToLower(string(a.Action))
	if a.Action == Summon || a.Action == None {
		return map[string]any{"unit": unit, "do": deed}
	}
	return map[string]any{"unit": unit, "do": map[string]Position{deed: a.Target}}
}

// Diamond is a diamond. While it is carried, OwnerID is its carrier (else it is empty) and Position the carrier's.
type Diamond struct {
	ID          string
	Position    Position
	SummonLevel int
	Points      int
	OwnerID     string
}

// Map has the tiles, Tiles[x][y], and the diamonds.
type Map struct {
	Tiles    [][]TileType
	Diamonds []Diamond
}

// LastState is what befell a unit in the last tick.
type LastState struct {
	PositionBefore      *Position
	PositionBeforeDying *Position
	WasAttackedBy       string
	WasVinedBy          string
	HasSummoned         bool
}

// Unit is a unit; without a Position it is not on the map and must be spawned.
type Unit struct {
	ID          string
	TeamID      string
	Position    *Position
	Path        []Position
	HasDiamond  bool
	DiamondID   string
	HasSpawned  bool
	IsSummoning bool
	LastState   LastState
}

// Team is a team. Errors say what was wrong with your last orders; those of others are hidden.
type Team struct {
	ID     string
	Name   string
	Score  int
	Units  []Unit
	Errors []string
	IsDead bool
}

// GameConfig has numbers of the rules.
type GameConfig struct {
	PointsPerDiamond          int
	MaximumDiamondSummonLevel int
	InitialDiamondSummonLevel int
	MaximumUnitPerPosition    int
	// WarmUpPeriod counts the ticks in which nothing scores; there are none.
	WarmUpPeriod int
}

// Tick is the game as it is now.
type Tick struct {
	Tick              int
	TotalTick         int
	Map               Map
	GameConfig        GameConfig
	TeamPlayOrderings map[int][]string
	TeamID            string
	Teams             []Team
}

// MyTeam is your team.
func (t *Tick) MyTeam() *Team {
	for i := range t.Teams {
		if t.Teams[i].ID == t.TeamID {
			return &t.Teams[i]
		}
	}
	return nil
}

// Foes are the units of the other teams that are on the map.
func (t *Tick) Foes() []Unit {
	var foes []Unit
	for _, team := range t.Teams {
		for _, unit := range team.Units {
			if team.ID != t.TeamID && unit.Position != nil {
				foes = append(foes, unit)
			}
		}
	}
	return foes
}

// TileAt is what the tile is; a wall off the map.
func (t *Tick) TileAt(p Position) TileType {
	if p.X < 0 || p.X >= len(t.Map.Tiles) || p.Y < 0 || p.Y >= len(t.Map.Tiles[0]) {
		return TileWall
	}
	return t.Map.Tiles[p.X][p.Y]
}

// UnitAt is the unit that stands there, or nil.
func (t *Tick) UnitAt(p Position) *Unit {
	for i := range t.Teams {
		for j := range t.Teams[i].Units {
			if unit := &t.Teams[i].Units[j]; unit.Position != nil && *unit.Position == p {
				return unit
			}
		}
	}
	return nil
}

// Diamond is the diamond of that id, or nil.
func (t *Tick) Diamond(id string) *Diamond {
	for i := range t.Map.Diamonds {
		if t.Map.Diamonds[i].ID == id {
			return &t.Map.Diamonds[i]
		}
	}
	return nil
}

// LooseDiamonds are the diamonds that nobody carries.
func (t *Tick) LooseDiamonds() []Diamond {
	var loose []Diamond
	for _, diamond := range t.Map.Diamonds {
		if diamond.OwnerID == "" {
			loose = append(loose, diamond)
		}
	}
	return loose
}

// SpawnTiles are where units may come to life.
func (t *Tick) SpawnTiles() []Position {
	var tiles []Position
	for x, column := range t.Map.Tiles {
		for y, tile := range column {
			if tile == TileSpawn {
				tiles = append(tiles, Position{x, y})
			}
		}
	}
	return tiles
}

// Far is the number of steps where there is no way.
const Far = 999

// Distances says how many steps a unit needs to get to a tile from everywhere, around walls and through other units:
// steps[x][y], Far where there is no way. Nobody can step from the floor onto a spawn tile.
func (t *Tick) Distances(to Position) [][]int {
	steps := make([][]int, len(t.Map.Tiles))
	for x, column := range t.Map.Tiles {
		steps[x] = make([]int, len(column))
		for y := range column {
			steps[x][y] = Far
		}
	}
	steps[to.X][to.Y] = 0
	for queue := []Position{to}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, beside := range at.Neighbours() {
			tile := t.TileAt(beside)
			entered := tile == TileEmpty && t.TileAt(at) == TileSpawn
			if tile != TileWall && !entered && steps[beside.X][beside.Y] == Far {
				steps[beside.X][beside.Y] = steps[at.X][at.Y] + 1
				queue = append(queue, beside)
			}
		}
	}
	return steps
}

// message is whatever the match says.
type message struct {
	Type   string   `json:"type"`
	Seat   int      `json:"seat"`
	Window int      `json:"window"`
	Errors []string `json:"errors"`
	Config *config  `json:"config"`
	View   *view    `json:"view"`
}

type config struct {
	Map   []string `json:"map"`
	Teams []struct {
		Name string `json:"name"`
	} `json:"teams"`
	Ticks      int      `json:"ticks"`
	DiamondIDs []string `json:"diamond_ids"`
}

type view struct {
	Tick     int     `json:"tick"`
	Orders   [][]int `json:"orders"`
	Diamonds []struct {
		Position Position `json:"position"`
		Level    int      `json:"level"`
		Points   int      `json:"points"`
		Owner    *int     `json:"owner"`
	} `json:"diamonds"`
	Teams []struct {
		Score  int        `json:"score"`
		Left   bool       `json:"left"`
		Errors []string   `json:"errors"`
		Units  []unitView `json:"units"`
	} `json:"teams"`
}

type unitView struct {
	Unit       int        `json:"unit"`
	Position   *Position  `json:"position"`
	Path       []Position `json:"path"`
	Diamond    *int       `json:"diamond"`
	Summoning  bool       `json:"summoning"`
	DiedAt     *Position  `json:"died_at"`
	AttackedBy *int       `json:"attacked_by"`
	VinedBy    *int       `json:"vined_by"`
}

// game makes ticks out of what the match says.
type game struct {
	seat   int
	config *config
	tiles  [][]TileType
}

func newGame(seat int, config *config) *game {
	tiles := make([][]TileType, len(config.Map[0]))
	for x := range tiles {
		for _, row := range config.Map {
			tile := TileEmpty
			if row[x] == 'S' {
				tile = TileSpawn
			} else if row[x] == '#' || row[x] == '~' {
				tile = TileWall
			}
			tiles[x] = append(tiles[x], tile)
		}
	}
	return &game{seat, config, tiles}
}

func (g *game) tick(view *view) *Tick {
	tick := &Tick{Tick: view.Tick, TotalTick: g.config.Ticks, Map: Map{Tiles: g.tiles}, GameConfig: GameConfig{1, 5, 1, 1, 0},
		TeamPlayOrderings: map[int][]string{}, TeamID: strconv.Itoa(g.seat)}
	for place, d := range view.Diamonds {
		diamond := Diamond{g.config.DiamondIDs[place], d.Position, d.Level, d.Points, text(d.Owner)}
		tick.Map.Diamonds = append(tick.Map.Diamonds, diamond)
	}
	for ahead, order := range view.Orders {
		for _, team := range order {
			at := view.Tick + ahead
			tick.TeamPlayOrderings[at] = append(tick.TeamPlayOrderings[at], strconv.Itoa(team))
		}
	}
	for place, seen := range view.Teams {
		team := Team{strconv.Itoa(place), g.config.Teams[place].Name, seen.Score, nil, seen.Errors, seen.Left}
		for _, unit := range seen.Units {
			team.Units = append(team.Units, g.unit(team.ID, unit))
		}
		tick.Teams = append(tick.Teams, team)
	}
	return tick
}

func (g *game) unit(team string, seen unitView) Unit {
	unit := Unit{ID: strconv.Itoa(seen.Unit), TeamID: team, Position: seen.Position, Path: seen.Path,
		HasDiamond: seen.Diamond != nil, HasSpawned: seen.Position != nil, IsSummoning: seen.Summoning,
		LastState: LastState{seen.Position, seen.DiedAt, text(seen.AttackedBy), text(seen.VinedBy), false}}
	if seen.Diamond != nil {
		unit.DiamondID = g.config.DiamondIDs[*seen.Diamond]
	}
	return unit
}

func text(number *int) string {
	if number == nil {
		return ""
	}
	return strconv.Itoa(*number)
}

// Play plays one match: `newBot` makes the bot, its Turn is asked for a list of actions.
func Play(newBot func() *Bot) error {
	match, err := Open()
	if err != nil {
		return err
	}
	var game *game
	var bot *Bot
	for {
		var message message
		if more, err := match.Receive(&message); !more || err != nil || message.Type == "end" {
			return err
		}
		switch message.Type {
		case "start":
			game = newGame(message.Seat, message.Config)
			bot = newBot()
		case "turn":
			for _, error := range message.Errors {
				Log("%s", error)
			}
			orders := []any{}
			for _, action := range ask(bot, game.tick(message.View)) {
				orders = append(orders, action.Wire())
			}
			if err := match.Act(message.Window, map[string]any{"orders": orders}); err != nil {
				return err
			}
		}
	}
}

// ask asks the bot; if it panics, that is logged and the tick goes by without orders.
func ask(bot *Bot, tick *Tick) (actions []Action) {
	defer func() {
		if trouble := recover(); trouble != nil {
			Log("%v\n%s", trouble, debug.Stack())
			actions = nil
		}
	}()
	return bot.Turn(tick)
}
