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

// table is what the engine itself computes; another one can be named in HEROES_CASES.
type table struct {
	Maps   []message
	Scenes []view
	Sights []struct {
		Map     int
		From    [2]int
		Visible []string
	}
	Impacts []struct {
		Map      int
		From, To [2]int
		Sees     bool
		View     view
		Shots    []struct {
			Ability AbilityName
			Cell    [2]int
			Targets []HeroID
		}
	}
	Paths []struct {
		Map      int
		From, To [2]int
		Blocked  [][2]int
		Path     []Direction
	}
}

var cases = func() (read table) {
	name := os.Getenv("HEROES_CASES")
	if name == "" {
		name = "cases.json"
	}
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		panic(err)
	}
	return read
}()

// world is a world whose orders are written down.
func world(number int, seen *view) (*World, *bytes.Buffer) {
	said := &bytes.Buffer{}
	made := newWorld(&cases.Maps[number], &Match{bufio.NewReader(strings.NewReader("")), said})
	if seen != nil {
		made.update(1, seen)
	}
	return made, said
}

func at(place [2]int) At { return At{place[0], place[1]} }

func ids(heroes []*Hero) []HeroID {
	found := []HeroID{}
	for _, hero := range heroes {
		found = append(found, hero.ID)
	}
	return found
}

func acts(t *testing.T, said *bytes.Buffer, wanted ...string) {
	t.Helper()
	var found []string
	for _, line := range strings.Split(strings.TrimSpace(said.String()), "\n") {
		var order struct{ Act json.RawMessage }
		if err := json.Unmarshal([]byte(line), &order); err != nil {
			t.Fatal(err)
		}
		found = append(found, string(order.Act))
	}
	check(t, found, wanted)
}

func check(t *testing.T, found, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(found, wanted) {
		t.Errorf("%v, not %v", found, wanted)
	}
}

func TestSightIsTheEngines(t *testing.T) {
	for _, line := range cases.Sights {
		board, _ := world(line.Map, nil)
		for row, flags := range line.Visible {
			for column, flag := range flags {
				if board.IsInVision(at(line.From), At{row, column}) != (flag == '1') {
					t.Fatalf("%v to %d, %d", line, row, column)
				}
			}
		}
	}
}

func TestImpactsAndTargetsAreTheEngines(t *testing.T) {
	for i := range cases.Impacts {
		line := &cases.Impacts[i]
		board, _ := world(line.Map, &line.View)
		from, to := at(line.From), at(line.To)
		check(t, board.IsInVision(from, to), line.Sees)
		for _, shot := range line.Shots {
			check(t, board.ImpactCell(shot.Ability, from, to).At, at(shot.Cell))
			check(t, ids(board.AbilityTargets(shot.Ability, from, to)), shot.Targets)
		}
	}
}

func TestPathsAreTheEngines(t *testing.T) {
	for _, line := range cases.Paths {
		board, _ := world(line.Map, nil)
		var blocked []*Cell
		for _, place := range line.Blocked {
			blocked = append(blocked, board.Map.Cell(place[0], place[1]))
		}
		check(t, append([]Direction{}, board.PathMoveDirections(at(line.From), at(line.To), blocked...)...), line.Path)
	}
}

func TestNumbersAreThoseOfTheView(t *testing.T) {
	here, _ := world(0, &cases.Scenes[0])
	check(t, []any{here.CurrentTurn, here.CurrentPhase, here.MovePhaseNum}, []any{7, Move, 2})
	check(t, []int{here.AP, here.MyScore, here.OppScore}, []int{64, 12, 30})
	check(t, []int{here.MaxAP, here.MaxScore, here.MaxTurns}, []int{100, 200, 100})
	check(t, []int{here.KillScore, here.ObjectiveZoneScore}, []int{10, 1})
	check(t, []int{here.Map.RowNum, here.Map.ColumnNum}, []int{9, 9})
	check(t, here.Map.Cell(9, 0), (*Cell)(nil))
	check(t, []bool{here.Map.Cell(0, 3).IsInVision, here.Map.Cell(1, 0).IsInVision}, []bool{true, false})
}

