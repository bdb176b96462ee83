-- Whoever forgets what was done long ago need not read what was done since.
CREATE INDEX jobs_by_end ON jobs (state, ended);
