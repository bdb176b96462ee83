-- Everything a contest is made of.
--
-- One text for SQLite and PostgreSQL. `{seq}` stands for a key that counts upwards by itself, which is the one thing the two
-- spell differently. Ids and digests are text, times are milliseconds since 1970 UTC, flags are 0 or 1. Lists of words
-- are the words of the Rust enums (`src/states.rs`); a test compares both. A column that holds a user is `user_id`, because PostgreSQL
-- reads a bare `user` as the name of the role that is connected.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    email TEXT,
    password TEXT,
    role TEXT NOT NULL CHECK (role IN ('contestant', 'organiser', 'admin')),
    lang TEXT,
    disabled BIGINT NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
    created BIGINT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    locked_until BIGINT,
    erased BIGINT
);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT,
    expires BIGINT
);
CREATE INDEX tokens_of_user ON tokens (user_id);

CREATE TABLE resets (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    expires BIGINT NOT NULL,
    made_by TEXT REFERENCES users (id),
    used BIGINT
);
CREATE INDEX resets_of_user ON resets (user_id);

CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_of_user ON identities (user_id);

CREATE TABLE contests (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    about TEXT NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'frozen', 'closed')),
    access TEXT NOT NULL CHECK (access IN ('open', 'code')),
    code_hash TEXT,
    opens BIGINT,
    freezes BIGINT,
    closes BIGINT,
    created BIGINT NOT NULL,
    created_by TEXT REFERENCES users (id),
    demo BIGINT NOT NULL DEFAULT 0 CHECK (demo IN (0, 1))
);

-- Who may run a contest besides admins.
CREATE TABLE organisers (
    contest TEXT NOT NULL REFERENCES contests (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (contest, user_id)
);
CREATE INDEX organisers_by_user ON organisers (user_id);

-- `active_version` is not a foreign key, because versions refer to teams already and PostgreSQL wants one of the two first.
-- Only `activate_version` sets it, and only to a ready version of the same team. `submitted` counts the versions there have been:
-- the next number is taken by an update of this row, so that two uploads at once cannot get the same one.
CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL REFERENCES contests (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    code_hash TEXT,
    created BIGINT NOT NULL,
    active_version TEXT,
    submitted BIGINT NOT NULL DEFAULT 0,
    standing TEXT NOT NULL CHECK (standing IN ('in', 'disqualified', 'withdrawn')),
    reason TEXT,
    house TEXT,
    UNIQUE (contest, name_key),
    UNIQUE (contest, code_hash),
    UNIQUE (id, contest)
);

CREATE TABLE members (
    team TEXT NOT NULL,
    contest TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    rank TEXT NOT NULL CHECK (rank IN ('captain', 'member')),
    joined BIGINT NOT NULL,
    PRIMARY KEY (team, user_id),
    UNIQUE (contest, user_id),
    FOREIGN KEY (team, contest) REFERENCES teams (id, contest)
);
CREATE INDEX members_by_user ON members (user_id);

-- `source`, `build` and `log` are digests of blobs.
CREATE TABLE versions (
    id TEXT PRIMARY KEY,
    team TEXT NOT NULL REFERENCES teams (id),
    number BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('received', 'building', 'built', 'validating', 'ready', 'failed', 'rejected', 'stuck')),
    by_user TEXT REFERENCES users (id),
    created BIGINT NOT NULL,
    note TEXT NOT NULL,
    source TEXT NOT NULL,
    size BIGINT NOT NULL,
    language TEXT,
    wire BIGINT NOT NULL DEFAULT 0 CHECK (wire IN (0, 1)),
    build TEXT,
    log TEXT,
    error TEXT,
    build_ms BIGINT,
    UNIQUE (team, number)
);

CREATE TABLE rounds (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL REFERENCES contests (id),
    number BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'over', 'cancelled')),
    kind TEXT NOT NULL CHECK (kind IN ('groups', 'ladder')),
    due BIGINT NOT NULL,
    begun BIGINT,
    ended BIGINT,
    groups TEXT,
    UNIQUE (contest, number)
);
CREATE INDEX rounds_to_come ON rounds (state, due);

