package main

import (
	"encoding/json"
	"reflect"
	"testing"
)

const start = `{"map": ["SS.D", "##..", "S..."], "teams": [{"id": 0, "name": "us"}, {"id": 1, "name": "them"}],
	"units_per_team": 1, "ticks": 300, "diamond_ids": ["gem"]}`

// unit is how a view tells of a unit.
func unit(number, at, diamond string) string {
	return `{"unit": ` + number + `, "position": ` + at + `, "path": [], "diamond": ` + diamond + `, "summoning": false,
		"died_at": null, "attacked_by": null, "vined_by": null}`
}

// now is a tick with one unit each, and one diamond.
func now(t *testing.T, mine, theirs, at, owner, points string) *Tick {
	t.Helper()
	var board config
	var seen view
	text := `{"tick": 5, "orders": [[0, 1], [1, 0]],
		"diamonds": [{"position": ` + at + `, "level": 1, "points": ` + points + `, "owner": ` + owner + `}],
		"teams": [{"score": 0, "left": false, "errors": [], "units": [` + mine + `]},
			{"score": 0, "left": false, "errors": [], "units": [` + theirs + `]}]}`
	if err := json.Unmarshal([]byte(start), &board); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &seen); err != nil {
		t.Fatal(err)
	}
	return newGame(0, &board).tick(&seen)
}

const corner = `{"x": 3, "y": 0}`

var away = unit("2", "null", "null")

func says(t *testing.T, tick *Tick, wanted Action) {
	t.Helper()
	if actions := NewBot().Turn(tick); !reflect.DeepEqual(actions, []Action{wanted}) {
		t.Errorf("the bot says %v, not %v", actions, wanted)
	}
}

func TestATickHasTheDocumentsNames(t *testing.T) {
	tick := now(t, unit("1", corner, "0"), away, corner, "1", "4")
	if !reflect.DeepEqual(tick.Map.Tiles[0], []TileType{TileSpawn, TileWall, TileSpawn}) {
		t.Error(tick.Map.Tiles[0])
	}
	if !reflect.DeepEqual(tick.TeamPlayOrderings, map[int][]string{5: {"0", "1"}, 6: {"1", "0"}}) {
		t.Error(tick.TeamPlayOrderings)
	}
	mine := tick.MyTeam().Units[0]
	if mine.ID != "1" || !mine.HasDiamond || mine.DiamondID != "gem" || tick.Diamond("gem").OwnerID != "1" {
		t.Error(mine)
	}
}

func TestNobodyStepsFromTheFloorOntoASpawnTile(t *testing.T) {
	ways := now(t, away, away, corner, "null", "0").Distances(Position{0, 0})
	if ways[1][0] != 1 || ways[2][0] != Far {
		t.Error(ways)
	}
}

func TestActionsAreWrittenAsTheMatchReadsThem(t *testing.T) {
	text, _ := json.Marshal([]any{Action{"3", Move, Position{1, 2}}.Wire(), Action{UnitID: "3", Action: Summon}.Wire()})
	if string(text) != `[{"do":{"move":{"x":1,"y":2}},"unit":3},{"do":"summon","unit":3}]` {
		t.Error(string(text))
	}
}

func TestTheBotComesToLifeNearTheDiamondAndFetchesIt(t *testing.T) {
	says(t, now(t, unit("1", "null", "null"), away, corner, "null", "0"), Action{"1", Spawn, Position{1, 0}})
	says(t, now(t, unit("1", `{"x": 1, "y": 2}`, "null"), away, corner, "null", "0"), Action{"1", Move, Position{3, 0}})
}

func TestTheBotRaisesADiamondAndDropsItWhenAFoeComes(t *testing.T) {
	mine := unit("1", corner, "0")
	says(t, now(t, mine, away, corner, "1", "0"), Action{UnitID: "1", Action: Summon})
	near := unit("2", `{"x": 3, "y": 2}`, "null")
	says(t, now(t, mine, near, corner, "1", "7"), Action{"1", Drop, Position{3, 1}})
}

func TestTheBotAttacksACarrierBesideIt(t *testing.T) {
	mine := unit("1", `{"x": 2, "y": 0}`, "null")
	says(t, now(t, mine, unit("2", corner, "0"), corner, "2", "9"), Action{"1", Attack, Position{3, 0}})
}
