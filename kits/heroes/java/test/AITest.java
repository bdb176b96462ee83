import heroes.Ability;
import heroes.AbilityName;
import heroes.CastAbility;
import heroes.Cell;
import heroes.Direction;
import heroes.Hero;
import heroes.HeroName;
import heroes.Phase;
import heroes.World;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import meydan.Json;
import meydan.Match;
import meydan.Test;

/** The unit tests: {@code meydan.Tests} runs every method marked with {@code @Test}. Add your own here. */
public final class AITest {
    /** A table of what the engine itself computes; another one can be named in HEROES_CASES. */
    private final Json cases;

    private StringWriter said;

    private AITest() throws IOException {
        cases = Json.parse(Files.readString(Path.of(Optional.ofNullable(System.getenv("HEROES_CASES")).orElse("cases.json"))));
    }

    private World world(int map, Json view) {
        said = new StringWriter();
        World world = new World(cases.get("maps").get(map), new Match(Reader.nullReader(), said));
        if (view != null) {
            world.update(1, view);
        }
        return world;
    }

    private World scene() {
        return world(0, cases.get("scenes").get(0));
    }

    private List<String> acts() {
        return said.toString().lines().map(line -> Json.parse(line).get("act").toString()).toList();
    }

    private static Cell cell(Json at) {
        return new Cell(at.get(0).asInt(), at.get(1).asInt());
    }

    @Test
    void sightIsTheEngines() {
        for (Json line : cases.get("sights")) {
            World world = world(line.get("map").asInt(), null);
            Cell from = cell(line.get("from"));
            for (int row = 0; row < world.getMap().getRowNum(); row++) {
                for (int column = 0; column < world.getMap().getColumnNum(); column++) {
                    boolean seen = line.get("visible").get(row).asText().charAt(column) == '1';
                    assert world.isInVision(from, row, column) == seen : line;
                }
            }
        }
    }

    @Test
    void impactsAndTargetsAreTheEngines() {
        for (Json line : cases.get("impacts")) {
            World world = world(line.get("map").asInt(), line.get("view"));
            Cell from = cell(line.get("from"));
            Cell to = cell(line.get("to"));
            assert world.isInVision(from, to) == line.get("sees").asBoolean() : line;
            for (Json shot : line.get("shots")) {
                AbilityName name = AbilityName.valueOf(shot.get("ability").asText());
                assert world.getImpactCell(name, from, to).equals(cell(shot.get("cell"))) : line;
                assert Json.of(ids(world.getAbilityTargets(name, from, to))).equals(shot.get("targets")) : line;
            }
        }
    }

    @Test
    void pathsAreTheEngines() {
        for (Json line : cases.get("paths")) {
            World world = world(line.get("map").asInt(), null);
            List<Cell> blocked = new ArrayList<>();
            line.get("blocked").forEach(at -> blocked.add(cell(at)));
            Direction[] path =
                    world.getPathMoveDirections(cell(line.get("from")), cell(line.get("to")), blocked.toArray(Cell[]::new));
            assert Json.of(Arrays.stream(path).map(Direction::name).toList()).equals(line.get("path")) : line;
        }
    }

    @Test
    void numbersAreThoseOfTheView() {
        World world = scene();
        assert world.getCurrentTurn() == 7 && world.getCurrentPhase() == Phase.MOVE && world.getMovePhaseNum() == 2;
        assert world.getAP() == 64 && world.getMyScore() == 12 && world.getOppScore() == 30;
        assert world.getMaxAP() == 100 && world.getMaxScore() == 200 && world.getMaxTurns() == 100;
        assert world.getKillScore() == 10 && world.getObjectiveZoneScore() == 1;
        assert world.getMap().getRowNum() == 9 && world.getMap().getColumnNum() == 9;
        assert world.getMap().getCell(9, 0) == null;
        assert world.getMap().getCell(0, 3).isInVision() && !world.getMap().getCell(1, 0).isInVision();
    }

    @Test
    void heroesAreFoundByIdAndByCell() {
        World world = scene();
        assert world.getHero(0).getCurrentHP() == 120 && world.getHero(9) == null;
        assert world.getMyHero(0, 0) == world.getMyHero(new Cell(0, 0));
        assert world.getOppHero(0, 4).getId() == 1 && world.getMyHero(0, 4) == null;
        assert ids(world.getMyDeadHeroes()).equals(List.of(2)) && ids(world.getOppDeadHeroes()).equals(List.of(5));
        assert Arrays.equals(world.getHero(0).getRecentPath(), new Cell[] {new Cell(1, 0), new Cell(0, 0)});
        assert world.getHero(3).getCurrentCell().equals(Cell.NONE) && world.getHero(3).getCurrentHP() == -1;
        assert world.getHero(2).getRemRespawnTime() == 2;
    }

    @Test
    void abilitiesKnowWhetherTheyAreReady() {
        World world = scene();
        Hero mine = world.getHero(0);
        assert mine.getDodgeAbilities()[0].getName() == AbilityName.BLASTER_DODGE;
        assert mine.getOffensiveAbilities().length == 2 && world.getHero(2).getDefensiveAbilities().length == 1;
        assert mine.getAbility(AbilityName.BLASTER_BOMB).isReady();
        assert mine.getAbility(AbilityName.BLASTER_DODGE).getRemCooldown() == 3;
        assert mine.getAbility(AbilityName.HEALER_HEAL) == null;
        assert !world.getHero(1).getAbility(AbilityName.BLASTER_BOMB).isReady();
    }

