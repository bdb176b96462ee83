package heroes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import meydan.Json;
import meydan.Match;

/**
 * All that your team knows now, and the orders you give. Where a method takes cells, each one may be given as a row and a
 * column; where it takes a hero, its id will do, and for an ability its name.
 */
public final class World {
    private final Match match;
    private final int me;
    private final Map map;
    private final HeroConstants[] heroConstants;
    private final AbilityConstants[] abilityConstants;
    private final Json constants;
    private int window;
    private Hero[] myHeroes = {};
    private Hero[] oppHeroes = {};
    private CastAbility[] myCastAbilities = {};
    private CastAbility[] oppCastAbilities = {};
    private int ap;
    private int myScore;
    private int oppScore;
    private int currentTurn;
    private Phase currentPhase = Phase.PICK;
    private int movePhaseNum = -1;

    /** The world of a {@code start} message; orders go to the match. The kit makes it. */
    public World(Json start, Match match) {
        this.match = match;
        me = start.get("seat").asInt();
        Json config = start.get("config");
        constants = config.get("constants");
        map = new Map(config, me);
        List<AbilityConstants> abilities = new ArrayList<>();
        config.get("abilities").forEach(entry -> abilities.add(new AbilityConstants(entry)));
        abilityConstants = abilities.toArray(AbilityConstants[]::new);
        List<HeroConstants> heroes = new ArrayList<>();
        config.get("heroes").forEach(entry -> heroes.add(new HeroConstants(entry)));
        heroConstants = heroes.toArray(HeroConstants[]::new);
        ap = getMaxAP();
    }

    /** Takes a hero of this class; of several picks in one phase the last one counts. */
    public void pickHero(HeroName name) {
        send("pick", Json.object("class", name.name()));
    }

