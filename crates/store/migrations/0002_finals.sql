-- The final tournament of a contest.
--
-- `sheet` is everything that was fixed when it began: how it is played, who takes part with which version, the maps, the seed. `show` is what the
-- projector shows; `step` counts its changes. What happened is in `final_log`, in order: the bracket is a function of the sheet and the log.

CREATE TABLE finals (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL REFERENCES contests (id),
    state TEXT NOT NULL CHECK (state IN ('running', 'over', 'dropped')),
    made_by TEXT REFERENCES users (id),
    created BIGINT NOT NULL,
    sheet TEXT NOT NULL,
    show TEXT NOT NULL,
    step BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX finals_once ON finals (contest) WHERE state <> 'dropped';
CREATE INDEX finals_by_state ON finals (state);

-- Which match is played for which game of which series. Until `shown` only whoever runs the contest knows of it.
CREATE TABLE final_matches (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    final TEXT NOT NULL REFERENCES finals (id),
    series BIGINT NOT NULL,
    game BIGINT NOT NULL,
    shown BIGINT
);
CREATE INDEX matches_of_final ON final_matches (final, series, game);

-- A match is in the log once, so it counts once.
CREATE TABLE final_log (
    final TEXT NOT NULL REFERENCES finals (id),
    number BIGINT NOT NULL,
    line TEXT NOT NULL,
    match TEXT UNIQUE REFERENCES final_matches (match),
    PRIMARY KEY (final, number)
);

-- Who may moderate: a short code that is typed into a phone, and the keys that were given for it.
CREATE TABLE hall_keys (
    hash TEXT PRIMARY KEY,
    contest TEXT NOT NULL REFERENCES contests (id),
    code BIGINT NOT NULL CHECK (code IN (0, 1)),
    expires BIGINT NOT NULL
);
CREATE INDEX hall_keys_of_contest ON hall_keys (contest);
CREATE INDEX hall_keys_by_end ON hall_keys (expires);
