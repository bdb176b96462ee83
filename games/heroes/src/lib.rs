//! Sharif AI Challenge 2019: two teams of four heroes, phases, fog of war.
