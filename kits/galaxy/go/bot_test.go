package main

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
)

const start = `{"type": "start", "seat": 0, "config": {"map": {"planets": 5, "edges": [[0, 1], [1, 2], [2, 3], [0, 4]],
	"strategic": [{"planet": 2, "score": 3}, {"planet": 1, "score": 5}]}}}`

// script is a match that answers as it was told.
type script struct {
	answers []string
	said    []any
}

func (s *script) Act(_ int, act any) error {
	s.said = append(s.said, act)
	return nil
}

func (s *script) Done(int) error {
	return nil
}

func (s *script) Receive(message any) (bool, error) {
	if len(s.answers) == 0 {
		return false, nil
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return true, json.Unmarshal([]byte(answer), message)
}

func look(owners, troops, stage, phase, reply string) string {
	return `{"turn": 106, "phase": "` + phase + `", "stage": "` + stage + `", "owners": ` + owners + `, "troops": ` + troops + `,
		"forts": [0, 0, 0, 0, 0], "reserves": [4, null, null], "reply": "` + reply + `"}`
}

func game(t *testing.T, view string, answers ...string) (*Game, *script) {
	t.Helper()
	var first message
	if err := json.Unmarshal([]byte(start), &first); err != nil {
		t.Fatal(err)
	}
	match := &script{answers: append([]string{`{"type": "turn", "window": 7, "view": ` + view + `}`}, answers...)}
	game := newGame(match, &first)
	if more, err := game.nextTurn(); !more || err != nil {
		t.Fatal(more, err)
	}
	return game, match
}

var mine = look("[0, 0, 1, null, 0]", "[5, 8, 3, 0, 2]", "attack", "main", "plain")

func same(t *testing.T, found, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(found, wanted) {
		t.Errorf("%v, not %v", found, wanted)
	}
}

func TestTheGameTellsWhatTheDocumentPromises(t *testing.T) {
	board, _ := game(t, mine)
	same(t, board.GetOwners(), []int{0, 0, 1, -1, 0})
	same(t, board.GetAdj()[1], []int{0, 2})
	same(t, board.GetStrategicNodes(), []StrategicNode{{1, 5}, {2, 3}})
	same(t, board.GetState(), Attacking)
	same(t, board.GetNumberOfTroopsToPut(), 4)
	same(t, board.GetReachable(4), []int{4, 0, 1})
	same(t, len(board.GetReachable(3)), 0)
}

func TestAnAttackIsAnsweredAndTheViewIsFresh(t *testing.T) {
	won := look("[0, 0, 0, null, 0]", "[5, 2, 5, 0, 2]", "attack", "main", "won")
	board, match := game(t, mine, `{"type": "ok", "window": 7, "next": "more", "view": `+won+`}`)
	victory, err := board.Attack(1, 2, 1, 0.7)
	same(t, victory && err == nil, true)
	text, _ := json.Marshal(match.said)
	same(t, string(text), `[{"attack":{"from":1,"ratio":1,"share":0.7,"to":2}}]`)
	same(t, board.GetOwners()[2], 0)
}

func TestARefusedCallChangesNothing(t *testing.T) {
	board, _ := game(t, mine, `{"type": "rejected", "window": 7, "next": "more", "reason": "not now"}`)
	same(t, board.PutTroop(0, 1), error(Refused{"not now"}))
	same(t, board.GetState(), Attacking)
	if _, err := board.Attack(1, 2, math.Inf(1), 0.5); !errors.As(err, &Refused{}) {
		t.Error(err)
	}
}

func TestATurnThatRanOutOfTimeTakesNoMoreCalls(t *testing.T) {
	board, match := game(t, mine, `{"type": "turn", "window": 10, "view": `+mine+`}`)
	for i := 0; i < 2; i++ {
		if _, err := board.NextState(); !errors.Is(err, ErrTurnOver) {
			t.Error(err)
		}
	}
	same(t, len(match.said), 1)
	more, _ := board.nextTurn()
	same(t, more, true)
}

func TestTheBotTakesTheBestStrategicPlanetFirst(t *testing.T) {
	board, _ := game(t, look("[null, null, null, null, null]", "[0, 0, 0, 0, 0]", "deploy", "start", "plain"))
	same(t, new(Bot).place(board), 1)
	board, _ = game(t, look("[null, 1, 0, null, null]", "[0, 1, 1, 0, 0]", "deploy", "start", "plain"))
	same(t, new(Bot).place(board), 2)
}

func TestTheBotAttacksWhereItIsTwiceAsStrong(t *testing.T) {
	board, _ := game(t, mine)
	same(t, new(Bot).bestAttack(board), &border{1, 2})
	board, _ = game(t, look("[0, 0, 1, null, 0]", "[5, 5, 3, 0, 2]", "attack", "main", "plain"))
	same(t, new(Bot).bestAttack(board) == nil, true)
}

func TestTheBotBringsTroopsToTheFront(t *testing.T) {
	board, _ := game(t, mine)
	same(t, new(Bot).front(board), 1)
	source, destination := new(Bot).bestMove(board)
	same(t, []int{source, destination}, []int{0, 1})
}
