-- What schools and halls asked for later.

-- Programs of a class that are judged rule by rule: what was found in each phase. `card` is for people.

CREATE TABLE checks (
    version TEXT NOT NULL REFERENCES versions (id),
    phase BIGINT NOT NULL,
    contest TEXT NOT NULL REFERENCES contests (id),
    team TEXT NOT NULL REFERENCES teams (id),
    passed BIGINT NOT NULL CHECK (passed IN (0, 1)),
    points DOUBLE PRECISION NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (version, phase)
);
CREATE INDEX checks_of_contest ON checks (contest);
CREATE INDEX checks_of_team ON checks (team);

-- For which map each team has voted in a series of a final that is still to come.
CREATE TABLE final_votes (
    final TEXT NOT NULL REFERENCES finals (id),
    series BIGINT NOT NULL,
    team TEXT NOT NULL REFERENCES teams (id),
    map TEXT NOT NULL,
    PRIMARY KEY (final, series, team)
);