    /** One step in this direction. */
    public void moveHero(Hero hero, Direction direction) {
        moveHero(hero.getId(), direction);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void moveHero(int heroId, Direction direction) {
        send("move", Json.object("hero", heroId, "direction", direction.name().toLowerCase(Locale.ROOT)));
    }

    /** Uses an ability on a cell. */
    public void castAbility(int heroId, AbilityName ability, int row, int column) {
        send("cast", Json.object("hero", heroId, "ability", ability.name(), "row", row, "column", column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(Hero hero, AbilityConstants ability, Cell cell) {
        castAbility(hero.getId(), ability.getName(), cell.getRow(), cell.getColumn());
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(Hero hero, AbilityConstants ability, int row, int column) {
        castAbility(hero.getId(), ability.getName(), row, column);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(Hero hero, AbilityName ability, Cell cell) {
        castAbility(hero.getId(), ability, cell.getRow(), cell.getColumn());
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(Hero hero, AbilityName ability, int row, int column) {
        castAbility(hero.getId(), ability, row, column);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(int heroId, AbilityConstants ability, Cell cell) {
        castAbility(heroId, ability.getName(), cell.getRow(), cell.getColumn());
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(int heroId, AbilityConstants ability, int row, int column) {
        castAbility(heroId, ability.getName(), row, column);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public void castAbility(int heroId, AbilityName ability, Cell cell) {
        castAbility(heroId, ability, cell.getRow(), cell.getColumn());
    }

    /** The hero with that id, own or enemy, or null. */
    public Hero getHero(int id) {
        Hero mine = first(myHeroes, id);
        return mine != null ? mine : first(oppHeroes, id);
    }

    /** Your hero on this cell, or null. */
    public Hero getMyHero(Cell cell) {
        return standing(myHeroes, cell);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero getMyHero(int row, int column) {
        return getMyHero(new Cell(row, column));
    }

    /** The enemy hero on this cell if you see it, or null. */
    public Hero getOppHero(Cell cell) {
        return standing(oppHeroes, cell);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero getOppHero(int row, int column) {
        return getOppHero(new Cell(row, column));
    }

    /** A shortest way over free cells from the first cell to the second; empty if there is none. Heroes are ignored. */
    public Direction[] getPathMoveDirections(Cell a, Cell b) {
        return getPathMoveDirections(a, b, new Cell[0]);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(Cell a, int row, int column) {
        return getPathMoveDirections(a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(int row, int column, Cell b) {
        return getPathMoveDirections(new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(int row1, int column1, int row2, int column2) {
        return getPathMoveDirections(new Cell(row1, column1), new Cell(row2, column2));
    }

    /** The same, with blocked cells that count as walls. */
    public Direction[] getPathMoveDirections(Cell a, Cell b, Cell[] blocked) {
        return holds(a) && holds(b) ? Geometry.path(map, a, b, blocked) : new Direction[0];
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(Cell a, int row, int column, Cell[] blocked) {
        return getPathMoveDirections(a, new Cell(row, column), blocked);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(int row, int column, Cell b, Cell[] blocked) {
        return getPathMoveDirections(new Cell(row, column), b, blocked);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Direction[] getPathMoveDirections(int row1, int column1, int row2, int column2, Cell[] blocked) {
        return getPathMoveDirections(new Cell(row1, column1), new Cell(row2, column2), blocked);
    }

    /** Side steps between two cells, walls ignored; -1 if one of them is outside the map. */
    public int manhattanDistance(Cell a, Cell b) {
        return holds(a) && holds(b) ? Geometry.distance(a, b) : -1;
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public int manhattanDistance(Cell a, int row, int column) {
        return manhattanDistance(a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public int manhattanDistance(int row, int column, Cell b) {
        return manhattanDistance(new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public int manhattanDistance(int row1, int column1, int row2, int column2) {
        return manhattanDistance(new Cell(row1, column1), new Cell(row2, column2));
    }

    /** Whether the second cell can be seen from the first. */
    public boolean isInVision(Cell a, Cell b) {
        return holds(a) && holds(b) && Geometry.sees(map, a, b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public boolean isInVision(Cell a, int row, int column) {
        return isInVision(a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public boolean isInVision(int row, int column, Cell b) {
        return isInVision(new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public boolean isInVision(int row1, int column1, int row2, int column2) {
        return isInVision(new Cell(row1, column1), new Cell(row2, column2));
    }

    /**
     * Where an ability acts that is used on the first cell and aimed at the second: at the end of its range, or, if it is
     * linear, before the first wall or on the first hero that you see.
     */
    public Cell getImpactCell(AbilityName name, Cell a, Cell b) {
        AbilityConstants ability = constants(name);
        if (!holds(a) || !holds(b)) {
            return Cell.NONE;
        }
        Cell impact = map.getCell(a.getRow(), a.getColumn());
        if (a.equals(b) || impact.isWall() && !ability.isLobbing()) {
            return impact;
        }
        for (Cell cell : Geometry.ray(map, a, b, ability.isLobbing())) {
            if (Geometry.distance(a, cell) > ability.getRange()) {
                break;
            }
            impact = cell;
            if (!ability.isLobbing() && standing(targetsOf(ability), cell) != null) {
                break;
            }
        }
        return impact;
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityConstants ability, Cell a, Cell b) {
        return getImpactCell(ability.getName(), a, b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityConstants ability, Cell a, int row, int column) {
        return getImpactCell(ability.getName(), a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityName ability, Cell a, int row, int column) {
        return getImpactCell(ability, a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityConstants ability, int row, int column, Cell b) {
        return getImpactCell(ability.getName(), new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityName ability, int row, int column, Cell b) {
        return getImpactCell(ability, new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityConstants ability, int row1, int column1, int row2, int column2) {
        return getImpactCell(ability.getName(), new Cell(row1, column1), new Cell(row2, column2));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Cell getImpactCell(AbilityName ability, int row1, int column1, int row2, int column2) {
        return getImpactCell(ability, new Cell(row1, column1), new Cell(row2, column2));
    }

    /** The heroes that an ability used on the first cell and aimed at the second would reach, of those you see. */
    public Hero[] getAbilityTargets(AbilityName name, Cell a, Cell b) {
        AbilityConstants ability = constants(name);
        Cell impact = getImpactCell(name, a, b);
        if (impact.equals(Cell.NONE)) {
            return new Hero[0];
        }
        return Arrays.stream(targetsOf(ability))
                .filter(hero -> !hero.getCurrentCell().equals(Cell.NONE))
                .filter(hero -> Geometry.distance(impact, hero.getCurrentCell()) <= ability.getAreaOfEffect())
                .sorted(Comparator.comparingInt((Hero hero) -> hero.getCurrentCell().getRow())
                        .thenComparingInt(hero -> hero.getCurrentCell().getColumn()))
                .toArray(Hero[]::new);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityConstants ability, Cell a, Cell b) {
        return getAbilityTargets(ability.getName(), a, b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityConstants ability, Cell a, int row, int column) {
        return getAbilityTargets(ability.getName(), a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityName ability, Cell a, int row, int column) {
        return getAbilityTargets(ability, a, new Cell(row, column));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityConstants ability, int row, int column, Cell b) {
        return getAbilityTargets(ability.getName(), new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityName ability, int row, int column, Cell b) {
        return getAbilityTargets(ability, new Cell(row, column), b);
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityConstants ability, int row1, int column1, int row2, int column2) {
        return getAbilityTargets(ability.getName(), new Cell(row1, column1), new Cell(row2, column2));
    }

    /** The same, with cells as objects or as rows and columns, and heroes and abilities as objects, ids or names. */
    public Hero[] getAbilityTargets(AbilityName ability, int row1, int column1, int row2, int column2) {
        return getAbilityTargets(ability, new Cell(row1, column1), new Cell(row2, column2));
    }

    /** Your heroes, in the order in which you picked them. */
    public Hero[] getMyHeroes() {
        return myHeroes;
    }

    /** The enemy's heroes, as far as you know them. */
    public Hero[] getOppHeroes() {
        return oppHeroes;
    }

    /** Your heroes that wait for their next life. */
    public Hero[] getMyDeadHeroes() {
        return dead(myHeroes);
    }

    /** The enemy's heroes that wait for their next life. */
    public Hero[] getOppDeadHeroes() {
        return dead(oppHeroes);
    }

    /** The map. */
    public Map getMap() {
        return map;
    }

    /** The abilities your team used in the previous turn. */
    public CastAbility[] getMyCastAbilities() {
        return myCastAbilities;
    }

    /** The abilities that you saw the other team use in the previous turn. */
    public CastAbility[] getOppCastAbilities() {
        return oppCastAbilities;
    }

    /** All classes of the map. */
    public HeroConstants[] getHeroConstants() {
        return heroConstants;
    }

    /** All abilities of the map. */
    public AbilityConstants[] getAbilityConstants() {
        return abilityConstants;
    }

    /** Action points your team has left in this turn. */
    public int getAP() {
        return ap;
    }

    /** Your points. */
    public int getMyScore() {
        return myScore;
    }

    /** The enemy's points. */
    public int getOppScore() {
        return oppScore;
    }

    /** 0 to 3 are the picks; the first turn is 4. */
    public int getCurrentTurn() {
        return currentTurn;
    }

    /** What may be ordered now. */
    public Phase getCurrentPhase() {
        return currentPhase;
    }

    /** Points that end the match. */
    public int getMaxScore() {
        return constants.get("max_score").asInt();
    }

    /** Action points that a team has in a turn. */
    public int getMaxAP() {
        return constants.get("max_ap").asInt();
    }

    /** The last turn. */
    public int getMaxTurns() {
        return constants.get("max_turns").asInt();
    }

    /** Points for a kill. */
    public int getKillScore() {
        return constants.get("kill_score").asInt();
    }

    /** Points for a hero in the objective zone at the end of a turn. */
    public int getObjectiveZoneScore() {
        return constants.get("objective_score").asInt();
    }

    /** From 0 in the move phases, else -1. */
    public int getMovePhaseNum() {
        return movePhaseNum;
    }

    /** Keeps something beside this phase, for the viewer. The other team never sees it. */
    public void note(Object note) {
        match.note(window, note);
    }

    /** Takes in a fresh view. The kit does this before it calls your AI. */
    public void update(int window, Json view) {
        int opp = 1 - me;
        this.window = window;
        currentTurn = view.get("turn").asInt();
        String phase = view.get("phase").asText();
        currentPhase = phase.equals("init") ? Phase.PICK : Phase.valueOf(phase.toUpperCase(Locale.ROOT));
        movePhaseNum = number(view.get("move_phase"));
        ap = view.get("ap").get(me).asInt();
        myScore = view.get("scores").get(me).asInt();
        oppScore = view.get("scores").get(opp).asInt();
        map.see(view.get("vision").get(me));
        myHeroes = heroes(view.get("heroes").get(me));
        oppHeroes = heroes(view.get("heroes").get(opp));
        myCastAbilities = casts(view.get("casts"), me);
        oppCastAbilities = casts(view.get("casts"), opp);
    }

    private Hero[] heroes(Json entries) {
        List<Hero> heroes = new ArrayList<>();
        for (Json entry : entries) {
            HeroName name = HeroName.valueOf(entry.get("class").asText());
            HeroConstants known = Arrays.stream(heroConstants).filter(one -> one.getName() == name).findFirst().orElseThrow();
            List<Cell> path = new ArrayList<>();
            entry.get("path").forEach(cell -> path.add(cell(cell)));
            Json cooldowns = entry.get("cooldowns");
            Ability[] abilities = new Ability[known.getAbilityNames().length];
            for (int i = 0; i < abilities.length; i++) {
                int rest = cooldowns.isNull() ? -1 : cooldowns.get(i).asInt();
                abilities[i] = new Ability(constants(known.getAbilityNames()[i]), rest);
            }
            heroes.add(new Hero(known, entry.get("id").asInt(), number(entry.get("hp")), cell(entry.get("cell")),
                    path.toArray(Cell[]::new), entry.get("respawn").asInt(), abilities));
        }
        return heroes.toArray(Hero[]::new);
    }

    private CastAbility[] casts(Json entries, int team) {
        List<CastAbility> casts = new ArrayList<>();
        for (Json entry : entries) {
            if (entry.get("team").asInt() == team) {
                Json targets = entry.get("targets");
                int[] ids = new int[targets.size()];
                Arrays.setAll(ids, i -> targets.get(i).asInt());
                casts.add(new CastAbility(number(entry.get("caster")), ids, cell(entry.get("from")), cell(entry.get("to")),
                        AbilityName.valueOf(entry.get("ability").asText())));
            }
        }
        return casts.toArray(CastAbility[]::new);
    }

    private Cell cell(Json entry) {
        return entry.isNull() ? Cell.NONE : map.getCell(entry.get("row").asInt(), entry.get("column").asInt());
    }

    /** What is not known is -1. */
    private static int number(Json entry) {
        return entry.isNull() ? -1 : entry.asInt();
    }

    private void send(String verb, Json order) {
        match.act(window, Json.object(verb, order));
    }

    private boolean holds(Cell cell) {
        return map.isInMap(cell.getRow(), cell.getColumn());
    }

    private AbilityConstants constants(AbilityName name) {
        return Arrays.stream(abilityConstants).filter(ability -> ability.getName() == name).findFirst().orElseThrow();
    }

    private Hero[] targetsOf(AbilityConstants ability) {
        return ability.getType() == AbilityType.DEFENSIVE ? myHeroes : oppHeroes;
    }

    private static Hero first(Hero[] heroes, int id) {
        return Arrays.stream(heroes).filter(hero -> hero.getId() == id).findFirst().orElse(null);
    }

    private static Hero standing(Hero[] heroes, Cell cell) {
        return Arrays.stream(heroes)
                .filter(hero -> !cell.equals(Cell.NONE) && hero.getCurrentCell().equals(cell))
                .findFirst()
                .orElse(null);
    }

    private static Hero[] dead(Hero[] heroes) {
        return Arrays.stream(heroes).filter(hero -> hero.getCurrentHP() == 0).toArray(Hero[]::new);
    }
}