    @Test
    void castsAreToldAsFarAsTheyWereSeen() {
        World world = scene();
        CastAbility mine = world.getMyCastAbilities()[0];
        CastAbility theirs = world.getOppCastAbilities()[0];
        assert mine.getCasterId() == 0 && mine.getTargetHeroIds()[0] == 1 && mine.getEndCell().equals(new Cell(0, 4));
        assert theirs.getCasterId() == -1 && theirs.getStartCell().equals(Cell.NONE);
        assert theirs.getAbilityName() == AbilityName.HEALER_ATTACK && theirs.getEndCell().equals(new Cell(0, 0));
    }

    @Test
    void aNameThatTheDocumentDoesNotHaveIsKept() {
        World world = scene();
        Hero shadow = world.getHero(7);
        assert shadow.getName() == HeroName.valueOf("SHADOW");
        world.pickHero(shadow.getName());
        world.castAbility(shadow, shadow.getAbilities()[0], new Cell(0, 4));
        world.castAbility(shadow, AbilityName.valueOf("SHADOW_SLASH"), 0, 4);
        String shot = "{\"cast\":{\"hero\":7,\"ability\":\"SHADOW_SLASH\",\"row\":0,\"column\":4}}";
        assert acts().equals(List.of("{\"pick\":{\"class\":\"SHADOW\"}}", shot, shot)) : acts();
    }

    @Test
    void objectsAndNumbersMeanTheSame() {
        World world = scene();
        Hero hero = world.getHero(0);
        Ability bomb = hero.getAbility(AbilityName.BLASTER_BOMB);
        AbilityName name = AbilityName.BLASTER_BOMB;
        Cell a = new Cell(0, 0);
        Cell b = new Cell(0, 4);
        assert world.manhattanDistance(a, b) == 4 && world.manhattanDistance(a, 0, 4) == 4;
        assert world.manhattanDistance(0, 0, b) == 4 && world.manhattanDistance(0, 0, 0, 4) == 4;
        assert world.manhattanDistance(0, 0, 9, 0) == -1;
        assert world.isInVision(a, b) && world.isInVision(0, 0, b) && world.isInVision(0, 0, 0, 4);
        assert world.getPathMoveDirections(a, b).length == 4 && world.getPathMoveDirections(0, 0, 0, 4).length == 4;
        assert world.getPathMoveDirections(a, 0, 4).length == 4 && world.getPathMoveDirections(0, 0, b).length == 4;
        List<Cell> impacts = List.of(
                world.getImpactCell(bomb, a, b), world.getImpactCell(bomb, a, 0, 4),
                world.getImpactCell(bomb, 0, 0, b), world.getImpactCell(bomb, 0, 0, 0, 4),
                world.getImpactCell(name, a, b), world.getImpactCell(name, a, 0, 4),
                world.getImpactCell(name, 0, 0, b), world.getImpactCell(name, 0, 0, 0, 4));
        assert impacts.stream().allMatch(b::equals);
        List<Hero[]> targets = List.of(
                world.getAbilityTargets(bomb, a, b), world.getAbilityTargets(bomb, a, 0, 4),
                world.getAbilityTargets(bomb, 0, 0, b), world.getAbilityTargets(bomb, 0, 0, 0, 4),
                world.getAbilityTargets(name, a, b), world.getAbilityTargets(name, a, 0, 4),
                world.getAbilityTargets(name, 0, 0, b), world.getAbilityTargets(name, 0, 0, 0, 4));
        assert targets.stream().allMatch(heroes -> ids(heroes).equals(List.of(1)));
        world.moveHero(hero, Direction.UP);
        world.moveHero(0, Direction.UP);
        world.castAbility(hero, bomb, b);
        world.castAbility(hero, bomb, 0, 4);
        world.castAbility(hero, name, b);
        world.castAbility(hero, name, 0, 4);
        world.castAbility(0, bomb, b);
        world.castAbility(0, bomb, 0, 4);
        world.castAbility(0, name, b);
        world.castAbility(0, name, 0, 4);
        String step = "{\"move\":{\"hero\":0,\"direction\":\"up\"}}";
        String shot = "{\"cast\":{\"hero\":0,\"ability\":\"BLASTER_BOMB\",\"row\":0,\"column\":4}}";
        assert acts().equals(List.of(step, step, shot, shot, shot, shot, shot, shot, shot, shot)) : acts();
    }

    @Test
    void itPicksAHero() {
        new AI().pickTurn(world(0, null));
        assert acts().equals(List.of("{\"pick\":{\"class\":\"BLASTER\"}}")) : acts();
    }

    @Test
    void itWalksToTheObjectiveZone() {
        new AI().moveTurn(scene());
        assert acts().equals(List.of("{\"move\":{\"hero\":0,\"direction\":\"down\"}}")) : acts();
    }

    @Test
    void itFiresAtTheEnemyItSees() {
        Json impacts = cases.get("impacts");
        new AI().actionTurn(world(0, impacts.get(impacts.size() - 1).get("view")));
        assert !acts().isEmpty() && acts().stream().allMatch(act -> act.contains("\"cast\"")) : acts();
    }

    private static List<Integer> ids(Hero[] heroes) {
        return Arrays.stream(heroes).map(Hero::getId).toList();
    }
}