-- `trace`, `reel` and `game_log` are digests of blobs. A `shadow` is a match of a rejudge that has not been applied: it counts for nothing.
CREATE TABLE matches (
    seq {seq},
    id TEXT NOT NULL UNIQUE,
    contest TEXT NOT NULL REFERENCES contests (id),
    round TEXT REFERENCES rounds (id),
    kind TEXT NOT NULL CHECK (kind IN ('casual', 'ranked', 'validation', 'final')),
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'over', 'void', 'cancelled', 'annulled')),
    attempt BIGINT NOT NULL DEFAULT 0,
    game TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    map TEXT NOT NULL,
    seed TEXT NOT NULL,
    "order" TEXT NOT NULL,
    disclosure TEXT NOT NULL,
    priority BIGINT NOT NULL,
    shadow BIGINT NOT NULL DEFAULT 0 CHECK (shadow IN (0, 1)),
    created BIGINT NOT NULL,
    started BIGINT,
    ended BIGINT,
    outcome TEXT,
    windows BIGINT,
    reason TEXT,
    checked TEXT NOT NULL DEFAULT 'pending' CHECK (checked IN ('pending', 'same', 'differs')),
    trace TEXT,
    reel TEXT,
    game_log TEXT,
    report TEXT,
    by_user TEXT REFERENCES users (id),
    version_validated TEXT REFERENCES versions (id)
);
CREATE INDEX matches_of_contest ON matches (contest, seq);
CREATE INDEX matches_of_round ON matches (round);
CREATE INDEX matches_that_count ON matches (contest, kind, state, seq);
CREATE INDEX matches_of_version ON matches (version_validated);
CREATE INDEX matches_of_user ON matches (by_user, seq);

-- Who sat where: a team's version, a house bot or a person. `log` is the digest of the seat's own words.
CREATE TABLE match_seats (
    match TEXT NOT NULL REFERENCES matches (id),
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    team TEXT REFERENCES teams (id),
    version TEXT REFERENCES versions (id),
    house TEXT,
    person TEXT REFERENCES users (id),
    rank BIGINT,
    score DOUBLE PRECISION,
    faults BIGINT,
    time_ms BIGINT,
    memory BIGINT,
    log TEXT,
    PRIMARY KEY (match, seat)
);
CREATE INDEX seats_of_team ON match_seats (team, match);
CREATE INDEX seats_of_version ON match_seats (version);
CREATE INDEX seats_of_house ON match_seats (house, match);
CREATE INDEX seats_of_person ON match_seats (person);

-- A tag without a team is the organiser's.
CREATE TABLE tags (
    match TEXT NOT NULL REFERENCES matches (id),
    team TEXT REFERENCES teams (id),
    tag TEXT NOT NULL
);
CREATE UNIQUE INDEX tags_once ON tags (match, COALESCE(team, ''), tag);
CREATE INDEX tags_by_word ON tags (tag, match);

-- `turn` is `created` less what the priority is worth, so that the queue is one index: see `src/jobs.rs`.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('build', 'match', 'verify')),
    subject TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'dead', 'cancelled')),
    priority BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    attempt BIGINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL,
    lease_until BIGINT,
    worker TEXT,
    created BIGINT NOT NULL,
    ended BIGINT,
    error TEXT,
    CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE UNIQUE INDEX jobs_once ON jobs (kind, subject) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_in_turn ON jobs (state, turn, id);
CREATE INDEX jobs_by_lease ON jobs (state, lease_until);
CREATE INDEX jobs_of_subject ON jobs (subject);

CREATE TABLE outbox (
    seq {seq},
    topic TEXT NOT NULL,
    body TEXT NOT NULL,
    created BIGINT NOT NULL,
    sent BIGINT
);
CREATE INDEX outbox_unsent ON outbox (seq) WHERE sent IS NULL;

CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    labels TEXT NOT NULL,
    seen BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'draining', 'gone'))
);

CREATE TABLE announcements (
    seq {seq},
    id TEXT NOT NULL UNIQUE,
    contest TEXT NOT NULL REFERENCES contests (id),
    text TEXT NOT NULL,
    by_user TEXT REFERENCES users (id),
    created BIGINT NOT NULL
);
CREATE INDEX announcements_of_contest ON announcements (contest, seq);

-- `who` is not a foreign key: the line outlives whoever it speaks of.
CREATE TABLE audit (
    seq {seq},
    at BIGINT NOT NULL,
    who TEXT,
    what TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX audit_by_subject ON audit (subject, seq);
CREATE INDEX audit_by_who ON audit (who, seq);

CREATE TABLE rejudges (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL REFERENCES contests (id),
    state TEXT NOT NULL CHECK (state IN ('open', 'applied', 'dropped')),
    made_by TEXT REFERENCES users (id),
    created BIGINT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX rejudges_of_contest ON rejudges (contest, created);

CREATE TABLE rejudge_matches (
    rejudge TEXT NOT NULL REFERENCES rejudges (id),
    old_match TEXT NOT NULL REFERENCES matches (id),
    new_match TEXT NOT NULL UNIQUE REFERENCES matches (id),
    PRIMARY KEY (rejudge, old_match)
);
CREATE INDEX rejudges_of_match ON rejudge_matches (old_match);

CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    window_start BIGINT NOT NULL,
    count BIGINT NOT NULL
);
CREATE INDEX limits_by_age ON limits (window_start);

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
