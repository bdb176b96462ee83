package main

import (
	"encoding/json"
	"testing"
)

const start = `{"rows": 3, "cols": 3, "core": [0, 0], "runners": [[2, 2]], "hunters": [[0, 2]],
	"walls": [{"row": 0, "col": 0, "dir": "h"}], "boxes": [], "max_rounds": 60, "seats": 1}`

func game(t *testing.T, runner, hunters, push string) *Game {
	t.Helper()
	var board config
	var now view
	text := `{"round": 1, "turn": 0, "push": ` + push + `, "runners": [{"at": ` + runner + `, "status": "on", "walls": 1}],
		"hunters": ` + hunters + `, "walls": [], "boxes": [], "arrived": 0, "needed": 1}`
	if err := json.Unmarshal([]byte(start), &board); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &now); err != nil {
		t.Fatal(err)
	}
	game := newGame(0, &board)
	game.update(&now, nil)
	return game
}

func says(t *testing.T, game *Game, wanted string) {
	t.Helper()
	act, err := json.Marshal(NewBot(game).Turn(game))
	if err != nil || string(act) != wanted {
		t.Errorf("the bot says %s, not %s (%v)", act, wanted, err)
	}
}

func TestWallsStopEverybody(t *testing.T) {
	board := game(t, "[1, 0]", "[]", "null")
	if board.IsOpen(Cell{1, 0}, Up, 0) || !board.IsOpen(Cell{1, 1}, Up, 0) {
		t.Error("the wall is elsewhere")
	}
	if Between(Cell{1, 0}, Cell{0, 0}) != (Wall{0, 0, "h"}) {
		t.Error("the wall has another name")
	}
	if steps := board.Distances(Cell{0, 0})[Cell{1, 0}]; steps != 3 {
		t.Errorf("%d steps around the wall", steps)
	}
}

func TestAHunterGoesAcrossBeforeItGoesAlong(t *testing.T) {
	board := game(t, "[2, 0]", "[[0, 2]]", "null")
	after, safe := board.HuntersAfter(board.Hunters, []Cell{{2, 0}}, Cell{2, 0}, 0)
	if !safe || after[0] != (Cell{0, 0}) {
		t.Errorf("the hunter is at %v", after)
	}
	if _, safe := board.HuntersAfter(board.Hunters, []Cell{{0, 0}}, Cell{0, 0}, 0); safe {
		t.Error("the runner was not caught")
	}
}

func TestTheBotWalksAroundAWall(t *testing.T) {
	says(t, game(t, "[1, 0]", "[]", "null"), `{"move":"right"}`)
}

func TestTheBotStepsOntoTheCore(t *testing.T) {
	says(t, game(t, "[0, 1]", "[[2, 2]]", "null"), `{"move":"left"}`)
}

func TestTheBotPushesAHunterAway(t *testing.T) {
	says(t, game(t, "[2, 2]", "[[0, 2]]", "0"), `{"push":{"hunter":0,"to":[0,1]}}`)
}
