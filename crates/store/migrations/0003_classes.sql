-- Classes: people who came by a room's code, and marks that their programs must reach.

-- Accounts that a class made. Whoever runs the class gives them new keys and takes them away.
CREATE TABLE class_people (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    contest TEXT NOT NULL REFERENCES contests (id),
    joined BIGINT NOT NULL
);
CREATE INDEX class_people_of_contest ON class_people (contest);

-- What a version must reach against a house bot, as it was asked for when the version went live, and how far it is. `share` and `confidence`
-- are from 0 to 1, `sure` how sure it is that the share is reached. `passed` is
-- empty until it is clear.
CREATE TABLE marks (
    version TEXT NOT NULL REFERENCES versions (id),
    house TEXT NOT NULL,
    contest TEXT NOT NULL REFERENCES contests (id),
    team TEXT NOT NULL REFERENCES teams (id),
    share DOUBLE PRECISION NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    matches BIGINT NOT NULL,
    passed BIGINT CHECK (passed IN (0, 1)),
    played BIGINT NOT NULL DEFAULT 0,
    points DOUBLE PRECISION NOT NULL DEFAULT 0,
    sure DOUBLE PRECISION NOT NULL DEFAULT 0,
    ended BIGINT,
    PRIMARY KEY (version, house)
);
CREATE INDEX marks_of_contest ON marks (contest, passed);
CREATE INDEX marks_of_team ON marks (team);

-- What is compared of a version with those of others.
CREATE TABLE prints (
    version TEXT PRIMARY KEY REFERENCES versions (id),
    work TEXT NOT NULL
);

-- The matches that are played for a mark, in the order in which they count.
CREATE TABLE mark_matches (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    version TEXT NOT NULL REFERENCES versions (id),
    house TEXT NOT NULL,
    number BIGINT NOT NULL,
    UNIQUE (version, house, number)
);
