package main

// Run with `go test`. Add tests of your own here.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// cases is a city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5.
var cases = func() (read struct {
	Start                              message
	Pending, Thief, Rich, Poor, Hidden view
}) {
	text, err := os.ReadFile("cases.json")
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		panic(err)
	}
	return read
}()

func seen(told *view) *GameView { return newView(newConfig(&cases.Start.Config), told) }

// silent is a phone of which only `said` knows.
func silent() (phone *Phone, said *bytes.Buffer) {
	said = &bytes.Buffer{}
	return &Phone{match: &Match{bufio.NewReader(strings.NewReader("")), said}}, said
}

func check(t *testing.T, found, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(found, wanted) {
		t.Errorf("%v, not %v", found, wanted)
	}
}

func TestAViewHasWhatTheDocumentPromises(t *testing.T) {
	here := seen(&cases.Rich)
	check(t, []any{here.ID, here.NodeID, here.Balance}, []any{2, 2, 30.5})
	check(t, here.Turn, Turn{6, PoliceTurn})
	check(t, here.TurnSettings, TurnSettings{60, []int{6, 12}})
	check(t, here.IncomeSetting, IncomeSetting{10, 7.5})
	check(t, here.ChatSettings, ChatSettings{1, 100})
	check(t, []int{here.Config.Graph.NodesCount, len(here.Config.Graph.Paths)}, []int{6, 7})
	check(t, here.Viewer, Agent{2, First, Police, 2, false})
	check(t, []any{here.Status, here.Result}, []any{Ongoing, Unknown})
	check(t, here.VisibleAgents[1], Agent{3, Second, Thief, 5, false})
	check(t, seen(&cases.Thief).ChatBox, []Chat{{"0", 1, "01"}})
}

func TestMoneyDecidesWhichWaysAreOpen(t *testing.T) {
	graph := seen(&cases.Rich).Config.Graph
	check(t, graph.Neighbours(2, 10), []int{1, 3})
	check(t, graph.Neighbours(2, AnyPrice), []int{1, 3, 6})
	check(t, graph.Price(2, 1), 0.0) // Of parallel paths the first counts.
	check(t, graph.Distances([]int{2}, AnyPrice)[5], 2)
	check(t, graph.Distances([]int{2}, 10)[5], 3)
}

func TestAMessageIsAnAct(t *testing.T) {
	phone, said := silent()
	phone.SendMessage("0110")
	check(t, said.String(), `{"act":{"say":{"text":"0110"}},"window":0}`+"\n")
}

func TestAThiefStartsFarFromThePolice(t *testing.T) {
	check(t, newUnit(Thief, nil).GetStartingNode(seen(&cases.Pending)), 4)
}

func TestAThiefRunsFromTheEnemyNotFromItsOwnPolice(t *testing.T) {
	check(t, newUnit(Thief, nil).Move(seen(&cases.Thief)), 5)
	check(t, newUnit(Joker, nil).Move(seen(&cases.Thief)), 5)
}

func TestPoliceTakeTheBusIfTheyCanPayForIt(t *testing.T) {
	check(t, newUnit(Police, nil).Move(seen(&cases.Rich)), 6)
	check(t, newUnit(Batman, nil).Move(seen(&cases.Poor)), 3)
}

func TestPoliceRememberWhomTheySaw(t *testing.T) {
	police := newUnit(Police, nil)
	police.Move(seen(&cases.Poor))
	check(t, police.Move(seen(&cases.Hidden)), 4)
}
