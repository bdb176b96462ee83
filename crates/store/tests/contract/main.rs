//! What every database must do. Each test runs on SQLite, and on PostgreSQL where `MEYDAN_TEST_POSTGRES` holds the address of one.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod classes;
mod contests;
mod database;
mod desk;
mod finals;
mod jobs;
mod matches;
mod offers;
mod people;
mod setting;
mod silence;
mod upgrade;
mod whole;
mod words;
mod workers;
