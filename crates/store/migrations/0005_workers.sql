-- Workers on other machines. What is known of a worker beyond `workers` has a table of its own: an arena of the version before goes on with the
-- old one meanwhile.

-- What workers show to come in. Whoever takes one back shuts out all who came with it.
CREATE TABLE worker_tokens (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    made_by TEXT REFERENCES users (id),
    created BIGINT NOT NULL,
    used BIGINT
);

-- `token` is empty for one in an arena's own process, and stays when the token is taken back. `key` signs its records. `trouble` says why it takes
-- nothing for now.
CREATE TABLE worker_facts (
    worker TEXT PRIMARY KEY,
    token TEXT,
    key TEXT,
    cores BIGINT NOT NULL,
    hands BIGINT NOT NULL,
    doing BIGINT NOT NULL,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    trouble TEXT
);
CREATE INDEX worker_facts_of_token ON worker_facts (token);