func TestHeroesAreFoundByIDAndByCell(t *testing.T) {
	here, _ := world(0, &cases.Scenes[0])
	check(t, here.Hero(0).CurrentHP, 120)
	check(t, here.Hero(9), (*Hero)(nil))
	check(t, here.MyHero(At{0, 0}), here.MyHero(here.Map.Cell(0, 0)))
	check(t, here.OppHero(At{0, 4}).ID, HeroID(1))
	check(t, here.MyHero(At{0, 4}), (*Hero)(nil))
	check(t, ids(here.MyDeadHeroes()), []HeroID{2})
	check(t, ids(here.OppDeadHeroes()), []HeroID{5})
	check(t, here.Hero(0).RecentPath, []*Cell{here.Map.Cell(1, 0), here.Map.Cell(0, 0)})
	check(t, here.Hero(3).CurrentCell, NoCell)
	check(t, []int{here.Hero(3).CurrentHP, here.Hero(2).RemRespawnTime}, []int{-1, 2})
}

func TestAbilitiesKnowWhetherTheyAreReady(t *testing.T) {
	here, _ := world(0, &cases.Scenes[0])
	mine := here.Hero(0)
	check(t, mine.DodgeAbilities()[0].Name, BlasterDodge)
	check(t, []int{len(mine.OffensiveAbilities()), len(here.Hero(2).DefensiveAbilities())}, []int{2, 1})
	check(t, mine.Ability(BlasterBomb).IsReady(), true)
	check(t, mine.Ability(BlasterDodge).RemCooldown, 3)
	check(t, mine.Ability(HealerHeal), (*Ability)(nil))
	check(t, here.Hero(1).Ability(BlasterBomb).IsReady(), false)
}

func TestCastsAreToldAsFarAsTheyWereSeen(t *testing.T) {
	here, _ := world(0, &cases.Scenes[0])
	corner, far := here.Map.Cell(0, 0), here.Map.Cell(0, 4)
	check(t, here.MyCastAbilities, []CastAbility{{0, []HeroID{1}, corner, far, BlasterBomb}})
	check(t, here.OppCastAbilities, []CastAbility{{-1, []HeroID{0}, NoCell, corner, HealerAttack}})
}

func TestANameThatTheDocumentDoesNotHaveIsKept(t *testing.T) {
	here, said := world(0, &cases.Scenes[0])
	shadow := here.Hero(7)
	check(t, shadow.Name, HeroName("SHADOW"))
	here.PickHero(shadow.Name)
	here.CastAbility(shadow, shadow.Abilities[0], At{0, 4})
	acts(t, said, `{"pick":{"class":"SHADOW"}}`, `{"cast":{"ability":"SHADOW_SLASH","column":4,"hero":7,"row":0}}`)
}

func TestObjectsAndNumbersMeanTheSame(t *testing.T) {
	here, said := world(0, &cases.Scenes[0])
	hero := here.Hero(0)
	bomb := hero.Ability(BlasterBomb)
	for _, a := range []Place{At{0, 0}, here.Map.Cell(0, 0)} {
		for _, b := range []Place{At{0, 4}, here.Map.Cell(0, 4)} {
			check(t, here.ManhattanDistance(a, b), 4)
			check(t, here.IsInVision(a, b), true)
			check(t, here.PathMoveDirections(a, b), []Direction{Right, Right, Right, Right})
			for _, ability := range []AbilityRef{bomb, *bomb, BlasterBomb} {
				check(t, here.ImpactCell(ability, a, b), here.Map.Cell(0, 4))
				check(t, ids(here.AbilityTargets(ability, a, b)), []HeroID{1})
			}
		}
	}
	check(t, here.ManhattanDistance(At{0, 0}, At{9, 0}), -1)
	here.MoveHero(hero, Up)
	here.MoveHero(HeroID(0), Up)
	here.CastAbility(hero, bomb, here.Map.Cell(0, 4))
	here.CastAbility(HeroID(0), BlasterBomb, At{0, 4})
	step := `{"move":{"direction":"up","hero":0}}`
	shot := `{"cast":{"ability":"BLASTER_BOMB","column":4,"hero":0,"row":0}}`
	acts(t, said, step, step, shot, shot)
}

func TestItPicksAHero(t *testing.T) {
	here, said := world(0, nil)
	new(AI).PickTurn(here)
	acts(t, said, `{"pick":{"class":"BLASTER"}}`)
}

func TestItWalksToTheObjectiveZone(t *testing.T) {
	here, said := world(0, &cases.Scenes[0])
	new(AI).MoveTurn(here)
	acts(t, said, `{"move":{"direction":"down","hero":0}}`)
}

func TestItFiresAtTheEnemyItSees(t *testing.T) {
	here, said := world(0, &cases.Impacts[len(cases.Impacts)-1].View)
	new(AI).ActionTurn(here)
	if !strings.Contains(said.String(), `"cast"`) || strings.Contains(said.String(), `"move"`) {
		t.Errorf("it says %s", said)
	}
}
