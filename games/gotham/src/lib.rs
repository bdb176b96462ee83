//! Sharif AI Challenge 2022: police and thieves on a city graph, one seat per unit.
