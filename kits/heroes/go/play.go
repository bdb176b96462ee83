package main

// What the match tells, and the calls of your AI. There is no need to change this file.

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Player is what the kit calls, once in every phase.
type Player interface {
	PreProcess(world *World)
	PickTurn(world *World)
	MoveTurn(world *World)
	ActionTurn(world *World)
}

// Play plays one match.
func Play(player Player) error {
	match, err := Open()
	if err != nil {
		return err
	}
	var world *World
	for {
		var told message
		if more, err := match.Receive(&told); err != nil || !more {
			return err
		}
		switch told.Type {
		case "start":
			world = newWorld(&told, match)
		case "turn":
			for _, reason := range told.Errors {
				Log("refused: %s", reason)
			}
			world.update(told.Window, &told.View)
			turn(player, told.View.Phase, world)
			if err := match.Done(told.Window); err != nil {
				return err
			}
		case "end":
			return nil
		}
	}
}

// turn calls the player. What goes wrong there is logged, and the match goes on.
func turn(player Player, phase string, world *World) {
	defer func() {
		if wrong := recover(); wrong != nil {
			Log("panic: %v\n%s", wrong, debug.Stack())
		}
	}()
	switch phase {
	case "init":
		player.PreProcess(world)
	case "pick":
		player.PickTurn(world)
	case "move":
		player.MoveTurn(world)
	case "action":
		player.ActionTurn(world)
	default:
		panic(fmt.Sprintf("unknown phase `%s`", phase))
	}
}

type message struct {
	Type   string
	Seat   int
	Config config
	Window int
	View   view
	Errors []string
}

type config struct {
	Constants struct {
		MaxAP          int `json:"max_ap"`
		MaxTurns       int `json:"max_turns"`
		MaxScore       int `json:"max_score"`
		KillScore      int `json:"kill_score"`
		ObjectiveScore int `json:"objective_score"`
	}
	Walls     []string
	Respawn   [2][]string
	Objective []string
	Heroes    []struct {
		Name        HeroName
		Abilities   []AbilityName
		MaxHP       int `json:"max_hp"`
		MoveCost    int `json:"move_cost"`
		RespawnTime int `json:"respawn_time"`
	}
	Abilities []struct {
		Name                               AbilityName
		Kind                               string
		Range, Cost, Cooldown, Area, Power int
		Lobbing                            bool
	}
}

type view struct {
	Turn      int
	Phase     string
	MovePhase *int `json:"move_phase"`
	Scores    [2]int
	AP        [2]*int
	Heroes    [2][]struct {
		ID        HeroID
		Class     HeroName
		HP        *int
		Cell      *At
		Path      []At
		Respawn   int
		Cooldowns []int
	}
	Vision [2][]string
	Casts  []struct {
		Team    int
		Caster  *HeroID
		Ability AbilityName
		From    *At
		To      *At
		Targets []HeroID
	}
}

func newWorld(start *message, match *Match) *World {
	told := &start.Config
	world := &World{
		Map:                newMap(told, start.Seat),
		AP:                 told.Constants.MaxAP,
		CurrentPhase:       Pick,
		MovePhaseNum:       -1,
		MaxScore:           told.Constants.MaxScore,
		MaxAP:              told.Constants.MaxAP,
		MaxTurns:           told.Constants.MaxTurns,
		KillScore:          told.Constants.KillScore,
		ObjectiveZoneScore: told.Constants.ObjectiveScore,
		me:                 start.Seat,
		match:              match,
	}
	for _, hero := range told.Heroes {
		constants := HeroConstants{hero.Name, hero.Abilities, hero.MaxHP, hero.MoveCost, hero.RespawnTime}
		world.HeroConstants = append(world.HeroConstants, constants)
	}
	for _, ability := range told.Abilities {
		kind := AbilityType(strings.ToUpper(ability.Kind))
		if ability.Kind == "fortify" {
			kind = Defensive // As in the contest: the fortify of the map is a defensive ability to a bot.
		}
		world.AbilityConstants = append(world.AbilityConstants, AbilityConstants{
			ability.Name, kind, ability.Range, ability.Cost, ability.Cooldown, ability.Area, ability.Power, ability.Lobbing,
		})
	}
	return world
}

