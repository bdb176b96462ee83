"""The rating of a ladder once more, from the table of matches alone and without a line of the program: the model as `Standing` describes it, solved by
another method (one player after another, until nobody moves)."""

from itertools import combinations
from math import exp, log

ELO = 400 / log(10)
# What is known of a strength before its first match: a deviation of 350 points.
PRIOR = (ELO / 350) ** 2


def meetings(postgres, slug):
    """The ranked matches of a contest that count, each as the teams that played with their places."""
    rows = postgres.ask(
        "SELECT m.id, s.team, s.rank FROM matches AS m JOIN match_seats AS s ON s.match = m.id JOIN contests AS c ON c.id = m.contest "
        f"WHERE c.slug = '{slug}' AND m.kind = 'ranked' AND m.state = 'over' AND m.shadow = 0 AND s.team IS NOT NULL AND s.rank IS NOT NULL"
    )
    met = {}
    for game, team, rank in rows:
        met.setdefault(game, []).append((team, int(rank)))
    return list(met.values())


def duels_of(sides):
    """Every two sides of a match that are led by different teams."""
    return [(a, b) for a, b in combinations(sides, 2) if a[0] != b[0]]


def tally(met):
    """For each team how many others it left behind, was level with and came after."""
    counts = {}
    for sides in met:
        for (a, mine), (b, theirs) in duels_of(sides):
            for team, order in ((a, mine - theirs), (b, theirs - mine)):
                count = counts.setdefault(team, [0, 0, 0])
                count[(order >= 0) + (order > 0)] += 1
    return {team: tuple(count) for team, count in counts.items()}


def ratings(met):
    """Everybody's rating in Elo points, 0 being the average."""
    duels = {}
    for sides in met:
        weight = 3 / (len(sides) + 1)
        for (a, mine), (b, theirs) in duels_of(sides):
            points = weight * (1 if mine < theirs else 0.5 if mine == theirs else 0)
            for one, other, gained in ((a, b, points), (b, a, weight - points)):
                known = duels.setdefault(one, {}).setdefault(other, [0, 0])
                known[0] += weight
                known[1] += gained
    strengths = dict.fromkeys(duels, 0.0)
    for _ in range(100_000):
        longest = 0
        for team, others in duels.items():
            slope, bend = -PRIOR * strengths[team], PRIOR
            for other, (weight, gained) in others.items():
                share = 1 / (1 + exp(strengths[other] - strengths[team]))
                slope += gained - weight * share
                bend += weight * share * (1 - share)
            step = slope / bend
            strengths[team] += step
            longest = max(longest, abs(step))
        if longest < 1e-12:
            break
    zero = sum(strengths.values()) / max(len(strengths), 1)
    return {team: ELO * (strength - zero) for team, strength in strengths.items()}


def compare(postgres, slug, rows):
    """How many ratings of a standing were computed once more, and how many figures are not what the table of matches gives."""
    met = meetings(postgres, slug)
    counts, rated = tally(met), ratings(met)
    computed, wrong = 0, 0
    for row in rows:
        team = row["team"]
        wrong += (row["won"], row["drawn"], row["lost"]) != counts.get(team, (0, 0, 0))
        if row["rating"] is not None:
            computed += 1
            wrong += team not in rated or abs(row["rating"] - rated[team]) > 1e-3
    return computed, wrong