func newMap(told *config, me int) *Map {
	board := &Map{RowNum: len(told.Walls), ColumnNum: len(told.Walls[0])}
	for row := range told.Walls {
		var line []*Cell
		for column := range told.Walls[row] {
			cell := &Cell{
				At:                 At{row, column},
				IsWall:             told.Walls[row][column] == '#',
				IsInMyRespawnZone:  told.Respawn[me][row][column] == '#',
				IsInOppRespawnZone: told.Respawn[1-me][row][column] == '#',
				IsInObjectiveZone:  told.Objective[row][column] == '#',
			}
			line = append(line, cell)
			if cell.IsInMyRespawnZone {
				board.MyRespawnZone = append(board.MyRespawnZone, cell)
			}
			if cell.IsInOppRespawnZone {
				board.OppRespawnZone = append(board.OppRespawnZone, cell)
			}
			if cell.IsInObjectiveZone {
				board.ObjectiveZone = append(board.ObjectiveZone, cell)
			}
		}
		board.Cells = append(board.Cells, line)
	}
	return board
}

// update takes in a fresh view.
func (w *World) update(window int, told *view) {
	w.window = window
	w.CurrentTurn = told.Turn
	w.CurrentPhase = Phase(strings.ToUpper(told.Phase))
	if told.Phase == "init" {
		w.CurrentPhase = Pick
	}
	w.MovePhaseNum = known(told.MovePhase)
	w.AP = known(told.AP[w.me])
	w.MyScore, w.OppScore = told.Scores[w.me], told.Scores[1-w.me]
	for row, flags := range told.Vision[w.me] {
		for column, flag := range flags {
			w.Map.Cells[row][column].IsInVision = flag == '#'
		}
	}
	w.MyHeroes, w.OppHeroes = w.heroes(told, w.me), w.heroes(told, 1-w.me)
	w.MyCastAbilities, w.OppCastAbilities = w.casts(told, w.me), w.casts(told, 1-w.me)
}

func (w *World) heroes(told *view, team int) []*Hero {
	var heroes []*Hero
	for _, entry := range told.Heroes[team] {
		hero := &Hero{
			ID:             entry.ID,
			CurrentHP:      known(entry.HP),
			CurrentCell:    w.cell(entry.Cell),
			RemRespawnTime: entry.Respawn,
		}
		for _, constants := range w.HeroConstants {
			if constants.Name == entry.Class {
				hero.HeroConstants = constants
			}
		}
		for i := range entry.Path {
			hero.RecentPath = append(hero.RecentPath, w.cell(&entry.Path[i]))
		}
		for i, name := range hero.AbilityNames {
			ability := Ability{*w.constants(name), -1}
			if entry.Cooldowns != nil {
				ability.RemCooldown = entry.Cooldowns[i]
			}
			hero.Abilities = append(hero.Abilities, ability)
		}
		heroes = append(heroes, hero)
	}
	return heroes
}

func (w *World) casts(told *view, team int) []CastAbility {
	var casts []CastAbility
	for _, entry := range told.Casts {
		if entry.Team == team {
			caster := HeroID(-1)
			if entry.Caster != nil {
				caster = *entry.Caster
			}
			casts = append(casts, CastAbility{caster, entry.Targets, w.cell(entry.From), w.cell(entry.To), entry.Ability})
		}
	}
	return casts
}

func (w *World) cell(at *At) *Cell {
	if at == nil {
		return NoCell
	}
	return w.Map.Cells[at.Row][at.Column]
}

// known is the number, or -1 if it is not told.
func known(number *int) int {
	if number == nil {
		return -1
	}
	return *number
}
